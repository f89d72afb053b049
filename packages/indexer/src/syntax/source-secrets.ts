/** The secrets of a text that no facts are stored of: of a file that changed since it was indexed, of a draft. */
import type { Language } from "@sdl/model";
import type { SecretFinder, TextSpan } from "@sdl/model/text";
import { findSourceSecrets } from "../extract/secrets/find-source-secrets.js";
import { parseSource } from "../languages/extract-file.js";
import type { ParseEngine } from "../parse/parser.js";

/** @returns as the table SECRETS of the text's facts would have them; the engine must hold the language's grammar */
export function sourceSecrets(
  engine: ParseEngine,
  { language, text, treeKey }: { readonly language: Language; readonly text: string; readonly treeKey?: string },
  finder: SecretFinder,
): readonly TextSpan[] {
  return findSourceSecrets(parseSource(engine, { language, text, generated: false, treeKey }), finder);
}
