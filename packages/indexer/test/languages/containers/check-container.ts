/** Facts of component files and notebooks, as text. */
import { FactsPage, factsText } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { extractFacts } from "../../../src/languages/extract-file.js";
import { ParseEngine } from "../../../src/parse/parser.js";
import { findFileKind } from "../../../src/workspace/index.js";

const engine = await ParseEngine.create(["vue", "notebook"]);

/** The facts page of a file. @param path its name gives the format and the component's name */
export function pageOf(path: string, text: string): FactsPage {
  const language = findFileKind(path)?.language;
  if (language === undefined) throw new Error(`no source: ${path}`);
  return new FactsPage(extractFacts(engine, { language, path, text, generated: false }, NO_SECRETS));
}

/** Lines of a file's facts that start with one of the words. */
export function factLines(path: string, text: string, words: readonly string[]): readonly string[] {
  const lines = factsText(pageOf(path, text)).trimEnd().split("\n");
  return lines.filter((line) => words.some((word) => line.trimStart().startsWith(`${word} `)));
}

/** The references of a file, each as `owner kind target @place`. */
export function refsOf(path: string, text: string): readonly string[] {
  return factLines(path, text, ["ref"]).map((line) => line.slice("ref ".length));
}
