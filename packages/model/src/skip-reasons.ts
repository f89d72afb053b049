/**
 * Reasons why a file is not indexed, or not linked, as users and programs read them: one of six classes, then, after a colon, what exactly
 * is the case. Knows texts only.
 */
import { messageOf } from "./errors.js";
import type { FileStat } from "./file-stat.js";

/** A path that is not indexed, or is indexed without its links, and why. */
export interface SkippedFile<Reason extends string = string> {
  /** Repository-relative. Bytes that are not UTF-8 stand as `\xNN`. */
  readonly path: string;
  readonly reason: Reason;
  /** Where the file was read: it is read again once this differs. */
  readonly stat?: FileStat;
}

/** The whole list. */
export const SKIP_CLASSES = ["too large", "binary", "undecodable", "minified", "ignored", "failed"] as const;

export type SkipClass = (typeof SKIP_CLASSES)[number];

/** Longest part of a fault's message that a reason holds, in UTF-16 units. */
const MAX_FAULT_LENGTH = 200;
const FAILED = "failed: ";
/** Of a file that is indexed all the same. */
const UNLINKED = `${FAILED}linking: `;

/** The class of a reason; `failed` for one that this program does not write. */
export function skipClassOf(reason: string): SkipClass {
  const written = reason.split(":", 1)[0];
  return SKIP_CLASSES.find((known) => known === written) ?? "failed";
}

/** The reason of a file that the program failed at. @param fault what was thrown, or a text @returns one line */
export function failedReason(fault: unknown): string {
  return FAILED + firstLine(fault);
}

/** The reason of an indexed file that the program failed to link. */
export function unlinkedReason(fault: unknown): string {
  return UNLINKED + firstLine(fault);
}

/** Whether the file of the reason is indexed, without its links. */
export function isUnlinked(reason: string): boolean {
  return reason.startsWith(UNLINKED);
}

function firstLine(fault: unknown): string {
  const message = messageOf(fault);
  const line = message.split(/[\r\n]/, 1)[0] ?? "";
  return line.length > MAX_FAULT_LENGTH ? `${line.slice(0, MAX_FAULT_LENGTH)}…` : line;
}
