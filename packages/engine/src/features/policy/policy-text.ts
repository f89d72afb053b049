/** Text form of a policy: one sentence per setting. */
import type { Policy } from "../../registry/policy.js";
import { textOf, wrapText } from "../../text/layout.js";

type SentPolicy = Omit<Policy, "budgetCaps"> & { readonly budgetCaps?: object | null | undefined };

const SOURCE_WORDS: Readonly<Record<Policy["sourceInAnswers"], string>> = {
  bodies: "bodies and excerpts",
  excerpts: "excerpts, no bodies",
  none: "none",
};

/** Formats as text: each field with its effect. */
export function policyText(policy: SentPolicy): string {
  const { maxWindowLines, maxWindowTokens, requireIdentifiers, allowBreakGlass, defaultDenyRaw, sourceInAnswers } =
    policy;
  const caps = Object.entries(policy.budgetCaps ?? {}).map(([name, most]) => `${name} ${String(most)}`);
  return textOf([
    `Source in answers: ${SOURCE_WORDS[sourceInAnswers]} (sourceInAnswers: ${sourceInAnswers})`,
    `Code windows (raw source): at most ${maxWindowLines} lines (maxWindowLines) and ${maxWindowTokens} tokens (maxWindowTokens)`,
    `  the request must list identifiers: ${formatYesNo(requireIdentifiers)} (requireIdentifiers)`,
    `  denied unless evidence (slice, relevance) justifies the request: ${formatYesNo(defaultDenyRaw)} (defaultDenyRaw)`,
    `  break-glass access by AUDIT: or BREAK-GLASS: in the reason: ${formatYesNo(allowBreakGlass)} (allowBreakGlass)`,
    ...(caps.length === 0 ? [] : wrapText(`Budgets of slices are capped: ${caps.join(", ")} (budgetCaps)`)),
  ]);
}

function formatYesNo(value: boolean): string {
  return value ? "yes" : "no";
}
