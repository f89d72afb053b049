/** Text form of the index export and import. */
import { countText, textOf, wrapText } from "../../text/layout.js";
import { bytesText } from "../../text/quantities.js";

/** States where an index was written, with its size. */
export function exportedText({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): string {
  return textOf([`Written to ${path} (${bytesText(sizeBytes)})`]);
}

/** Fields of the answer of an import that the text form shows. */
export interface ImportedAnswer {
  readonly repoId: string;
  readonly created: boolean;
  readonly files: number;
  readonly symbols: number;
  readonly edges: number;
}

/** States what was imported, or that the index was equal already. */
export function importedText({ repoId, created, files, symbols, edges }: ImportedAnswer): string {
  const what = created ? `${repoId} has the imported index` : `The index of ${repoId} was already equal`;
  const size = `${countText(files, "file")}, ${countText(symbols, "symbol")}, ${countText(edges, "relation")}`;
  return textOf(wrapText(`${what}: ${size}`));
}
