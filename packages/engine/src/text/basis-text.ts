/** What an answer rests on, as its reader should know it. */
import { counted } from "./layout.js";

interface NamedFiles {
  readonly files: number;
  /** The first of them. */
  readonly names: readonly string[];
}

export interface TextBasis {
  readonly staleFiles: number;
  readonly behind?: NamedFiles | undefined;
  readonly unsaved?: NamedFiles | undefined;
  readonly pinned?: { readonly ledgerVersion?: string | undefined } | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/**
 * Part of the first line: `up to date`, or `index of 2026-03-01 10:22 UTC, without 2 changed files: src/a.ts, src/b.ts`; where unsaved text counts,
 * `up to date, with 1 unsaved file: src/c.ts`.
 */
export function stateOf(basis: TextBasis): string {
  const { staleFiles, behind, pinned, unsaved } = basis;
  const added = unsaved === undefined ? "" : `, with ${filesText(unsaved, "unsaved file")}`;
  if (staleFiles === 0) return `up to date${added}`;
  const missing = filesText(behind ?? { files: staleFiles, names: [] }, "changed file");
  return `index${indexTime(pinned?.ledgerVersion)}, without ${missing}${added}`;
}

function filesText({ files, names }: NamedFiles, noun: string): string {
  return `${counted(files, noun)}${listed(files, names)}`;
}

/** A version is named by the time at which it was made, in milliseconds. */
function indexTime(version: string | undefined): string {
  const ms = Number(version?.slice(1));
  return Number.isFinite(ms) ? ` of ${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
}

function listed(files: number, names: readonly string[]): string {
  if (names.length === 0) return "";
  return `: ${names.join(", ")}${files > names.length ? ` and ${files - names.length} more` : ""}`;
}

/** What the reader must know of the request or the index; a line each. */
export function warningLines({ warnings = [] }: TextBasis): string[] {
  return warnings.map((warning) => `Note: ${warning}`);
}

/** The first line of an answer that says nothing of its state otherwise; nothing where it is up to date with the disk. */
export function staleLines(basis: TextBasis): string[] {
  const state = stateOf(basis);
  return basis.staleFiles === 0 && basis.unsaved === undefined
    ? []
    : [`${state.charAt(0).toUpperCase()}${state.slice(1)}`];
}
