/** `sdl completion SHELL`, which prints a script, and `sdl complete -- WORD…`, which that script calls. */
import { namesStarting } from "@sdl/engine";
import { Argument, type Command } from "commander";
import { actionContext, type SessionEnvironment, withSession } from "../session.js";
import { completeWords } from "./complete-words.js";
import { completionScript, FILES, SHELLS, type Shell } from "./shells.js";

/** Longer lists do not help anybody choose. */
const MAX_NAMES = 200;

/** Adds both commands to the program. */
export function addCompletion(program: Command, environment: SessionEnvironment): void {
  program
    .command("completion")
    .description("Let a shell complete commands, symbols and files.")
    .addArgument(new Argument("<shell>", "which").choices(SHELLS))
    .addHelpText("after", "\nExample:\n  source <(sdl completion bash)")
    .action((shell: Shell) => environment.terminal.out(completionScript(shell)));
  program
    .command("complete")
    .argument("[words...]")
    .action((words: readonly string[]) => completeCommand(program, environment, words));
}

async function completeCommand(
  program: Command,
  environment: SessionEnvironment,
  words: readonly string[],
): Promise<void> {
  const { words: known, also } = completeWords(program, words);
  const typed = words.at(-1) ?? "";
  const names = also === "symbols" && typed !== "" ? await symbolNames(environment, typed) : [];
  // A symbol may be given as FILE:LINE.
  const files = also === undefined ? [] : [FILES];
  for (const word of [...known, ...names, ...files]) environment.terminal.out(`${word}\n`);
}

/**
 * Names of symbols that begin with the typed text; empty without an index. Completion never indexes and prints no
 * error.
 */
async function symbolNames(environment: SessionEnvironment, typed: string): Promise<readonly string[]> {
  try {
    return await withSession(environment, { autoIndex: false, settle: false }, (session) =>
      namesStarting(actionContext(session), {}, typed, MAX_NAMES),
    );
  } catch {
    return [];
  }
}
