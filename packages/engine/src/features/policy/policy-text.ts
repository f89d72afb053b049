/** A policy as text: what it allows, in sentences. */
import type { Policy } from "../../registry/policy.js";
import { textOf, wrapped } from "../../text/layout.js";

type SentPolicy = Omit<Policy, "budgetCaps"> & { readonly budgetCaps?: object | null | undefined };

const SOURCE_WORDS: Readonly<Record<Policy["sourceInAnswers"], string>> = {
  bodies: "bodies and excerpts",
  excerpts: "excerpts, no bodies",
  none: "none",
};

export function policyText(policy: SentPolicy): string {
  const { maxWindowLines, maxWindowTokens, requireIdentifiers, allowBreakGlass, defaultDenyRaw, sourceInAnswers } =
    policy;
  const caps = Object.entries(policy.budgetCaps ?? {}).map(([name, most]) => `${name} ${String(most)}`);
  return textOf([
    `Source in answers: ${SOURCE_WORDS[sourceInAnswers]} (sourceInAnswers: ${sourceInAnswers})`,
    `Windows of raw source: at most ${maxWindowLines} lines (maxWindowLines) and ${maxWindowTokens} tokens (maxWindowTokens)`,
    `  must name identifiers: ${yesNo(requireIdentifiers)} (requireIdentifiers)`,
    `  refused unless something speaks for it: ${yesNo(defaultDenyRaw)} (defaultDenyRaw)`,
    `  opened by AUDIT: or BREAK-GLASS: in the reason: ${yesNo(allowBreakGlass)} (allowBreakGlass)`,
    ...(caps.length === 0 ? [] : wrapped(`Budgets of slices are capped: ${caps.join(", ")} (budgetCaps)`)),
  ]);
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}
