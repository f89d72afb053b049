/** Text form of a refresh: counts of indexed files, and files that were not indexed. */
import { countText, groupBy, textOf, wrapText } from "../../text/layout.js";
import { shortenList } from "../../text/names-text.js";
import { durationText } from "../../text/quantities.js";

/** Fields of the answer of a refresh that the text form shows. */
export interface RefreshedAnswer {
  readonly repoId: string;
  readonly changedFiles: number;
  readonly addedFiles: number;
  readonly removedFiles: number;
  readonly symbols: number;
  readonly edges: number;
  readonly skipped?: readonly { readonly file: string; readonly reason: string }[] | undefined;
  readonly durationMs: number;
}

/** Formats as text: counts of files, time, and skipped files. */
export function refreshedText(answer: RefreshedAnswer): string {
  const { repoId, symbols, edges, durationMs, skipped } = answer;
  const size = `${countText(symbols, "symbol")}, ${countText(edges, "relation")}`;
  return textOf([
    ...wrapText(`${repoId} is up to date: ${changedFilesText(answer)} in ${durationText(durationMs)}; ${size}`),
    ...skippedLines(skipped),
  ]);
}

function changedFilesText({ changedFiles, addedFiles, removedFiles }: RefreshedAnswer): string {
  const parts = [
    ...(addedFiles === 0 ? [] : [`${countText(addedFiles, "file")} added`]),
    ...(changedFiles === 0 ? [] : [`${countText(changedFiles, "file")} changed`]),
    ...(removedFiles === 0 ? [] : [`${countText(removedFiles, "file")} removed`]),
  ];
  return parts.length === 0 ? "no changes, checked" : parts.join(", ");
}

/** Maximum files listed per reason. */
const MAX_NAMED = 5;

function skippedLines(skipped: RefreshedAnswer["skipped"] = []): string[] {
  if (skipped.length === 0) return [];
  const lines = [...groupBy(skipped, ({ reason }) => reason)].flatMap(([reason, ofReason]) => {
    const files = ofReason.map(({ file }) => file);
    return wrapText(`${reason}: ${shortenList(files, MAX_NAMED)}`, "  ");
  });
  return [`${countText(skipped.length, "file")} not indexed:`, ...lines];
}
