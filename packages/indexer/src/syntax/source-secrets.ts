/** Secrets of a text without stored facts: of a file that changed since it was indexed, or of a draft. */
import type { Language } from "@sdl/model";
import type { SecretFinder, TextSpan } from "@sdl/model/text";
import { findSourceSecrets } from "../extract/secrets/find-source-secrets.js";
import { parseSource } from "../languages/extract-file.js";
import type { ParseEngine } from "../parse/parser.js";

/**
 * Finds the secrets. @returns as in the table SECRETS of the text's facts; the engine must have the language's grammar
 * loaded
 */
export function sourceSecrets(
  engine: ParseEngine,
  { language, text, treeKey }: { readonly language: Language; readonly text: string; readonly treeKey?: string },
  finder: SecretFinder,
): readonly TextSpan[] {
  return findSourceSecrets(parseSource(engine, { language, text, generated: false, treeKey }), finder);
}
