/** Facts of a Python source, as text; used by all tests of Python. */
import { FactsPage, factsText } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { extractFacts } from "../../../src/languages/extract-file.js";
import { ParseEngine } from "../../../src/parse/parser.js";

const engine = await ParseEngine.create(["python"]);

/** The facts page of `source`. */
export function pageOf(source: string): FactsPage {
  return new FactsPage(extractFacts(engine, { language: "python", text: source, generated: false }, NO_SECRETS));
}

/**
 * The facts of `source`, one per line; details of a symbol are indented below it.
 * @param kinds first words of the lines to keep, with the lines indented below them: `class method`, `ref`; all by
 * default
 */
export function factsOf(source: string, kinds = ""): string {
  const wanted = kinds === "" ? undefined : new Set(kinds.split(" "));
  const lines: string[] = [];
  let keeps = false;
  for (const line of factsText(pageOf(dedent(source)))
    .trimEnd()
    .split("\n")) {
    if (!line.startsWith(" ")) keeps = wanted === undefined || wanted.has(line.split(" ", 1)[0] ?? "");
    if (keeps) lines.push(line);
  }
  return lines.join("\n");
}

/** Removes the first line break and the common indentation. */
function dedent(source: string): string {
  const lines = source.replace(/^\n/, "").split("\n");
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const indent = widths.length === 0 ? 0 : Math.min(...widths);
  return lines.map((line) => line.slice(indent)).join("\n");
}
