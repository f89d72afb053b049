/** Process of the `sdl` program: its arguments, signals and exit code. */
import { isAbsolute, parse } from "node:path";
import process from "node:process";
import { ExitCode } from "./exit-codes.js";
import { mayFinishInBackground } from "./finish-in-background.js";
import { runCli } from "./run-cli.js";
import { processTerminal } from "./terminal.js";

/** The working directory. If it was deleted, the name that the shell still has for it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    const { PWD: path = "" } = process.env;
    return isAbsolute(path) ? path : parse(process.execPath).root;
  }
}

/** Runs the command of the process's arguments and sets the exit code. */
export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  const args = process.argv.slice(2);

  // Servers handle signals themselves. A second Ctrl-C ends the process at once.
  if (args[0] !== "serve" && args[0] !== "lsp") {
    process.on("SIGINT", () => {
      if (interruption.signal.aborted) process.exit(ExitCode.Interrupted);
      interruption.abort();
    });
  }
  // A reader that stops early, such as `head`, is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(ExitCode.Ok);
    process.stderr.write(
      `error [busy] standard output cannot be written (${error.code}); the answer is not complete\n`,
    );
    process.exit(ExitCode.Failure);
  });
  // Nobody reads standard error any more.
  process.stderr.on("error", () => undefined);

  process.exitCode = await runCli(args, {
    cwd: workingDirectory(),
    env: process.env,
    terminal: processTerminal(process.env),
    signal: interruption.signal,
    finishesInBackground: mayFinishInBackground(process.env),
  });
}
