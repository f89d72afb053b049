/** Situations of risky changes of widely used symbols: escalated, and denied. */
import { hub, other, REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { ANY_TEXT, some } from "./matchers.js";

export const RISK_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "a widely used symbol",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("hub", "name: string", "console.log(name)")),
    answer: { symbols: 33 },
    keep: { hub: "versionId" },
  },
  {
    title: "a change of its signature",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("hub", "name: string, isLoud: boolean", "name.trim()")),
    answer: { changedFiles: 1 },
  },
  {
    title: "a high risk is escalated",
    action: "sdl.pr.risk.analyze",
    args: { repoId: "other", fromVersion: "@latest~1", toVersion: "@latest" },
    answer: {
      analysis: { riskLevel: "high", findings: some({ type: "large-impact-radius" }) },
      escalationRequired: true,
      policyDecision: { decision: "escalate" },
    },
  },
  {
    title: "a removal of the symbol, with its callers kept",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("rim", "name: string", "console.log(name)")),
    answer: { changedFiles: 1 },
  },
  {
    title: "the side effect added by the change",
    action: "sdl.delta.get",
    args: {
      repoId: "other",
      fromVersion: "@latest~1",
      toVersion: "@latest",
      budget: { maxCards: 500, maxEstimatedTokens: 50_000 },
    },
    answer: {
      delta: {
        changedSymbols: some({ name: "loud", sideEffectDiff: { added: ["writes console"], removed: undefined } }),
      },
    },
  },
  {
    title: "a high risk with broken references is denied",
    action: "sdl.pr.risk.analyze",
    args: { repoId: "other", fromVersion: "@latest~1", toVersion: "@latest" },
    answer: { escalationRequired: true, policyDecision: { decision: "deny", deniedReasons: some(ANY_TEXT) } },
  },
];
