/** One run of the program: arguments in, exit code out. The outermost place that catches errors. */

import { type ErrorAnswer, homeDirectory, ProgramLog, sdlVersion, toErrorAnswer } from "@sdl/engine";
import { CommanderError } from "commander";
import { ExitCode, exitCodeOf, RiskReached } from "./exit-codes.js";
import { FoundProblems } from "./found-problems.js";
import { createProgram } from "./program.js";
import { renderError } from "./render/errors.js";
import { writeJson } from "./render/json.js";
import type { SessionEnvironment } from "./session.js";

/** @param args without the interpreter and the script */
export async function runCli(args: readonly string[], environment: SessionEnvironment): Promise<number> {
  try {
    await createProgram(environment, sdlVersion()).parseAsync(args, { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    if (error instanceof RiskReached) return ExitCode.Risk;
    if (error instanceof FoundProblems) return error.exitCode;
    if (environment.signal.aborted) {
      environment.terminal.err("Interrupted.\n");
      return ExitCode.Interrupted;
    }
    const log = new ProgramLog({ home: homeDirectory(environment.env) });
    return reportError(toErrorAnswer(error, log), args, environment);
  }
}

/** Prints an error; with `--json` as JSON on standard output, so that a script reads one stream. */
function reportError(error: ErrorAnswer, args: readonly string[], { terminal }: SessionEnvironment): number {
  if (args.includes("--json") || args[0] === "tool") writeJson(terminal, { error });
  else terminal.err(renderError(error, terminal.style));
  return exitCodeOf(error.code);
}
