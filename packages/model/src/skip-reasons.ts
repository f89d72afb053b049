/**
 * Skip reasons: why a file is not indexed, or not linked, as users and programs read them. One of six classes, then, after a colon, the details.
 * Knows texts only.
 */
import { messageOf } from "./errors.js";
import type { FileStat } from "./file-stat.js";

/** A path that is not indexed, or indexed without its links, and the reason. */
export interface SkippedFile<Reason extends string = string> {
  /** Repository-relative path. Bytes that are not UTF-8 are written as `\xNN`. */
  readonly path: string;
  readonly reason: Reason;
  /** Stat of the file if it was read; the file is read again when its stat differs. */
  readonly stat?: FileStat;
}

/** All classes of reasons. */
export const SKIP_CLASSES = ["too large", "binary", "undecodable", "minified", "ignored", "failed"] as const;

/** Class at the start of a reason. */
export type SkipClass = (typeof SKIP_CLASSES)[number];

/** Maximum length of an error message within a reason, in UTF-16 units. */
const MAX_FAULT_LENGTH = 200;
const FAILED = "failed: ";
/** Prefix of reasons for files that are indexed without links. */
const UNLINKED = `${FAILED}linking: `;

/** Class of a reason; `failed` for reasons that this program does not write. */
export function skipClassOf(reason: string): SkipClass {
  const written = reason.split(":", 1)[0];
  return SKIP_CLASSES.find((known) => known === written) ?? "failed";
}

/** Reason for a file on which the program failed. @param fault the thrown value, or a text @returns one line */
export function failedReason(fault: unknown): string {
  return FAILED + firstLine(fault);
}

/** Reason for an indexed file that the program failed to link. */
export function unlinkedReason(fault: unknown): string {
  return UNLINKED + firstLine(fault);
}

/** Whether the file with this reason is indexed without its links. */
export function isUnlinked(reason: string): boolean {
  return reason.startsWith(UNLINKED);
}

function firstLine(fault: unknown): string {
  const message = messageOf(fault);
  const line = message.split(/[\r\n]/, 1)[0] ?? "";
  return line.length > MAX_FAULT_LENGTH ? `${line.slice(0, MAX_FAULT_LENGTH)}…` : line;
}
