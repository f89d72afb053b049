/** One Go source to its facts as text: the function all these tests go through. */
import { FactsPage, factsText } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { extractFacts } from "../../../src/languages/extract-file.js";
import { ParseEngine } from "../../../src/parse/parser.js";

const engine = await ParseEngine.create(["go"]);

export function pageOf(source: string): FactsPage {
  return new FactsPage(extractFacts(engine, { language: "go", text: source, generated: false }, NO_SECRETS));
}

/** The facts of `source`, a line each, of those lines that begin with one of the words; details are indented below. */
export function factsOf(source: string, kinds: string): string {
  const wanted = new Set(kinds.split(" "));
  const lines: string[] = [];
  let keeps = false;
  for (const line of factsText(pageOf(source)).trimEnd().split("\n")) {
    if (!line.startsWith(" ")) keeps = wanted.has(line.split(" ", 1)[0] ?? "");
    if (keeps) lines.push(line);
  }
  return lines.join("\n");
}
