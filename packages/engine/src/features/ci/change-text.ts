/**
 * A change report as text for people: what is compared, the verdict, what breaks for whom, what changed, what it may affect, tests to run. The first
 * line is text of its own, so that it can be shown while the comparison is made.
 */
import { changeLines, reachLines } from "../../text/changes-text.js";
import { countText, textOf, wrapped } from "../../text/layout.js";
import { breakLines, companionLines, testLines } from "../../text/review-lines.js";
import type { ChangeReport, ComparedSides } from "./change-report.js";

/** Maximum entries of each list; the report says how many are left out. */
const MAX = { changes: 60, affected: 20, tests: 20 };
const SHORT_COMMIT = 10;

/** The first line: `main (1f2e3d4c5b) → files on the disk`. */
export function sidesText({ base, head, mergeBase }: ComparedSides): string {
  const from =
    mergeBase === undefined
      ? sideText(base)
      : `${mergeBase.slice(0, SHORT_COMMIT)}, where ${base.name} and ${head.name} part,`;
  return textOf(wrapped(`${from} → ${sideText(head)}`));
}

/** What follows {@link sidesText}. @param gate score from which the change does not pass; absent if nothing is gated */
export function changeText(report: ChangeReport, gate?: number): string {
  const { files, changes, breaks, blastRadius, tests, alsoUsuallyChanges, notes } = report;
  if (files.length === 0) return textOf(["Nothing changed.", ...notes.flatMap((note) => wrapped(`Note: ${note}`))]);
  return textOf([
    ...headLines(report, gate),
    ...notes.flatMap((note) => wrapped(`Note: ${note}`)),
    ...breakLines(breaks),
    ...changeLines(changes.slice(0, MAX.changes)),
    ...restLines(changes.length - MAX.changes, "changed symbol"),
    ...reachLines(blastRadius.slice(0, MAX.affected)),
    ...restLines(blastRadius.length - MAX.affected, "affected symbol"),
    ...testLines(tests.slice(0, MAX.tests).map(({ type, file, targets }) => ({ type, files: [file], targets }))),
    ...restLines(tests.length - MAX.tests, "test file"),
    ...companionLines(alsoUsuallyChanges),
  ]);
}

function headLines(report: ChangeReport, gate: number | undefined): string[] {
  const { riskScore, riskLevel, files, changes, blastRadius } = report;
  const verdict =
    gate === undefined ? "" : riskScore >= gate ? `, at or above the limit of ${gate}` : `, under the limit of ${gate}`;
  const size = `${countText(changes.length, "symbol")} changed in ${countText(files.length, "file")}, ${blastRadius.length} may be affected`;
  return wrapped(`Risk ${riskScore} of 100, ${riskLevel}${verdict}; ${size}`);
}

function sideText({ name, commit }: ChangeReport["base"]): string {
  if (commit === undefined) return name;
  const short = commit.slice(0, SHORT_COMMIT);
  return commit.startsWith(name) ? short : `${name} (${short})`;
}

function restLines(count: number, noun: string): string[] {
  return count > 0 ? [`  and ${countText(count, `further ${noun}`)}`] : [];
}
