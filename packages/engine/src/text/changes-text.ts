/** Text form of changed and affected symbols, for all answers that compare versions. */
import type { PackedBlastEntry, PackedChange } from "@sdl/delta";
import { declarationDifferences } from "./difference.js";
import { wrapText } from "./layout.js";
import { foldedNames, groupByFile } from "./names-text.js";

interface Place {
  readonly name: string;
  readonly file: string;
}

interface SentLists {
  readonly added?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

/** Fields of a changed symbol as it is sent that the text form shows. */
export interface SentChange extends Pick<PackedChange, "name" | "file" | "changeType"> {
  readonly movedFrom?: Place | undefined;
  readonly signatureDiff?: { readonly before: string; readonly after: string } | undefined;
  readonly invariantDiff?: SentLists | undefined;
  readonly sideEffectDiff?: SentLists | undefined;
}

/** Fields of an affected symbol as it is sent that the text form shows. */
export type SentReach = Pick<PackedBlastEntry, "name" | "file" | "reason" | "signal">;

/** Files as headings. Symbols that were added, removed or changed only in their body share a line. */
export function changeLines(changes: readonly SentChange[] = []): string[] {
  return [...groupByFile(changes)].flatMap(([file, ofFile]) => ["", file, ...linesOfFile(ofFile)]);
}

function linesOfFile(changes: readonly SentChange[]): string[] {
  const detailed = changes.filter(hasDetails);
  const plain = changes.filter((change) => !hasDetails(change));
  const ofType = (type: SentChange["changeType"]) => plain.filter(({ changeType }) => changeType === type);
  return [
    ...namesLine("removed", ofType("removed")),
    ...namesLine("added", ofType("added")),
    ...detailed.flatMap(detailLines),
    ...namesLine("body only", ofType("modified")),
  ];
}

function hasDetails({ movedFrom, signatureDiff, invariantDiff, sideEffectDiff }: SentChange): boolean {
  return [movedFrom, signatureDiff, invariantDiff, sideEffectDiff].some((part) => part !== undefined);
}

function namesLine(label: string, changes: readonly SentChange[]): string[] {
  if (changes.length === 0) return [];
  return wrapText(`${label}: ${foldedNames(changes.map(changeTitle))}`, "  ");
}

/** A module symbol is shown as `module code`, because its name is the path in the heading. */
function changeTitle({ name, file }: Place): string {
  return name === file ? "module code" : name;
}

function detailLines(change: SentChange): string[] {
  const { movedFrom, signatureDiff, invariantDiff, sideEffectDiff } = change;
  const parts = [
    ...(movedFrom === undefined
      ? []
      : [`was ${movedFrom.file === change.file ? "" : `${movedFrom.file}#`}${movedFrom.name}`]),
    ...(signatureDiff === undefined ? [] : declarationDifferences(signatureDiff.before, signatureDiff.after)),
    ...listParts(invariantDiff),
    ...listParts(sideEffectDiff),
  ];
  return wrapText(`${changeTitle(change)}: ${parts.join("; ")}`, "  ");
}

function listParts({ added = [], removed = [] }: SentLists = {}): string[] {
  return [...added.map((text) => `now ${text}`), ...removed.map((text) => `no longer ${text}`)];
}

/** Broken references first, then symbols that may be affected; those of one file with equal reasons share a line. */
export function reachLines(entries: readonly SentReach[] = []): string[] {
  const broken = entries.filter(({ signal }) => signal === "diagnostic");
  const others = entries.filter(({ signal }) => signal !== "diagnostic");
  return [...reachSection("Broken references", broken), ...reachSection("May be affected, nearest first", others)];
}

function reachSection(title: string, entries: readonly SentReach[]): string[] {
  if (entries.length === 0) return [];
  const files = [...groupByFile(entries)].flatMap(([file, ofFile]) => [file, ...reasonLines(ofFile)]);
  return ["", `${title}:`, ...files];
}

function reasonLines(entries: readonly SentReach[]): string[] {
  const reasons = new Map<string, SentReach[]>();
  for (const entry of entries) reasons.set(entry.reason, [...(reasons.get(entry.reason) ?? []), entry]);
  return [...reasons].flatMap(([reason, group]) => {
    const names = group.map(changeTitle).join(", ");
    return wrapText(`${names}  ${reason}`, "  ");
  });
}
