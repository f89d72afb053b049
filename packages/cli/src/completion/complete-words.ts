/** Completion candidates for a command line, from the program's own commands, options and arguments. */
import type { Argument, Command, Option } from "commander";

/** Candidates for the word that is being typed. */
export interface Completion {
  /** Words that begin with the typed text. */
  readonly words: readonly string[];
  /** A further kind of candidate, which the caller completes. */
  readonly also?: "symbols" | "files";
}

const SYMBOL_ARGUMENTS = new Set(["symbol", "from", "to"]);
const FILE_ARGUMENTS = new Set(["file", "path"]);
const SYMBOL_OPTIONS = new Set(["--symbol"]);
const FILE_OPTIONS = new Set(["--repo", "--store", "--out"]);

/** Whether help lists a command: a command without a description is called by programs only. */
export function isListed(command: Command): boolean {
  return command.description() !== "";
}

/** @param words the words after the program's name; the last one is being typed and may be empty */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? "";
  const { command, rest } = findCommand(program, words.slice(0, -1));
  const starting = (all: readonly string[]): string[] => all.filter((word) => word.startsWith(typed)).sort();
  const before = findOption(command, rest.at(-1));
  if (before !== undefined && takesValue(before)) return optionValues(before, starting);
  if (typed.startsWith("-")) return { words: starting(visibleOptions(command)) };
  const commands = rest.length === 0 ? command.commands.filter(isListed).map((one) => one.name()) : [];
  const argument = argumentAtPosition(command, countPositionals(command, rest));
  return { words: starting([...commands, ...(argument?.argChoices ?? [])]), ...alsoCompletedAt(argument) };
}

/** The command that the words name, with the remaining words. */
function findCommand(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  let command = program;
  let at = 0;
  for (; at < words.length; at++) {
    const below = command.commands.find((one) => one.name() === words[at] || one.aliases().includes(words[at] ?? ""));
    if (below === undefined) break;
    command = below;
  }
  return { command, rest: words.slice(at) };
}

/** The number of words that are neither options nor values of options. */
function countPositionals(command: Command, words: readonly string[]): number {
  return words.filter((word, at) => {
    const before = findOption(command, words[at - 1]);
    return !word.startsWith("-") && !(before !== undefined && takesValue(before));
  }).length;
}

function argumentAtPosition({ registeredArguments: all }: Command, at: number): Argument | undefined {
  return all[at] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined);
}

function alsoCompletedAt(argument: Argument | undefined): Pick<Completion, "also"> {
  if (argument === undefined) return {};
  if (SYMBOL_ARGUMENTS.has(argument.name())) return { also: "symbols" };
  return FILE_ARGUMENTS.has(argument.name()) ? { also: "files" } : {};
}

function optionValues(option: Option, starting: (words: readonly string[]) => string[]): Completion {
  if (option.argChoices !== undefined) return { words: starting(option.argChoices) };
  if (SYMBOL_OPTIONS.has(option.long ?? "")) return { words: [], also: "symbols" };
  return { words: [], ...(FILE_OPTIONS.has(option.long ?? "") ? { also: "files" } : {}) };
}

function findOption(command: Command, word: string | undefined): Option | undefined {
  return word === undefined ? undefined : command.options.find(({ short, long }) => short === word || long === word);
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function visibleOptions(command: Command): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
}
