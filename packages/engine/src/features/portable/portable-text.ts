/** Indexes as files, as text: where one was written, what one brought. */
import { counted, textOf, wrapped } from "../../text/layout.js";
import { bytesText } from "../../text/quantities.js";

export function exportedText({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): string {
  return textOf([`Written to ${path} (${bytesText(sizeBytes)})`]);
}

export interface ImportedAnswer {
  readonly repoId: string;
  readonly created: boolean;
  readonly files: number;
  readonly symbols: number;
  readonly edges: number;
}

export function importedText({ repoId, created, files, symbols, edges }: ImportedAnswer): string {
  const what = created ? `${repoId} has the imported index` : `The index of ${repoId} said the same already`;
  const size = `${counted(files, "file")}, ${counted(symbols, "symbol")}, ${counted(edges, "relation")}`;
  return textOf(wrapped(`${what}: ${size}`));
}
