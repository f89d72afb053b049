/** Text form of an answer's basis: freshness, unsaved text, warnings. */
import { countText } from "./layout.js";

interface NamedFiles {
  readonly files: number;
  /** The first of the files. */
  readonly names: readonly string[];
}

/** Fields of an answer that state its basis. */
export interface TextBasis {
  readonly staleFiles: number;
  readonly behind?: NamedFiles | undefined;
  readonly unsaved?: NamedFiles | undefined;
  readonly pinned?: { readonly ledgerVersion?: string | undefined } | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/**
 * State of the index as part of the first line: `up to date`, or `index of 2026-03-01 10:22 UTC, without 2 changed files: src/a.ts, src/b.ts`; with
 * unsaved text `up to date, with 1 unsaved file: src/c.ts`.
 */
export function stateOf(basis: TextBasis): string {
  const { staleFiles, behind, pinned, unsaved } = basis;
  const added = unsaved === undefined ? "" : `, with ${filesText(unsaved, "unsaved file")}`;
  if (staleFiles === 0) return `up to date${added}`;
  const missing = filesText(behind ?? { files: staleFiles, names: [] }, "changed file");
  return `index${indexTime(pinned?.ledgerVersion)}, without ${missing}${added}`;
}

function filesText({ files, names }: NamedFiles, noun: string): string {
  return `${countText(files, noun)}${listedFilesText(files, names)}`;
}

/** A version's id is `v` and the time at which it was created, in ms. */
function indexTime(version: string | undefined): string {
  const ms = Number(version?.slice(1));
  return Number.isFinite(ms) ? ` of ${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
}

function listedFilesText(files: number, names: readonly string[]): string {
  if (names.length === 0) return "";
  return `: ${names.join(", ")}${files > names.length ? ` and ${files - names.length} more` : ""}`;
}

/** One line per warning about the request or the index. */
export function warningLines({ warnings = [] }: TextBasis): string[] {
  return warnings.map((warning) => `Note: ${warning}`);
}

/** First line of an answer whose text does not state its freshness otherwise; empty if the index is up to date. */
export function staleLines(basis: TextBasis): string[] {
  const state = stateOf(basis);
  return basis.staleFiles === 0 && basis.unsaved === undefined
    ? []
    : [`${state.charAt(0).toUpperCase()}${state.slice(1)}`];
}
