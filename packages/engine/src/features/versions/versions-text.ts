/** Text form of the kept versions: one line each, with the name by which calls refer to it. */
import { countText, textOf, wrapText } from "../../text/layout.js";
import { bytesText, minuteText } from "../../text/quantities.js";

interface ListedVersion {
  readonly versionId: string;
  readonly createdAt: string;
  readonly commit?: string | undefined;
  readonly files: number;
  readonly symbols: number;
  readonly changedFiles?: number | undefined;
  readonly ownBytes: number;
  readonly keptBy?: string | undefined;
}

interface Retention {
  readonly versions: number;
  readonly days: number;
}

/** Fields of the list of versions that the text form shows. */
export interface VersionsAnswer {
  readonly repoId: string;
  readonly total: number;
  readonly versions: readonly ListedVersion[];
  readonly storeBytes: number;
  readonly retention: Retention;
}

/** Formats as text: each version, after retention and store size. */
export function versionsText({ repoId, total, versions, storeBytes, retention }: VersionsAnswer): string {
  const shown =
    versions.length < total
      ? `the last ${versions.length} of ${countText(total, "version")}`
      : countText(total, "version");
  return textOf([
    `${repoId}: ${shown}, newest first; ${bytesText(storeBytes)} in all`,
    `Retention: ${retentionText(retention)}`,
    ...versions.map(versionLine),
  ]);
}

function retentionText({ versions, days }: Retention): string {
  return `the last ${versions} versions and the last version of each of ${countText(days, "day")}`;
}

/** Number of hex digits shown of a commit id. */
const COMMIT_DIGITS = 12;

function versionLine(version: ListedVersion, index: number): string {
  const { createdAt, commit, files, symbols, changedFiles, keptBy } = version;
  const name = index === 0 ? "@latest" : `@latest~${index}`;
  const changed = changedFiles === undefined ? "" : `, ${countText(changedFiles, "file")} changed`;
  const of = commit === undefined ? "" : `, commit ${commit.slice(0, COMMIT_DIGITS)}`;
  const goes = keptBy === undefined ? ", removed by the next prune" : "";
  return `  ${name}  ${minuteText(createdAt)}${of}: ${countText(files, "file")}, ${countText(symbols, "symbol")}${changed}${goes}`;
}

/** Fields of the answer of a prune that the text form shows. */
export interface PrunedAnswer {
  readonly repoId: string;
  readonly dryRun: boolean;
  readonly dropped?: readonly string[] | undefined;
  readonly kept: number;
  readonly freedBytes: number;
  readonly retention: Retention;
}

/** States what was removed or would be, and what is kept. */
export function prunedText({ repoId, dryRun, dropped = [], kept, freedBytes, retention }: PrunedAnswer): string {
  const verb = dryRun ? "would be removed" : "removed";
  const what =
    dropped.length === 0
      ? `Nothing ${verb}`
      : `${countText(dropped.length, "version")} ${verb}, ${bytesText(freedBytes)}`;
  return textOf([
    ...wrapText(`${repoId}: ${what}; ${countText(kept, "version")} kept`),
    `Refreshes keep ${retentionText(retention)}`,
  ]);
}
