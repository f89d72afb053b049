/** The `sdl` program as a process: its arguments, its signals, its exit code. */
import { isAbsolute, parse } from "node:path";
import process from "node:process";
import { ExitCode } from "./exit-codes.js";
import { mayFinishBehind } from "./finish-behind.js";
import { runCli } from "./run-cli.js";
import { processTerminal } from "./terminal.js";

/** Where the program stands. A folder that was deleted meanwhile still has the name that the shell knows. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    const { PWD: path = "" } = process.env;
    return isAbsolute(path) ? path : parse(process.execPath).root;
  }
}

export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  const args = process.argv.slice(2);

  // Servers end by their own rules. A second Ctrl-C does not wait.
  if (args[0] !== "serve" && args[0] !== "lsp") {
    process.on("SIGINT", () => {
      if (interruption.signal.aborted) process.exit(ExitCode.Interrupted);
      interruption.abort();
    });
  }
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(ExitCode.Ok);
    process.stderr.write(
      `error [busy] standard output cannot be written (${error.code}); the answer is not complete\n`,
    );
    process.exit(ExitCode.Failure);
  });
  // Nobody reads what it says there.
  process.stderr.on("error", () => undefined);

  process.exitCode = await runCli(args, {
    cwd: workingDirectory(),
    env: process.env,
    terminal: processTerminal(process.env),
    signal: interruption.signal,
    finishesBehind: mayFinishBehind(process.env),
  });
}
