/** What an answer rests on, as its reader should know it. */
import { counted } from "./layout.js";

export interface TextBasis {
  readonly staleFiles: number;
  readonly warnings?: readonly string[] | undefined;
}

/** Part of the first line. */
export function stateOf({ staleFiles }: TextBasis): string {
  return staleFiles === 0 ? "up to date" : `${counted(staleFiles, "file")} changed since this index`;
}

/** What the reader must know of the request or the index; a line each. */
export function warningLines({ warnings = [] }: TextBasis): string[] {
  return warnings.map((warning) => `Note: ${warning}`);
}

/** The first line of an answer that says nothing of its state otherwise; nothing where it is up to date. */
export function staleLines(basis: TextBasis): string[] {
  return basis.staleFiles === 0 ? [] : [`${stateOf(basis)}; pass fresh: true to index them first`];
}
