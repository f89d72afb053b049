/** Command line options of `sdl graph`. */
import { type Command, Option } from "commander";
import { parseCount } from "../option-values.js";
import { GRAPH_FORMATS } from "./graph-command.js";

const EXAMPLES = `
Without --symbol, --slice or --delta: the most used symbols of the repository.

Examples:
  sdl graph --symbol Session.refresh --open
  sdl graph --slice "fix the login timeout" --out login.html
  sdl graph --delta HEAD @draft                the files as they are on the disk
  sdl graph --symbol src/cart.ts --format mermaid`;

/** Adds the options and examples to the command. */
export function graphOptions(command: Command): Command {
  return command
    .option("-s, --symbol <symbol>", "its callers and callees: FILE:LINE, FILE#NAME, Class.method, a name or an id")
    .option("--slice <task>", "what matters for a task in words")
    .option("--delta <revisions...>", "what changed between two revisions, and what that may affect")
    .option("--depth <n>", "of --symbol: steps to callers and callees, 1 to 10; default 2", parseCount)
    .option("-n, --limit <n>", "at most this many symbols", parseCount)
    .option("--tests", "of the repository: its test code too")
    .addOption(
      new Option("--format <format>", "a page, or text for other programs").choices(GRAPH_FORMATS).default("html"),
    )
    .option("-o, --out <file>", "where to write; default: pages into a temporary folder, else standard output")
    .option("--open", "open the written file")
    .option("--fresh", "index changed files first, however long that takes")
    .option("--no-fresh", "draw the index as it is; default: index quick changes first")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .addHelpText("after", EXAMPLES);
}
