/** Text of drafts: what is stored of it. Knows masking and size limits, no store. */
import { sourceSecrets } from "@sdl/indexer";
import { createMasker } from "../masking/masker.js";
import { loadParser } from "../source/syntax.js";
import type { DraftPlace, IndexedPlace } from "./draft-place.js";

const masker = createMasker();

/** Masks the text of a draft. The tree is kept, since the next text of the file will differ little. */
export async function maskedText(
  { path, language }: Pick<DraftPlace, "path" | "language">,
  text: string,
): Promise<string> {
  if (language === undefined) return masker.mask(text);
  const spans = sourceSecrets(await loadParser([language]), { language, text, treeKey: path }, masker);
  return spans.length === 0 ? text : masker.fill(text, spans);
}

/** Whether an index would skip a file with this content. */
export function isTooLarge({ maxFileBytes }: IndexedPlace, content: string): boolean {
  return Buffer.byteLength(content) > maxFileBytes;
}

/** The text without a byte order mark. */
export function withoutMark(content: string): string {
  return content.replace(/^\ufeff/, "");
}
