/** Facts of TypeScript and JavaScript sources, as text. */
import type { Language } from "@sdl/model";
import { FactsPage, factsText } from "@sdl/model/facts";
import { NO_SECRETS, type SecretFinder } from "@sdl/model/text";
import { extractFacts } from "../../../src/languages/extract-file.js";
import { ParseEngine } from "../../../src/parse/parser.js";

const engine = await ParseEngine.create(["typescript", "tsx", "javascript"]);

/** Finds nothing: other tests cover secrets. */

/** The facts page of `source`. */
export function pageOf(
  source: string,
  language: Language = "typescript",
  masker: SecretFinder = NO_SECRETS,
): FactsPage {
  return new FactsPage(extractFacts(engine, { language, text: source, generated: false }, masker));
}

/**
 * The facts of `source`, without the line of the module symbol and, if there are no syntax errors, without the line of
 * the file. A leading line break of `source` is dropped, so that fixtures can start on a new line.
 */
export function factsOf(source: string, language: Language = "typescript"): string {
  const lines = factsText(pageOf(source.replace(/^\n/, ""), language))
    .trimEnd()
    .split("\n");
  return lines.filter((line) => !line.startsWith("module <module>") && !line.startsWith("file errors=0")).join("\n");
}
