/** Comparison of an index's account of its files with an independent walk. Pure. */
import { SKIP_CLASSES, type SkipClass } from "@sdl/model";
import type { SkippedFailure } from "./figures.js";
import type { OwnWalk } from "./own-walk.js";

interface SkippedEntry {
  /** A skipped file, or a skipped folder that covers all files in it. */
  readonly file: string;
  readonly reason: string;
}

/** Indexed and skipped files, as the index lists them. */
export interface IndexAccount {
  /** Paths of the indexed sources. */
  readonly indexed: readonly string[];
  readonly skipped: readonly SkippedEntry[];
}

/** Result of the comparison. */
export interface Account {
  readonly skipped: Record<SkipClass, number>;
  readonly failedFiles: readonly SkippedFailure[];
  readonly problems: readonly string[];
}

const SHOWN = 5;

/** @returns `undefined` for a reason without a class */
export function knownClassOf(reason: string): SkipClass | undefined {
  return SKIP_CLASSES.find((known) => reason === known || reason.startsWith(`${known}: `));
}

/**
 * Checks that every source is either indexed or skipped with a classified reason, not both, and that nothing else is
 * indexed.
 */
export function compareAccounts(walk: OwnWalk, { indexed, skipped }: IndexAccount): Account {
  const reasons = new Map(skipped.map(({ file, reason }) => [file, reason]));
  const isIndexed = new Set(indexed);
  const sources = new Set(walk.sources);
  const counts = { "too large": 0, binary: 0, undecodable: 0, minified: 0, ignored: walk.ignored.length, failed: 0 };
  const unaccounted: string[] = [];
  for (const file of walk.sources) {
    const reason = skipReasonFor(file, reasons);
    if (isIndexed.has(file)) continue;
    const skipClass = reason === undefined ? undefined : knownClassOf(reason);
    if (skipClass === undefined) unaccounted.push(file);
    else counts[skipClass]++;
  }
  const unknown = skipped.filter(({ reason }) => knownClassOf(reason) === undefined);
  const failed = skipped.filter(({ reason }) => knownClassOf(reason) === "failed");
  return {
    skipped: counts,
    failedFiles: failed,
    problems: [
      ...describeFiles("neither indexed nor skipped for a reason of a class", unaccounted),
      ...describeFiles(
        "indexed, and ignored by git or no source",
        indexed.filter((file) => !sources.has(file)),
      ),
      ...describeFiles(
        "both indexed and skipped",
        indexed.filter((file) => isSkippedForGood(skipReasonFor(file, reasons))),
      ),
      ...describeFiles(
        "failed",
        failed.map(({ file, reason }) => `${file} (${reason})`),
        ["has", "have"],
      ),
      ...describeFiles(
        "skipped for a reason of no class",
        unknown.map(({ file, reason }) => `${file} (${reason})`),
      ),
    ],
  };
}

/** Why a file is skipped, itself or through a folder above it. */
function skipReasonFor(file: string, reasons: ReadonlyMap<string, string>): string | undefined {
  if (reasons.size === 0) return undefined;
  const parts = file.split("/");
  for (let depth = parts.length; depth > 0; depth--) {
    const reason = reasons.get(parts.slice(0, depth).join("/"));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A file that could not be linked is indexed and also listed as failed. */
function isSkippedForGood(reason: string | undefined): boolean {
  return reason !== undefined && knownClassOf(reason) !== "failed";
}

function describeFiles(
  what: string,
  files: readonly string[],
  verbs: readonly [string, string] = ["is", "are"],
): string[] {
  if (files.length === 0) return [];
  const rest = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : "";
  const subject = files.length === 1 ? `1 file ${verbs[0]}` : `${files.length} files ${verbs[1]}`;
  return [`${subject} ${what}: ${files.slice(0, SHOWN).join(", ")}${rest}`];
}
