/** Report of verdicts as text: precision and recall by feature and rule, with wrong and missed edges. */
import type { Verdict } from "./micro-score.js";

/** Share of the first outcome among both; 1 if there is neither. */
export function shareOf(verdicts: readonly Verdict[], good: Verdict["outcome"], bad: Verdict["outcome"]): number {
  const fine = verdicts.filter((it) => it.outcome === good).length;
  const all = fine + verdicts.filter((it) => it.outcome === bad).length;
  return all === 0 ? 1 : fine / all;
}

/** The report of a suite. */
export function report(language: string, verdicts: readonly Verdict[]): string {
  const lines = [line(language, verdicts), ""];
  for (const [feature, group] of groups(verdicts, (it) => it.feature)) lines.push(`  ${line(feature, group)}`);
  lines.push("");
  for (const [rule, group] of groups(verdicts, (it) => it.rule)) {
    if (rule !== "")
      lines.push(`  rule ${rule}: precision ${percent(shareOf(group, "right", "wrong"))} of ${group.length}`);
  }
  for (const outcome of ["missed", "wrong"] as const) {
    for (const it of verdicts)
      if (it.outcome === outcome) lines.push(`  ${outcome}: ${it.feature}: ${it.title}: ${it.text}`);
  }
  return lines.join("\n");
}

function line(name: string, verdicts: readonly Verdict[]): string {
  const cases = new Set(verdicts.map((it) => `${it.feature} ${it.title}`)).size;
  const precision = percent(shareOf(verdicts, "right", "wrong"));
  const recall = percent(shareOf(verdicts, "found", "missed"));
  return `${name}: ${cases} cases, precision ${precision}, recall ${recall}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function groups(verdicts: readonly Verdict[], key: (it: Verdict) => string): [string, Verdict[]][] {
  const map = new Map<string, Verdict[]>();
  for (const it of verdicts) {
    const group = map.get(key(it));
    if (group === undefined) map.set(key(it), [it]);
    else group.push(it);
  }
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
