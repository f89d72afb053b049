/**
 * Gate of raw source: decides on a code window from the request, the policy and facts about the code. Pure, but for the callbacks in
 * `GateQuestions`, which it calls only if the decision depends on them.
 * Invariant: the steps run in the contract's order, and the first step that applies decides.
 */
import type { Policy } from "../../../registry/policy.js";
import { GRANULARITIES, type Granularity } from "./window-code.js";

type GateStep = "identifiers" | "limits" | "matches" | "slice" | "relevance" | "break-glass" | "default";

/** Minimum relevance that justifies a code window, as a share of the best match's score; a slice's search stops at the same share. */
const RELEVANCE_THRESHOLD = 0.35;

/** Request for raw source. */
export interface GateRequest {
  readonly reason: string;
  readonly expectedLines: number;
  readonly identifiersToFind: readonly string[];
  readonly granularity: Granularity;
  readonly maxTokens?: number | undefined;
}

/** Code of one granularity with its size. */
export interface SizedCode {
  readonly granularity: Granularity;
  readonly lines: number;
  readonly tokens: number;
}

/** Facts that the gate requests when a decision depends on them. */
export interface GateFacts<Code extends SizedCode> {
  /** The code at a granularity. */
  code(granularity: Granularity): Code;
  /** The requested identifiers that the code contains. */
  matched(code: Code): readonly string[];
  /** Where a live slice contains the symbol: `slice of sl…`, `frontier of the slice of sl…`; `undefined` if none does. */
  containingSlice(): Promise<string | undefined>;
  /** The reason given if no slice found the symbol; names the slices that were searched. */
  missingSlice(): string;
  /** Relevance of the symbol to the reason, 0..1: its share of the best match's score. */
  relevance(): number;
}

/** The gate's decision, with the step that made it and the reason. */
export type GateDecision<Code extends SizedCode> =
  | { readonly approved: true; readonly step: GateStep; readonly why: string; readonly code: Code }
  | Refusal<Code>;

/** A denial. */
export interface Refusal<Code extends SizedCode> {
  readonly approved: false;
  readonly step: GateStep;
  readonly why: string;
  readonly isBreakGlassRefused?: true;
  /** The code with the fewest tokens among those that exceed the limits. */
  readonly smallest?: Code;
}

/** Decides step by step; the first step that applies determines the result. */
export async function decideWindow<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateFacts<Code>,
): Promise<GateDecision<Code>> {
  if (policy.requireIdentifiers && request.identifiersToFind.length === 0)
    return makeDenial("identifiers", "identifiersToFind is empty, and the policy requires identifiers");
  const excess = exceededLimit(request, policy);
  if (excess !== undefined) return makeDenial("limits", excess);
  const sized = widestWithinLimits(request, policy, questions);
  if ("why" in sized) return sized;
  const { code } = sized;
  if (request.identifiersToFind.length > 0 && questions.matched(code).length === 0)
    return makeDenial(
      "matches",
      `none of ${request.identifiersToFind.join(", ")} is an identifier in the ${granularityLabel(code)}`,
    );
  return decideByEvidence(request, policy, questions, code);
}

/** Decides whether the request justifies the code, which the policy's limits allow. */
async function decideByEvidence<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateFacts<Code>,
  code: Code,
): Promise<GateDecision<Code>> {
  const slice = await questions.containingSlice();
  if (slice !== undefined) return { approved: true, step: "slice", why: `the symbol is in the ${slice}`, code };
  const relevance = questions.relevance();
  if (relevance >= RELEVANCE_THRESHOLD)
    return { approved: true, step: "relevance", why: `relevance ${formatShare(relevance)} to the reason`, code };
  const isUrgent = /(?:^|\s)(?:AUDIT|BREAK-GLASS):/.test(request.reason);
  if (isUrgent && policy.allowBreakGlass)
    return {
      approved: true,
      step: "break-glass",
      why: "the reason invokes break-glass access, and the policy allows that",
      code,
    };
  if (!policy.defaultDenyRaw)
    return { approved: true, step: "default", why: "the policy allows raw code by default", code };
  const glass = isUrgent ? "; the policy does not allow break-glass access" : "";
  const why = `${questions.missingSlice()}, and its relevance to the reason is ${formatShare(relevance)}, below ${RELEVANCE_THRESHOLD}${glass}`;
  return { ...makeDenial("default", why), ...(isUrgent && { isBreakGlassRefused: true }) };
}

function makeDenial(step: GateStep, why: string): { approved: false; step: GateStep; why: string } {
  return { approved: false, step, why };
}

function exceededLimit({ expectedLines, maxTokens }: GateRequest, policy: Policy): string | undefined {
  if (expectedLines > policy.maxWindowLines)
    return `expectedLines ${expectedLines} exceeds the policy's maxWindowLines ${policy.maxWindowLines}`;
  if (maxTokens !== undefined && maxTokens > policy.maxWindowTokens)
    return `maxTokens ${maxTokens} exceeds the policy's maxWindowTokens ${policy.maxWindowTokens}`;
  return undefined;
}

/** The requested granularity, or the widest narrower one whose code keeps the limits. */
function widestWithinLimits<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateFacts<Code>,
): { readonly code: Code } | Refusal<Code> {
  const maxTokens = Math.min(request.maxTokens ?? policy.maxWindowTokens, policy.maxWindowTokens);
  let smallest = questions.code(request.granularity);
  for (const granularity of GRANULARITIES.slice(GRANULARITIES.indexOf(request.granularity))) {
    const code = questions.code(granularity);
    if (code.lines <= policy.maxWindowLines && code.tokens <= maxTokens) return { code };
    if (code.tokens < smallest.tokens) smallest = code;
  }
  const { lines, tokens } = smallest;
  const why = `even the smallest statement of ${lines} lines and ${tokens} tokens exceeds the limits of ${policy.maxWindowLines} lines and ${maxTokens} tokens`;
  return { ...makeDenial("limits", why), smallest };
}

function granularityLabel({ granularity }: SizedCode): string {
  return granularity === "fileWindow" ? "window of the file" : granularity;
}

function formatShare(share: number): string {
  return share.toFixed(2);
}
