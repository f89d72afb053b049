/** Recognises shell commands that search or show a file. Runs and expands nothing. */
import { parseHits } from "./search-hits.js";
import type { ToolLookup } from "./tool-lookup.js";

const SEARCHES = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack", "ugrep"]);
const SHOWS = new Set(["cat", "head", "tail", "less", "bat", "nl"]);
/** Search options whose value is the next word, so that the value is not taken for the pattern. */
const WITH_VALUE =
  /^(-[ABCmgtTfjd]|--(include|exclude|exclude-dir|glob|type|type-not|max-count|context|after-context|before-context|file|threads))$/;
const PATTERN_OPTION = /^(-e|--regexp)$/;

/** @param printed the command's output */
export function lookupOfCommand(command: string, printed: string): ToolLookup | undefined {
  return splitCommands(command)
    .map((words) => lookupOfWords(words, printed))
    .find((lookup) => lookup !== undefined);
}

function lookupOfWords(words: readonly string[], printed: string): ToolLookup | undefined {
  const [program = "", ...rest] = words[0] === "git" && words[1] === "grep" ? words.slice(1) : words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const pattern = SEARCHES.has(name) ? findPattern(rest) : undefined;
  if (pattern !== undefined) return { kind: "search", pattern, hits: parseHits(printed) };
  const isShown = SHOWS.has(name) || (name === "sed" && rest.includes("-n"));
  const path = isShown ? rest.findLast(isPath) : undefined;
  return path === undefined ? undefined : { kind: "read", path, ...(name === "sed" ? lineRangeOfSed(rest) : {}) };
}

function findPattern(words: readonly string[]): string | undefined {
  const named = words.findIndex((word) => PATTERN_OPTION.test(word));
  if (named >= 0) return words[named + 1];
  return words.find((word, at) => !word.startsWith("-") && !WITH_VALUE.test(words[at - 1] ?? ""));
}

function isPath(word: string): boolean {
  return /^[^-].*\.\w+$/.test(word);
}

/** The line range of `sed -n 10,20p`. */
function lineRangeOfSed(words: readonly string[]): { readonly from: number; readonly to: number } | undefined {
  const [, from, to = from] =
    words.map((word) => /^(\d+)(?:,(\d+))?p$/.exec(word)).find((match) => match !== null) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}

/** The words of each command in a shell line, unquoted; commands are split at `|`, `;`, `&` and line ends. */
function splitCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token, quoted, plain] of line.matchAll(
    /("(?:[^"\\]|\\.)*"|'[^']*')|((?:[^\s"'|;&\\]|\\.)+)|[|;&\n]|\s+/g,
  )) {
    if (quoted !== undefined) commands.at(-1)?.push(unquoteWord(quoted));
    else if (plain !== undefined) commands.at(-1)?.push(plain);
    else if (/[|;&\n]/.test(token)) commands.push([]);
  }
  return commands.filter((words) => words.length > 0);
}

function unquoteWord(text: string): string {
  const inner = text.slice(1, -1);
  return text.startsWith('"') ? inner.replace(/\\(["\\$`])/g, "$1") : inner;
}
