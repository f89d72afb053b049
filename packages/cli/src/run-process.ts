/** The `sdl` program as a process: its arguments, its signals, its exit code. */
import process from "node:process";
import { ExitCode } from "./exit-codes.js";
import { runCli } from "./run-cli.js";
import { processTerminal } from "./terminal.js";

export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  const args = process.argv.slice(2);

  // The server ends by its own rules. A second Ctrl-C does not wait.
  if (args[0] !== "serve") {
    process.on("SIGINT", () => {
      if (interruption.signal.aborted) process.exit(ExitCode.Interrupted);
      interruption.abort();
    });
  }
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? ExitCode.Ok : ExitCode.Failure);
  });

  process.exitCode = await runCli(args, {
    cwd: process.cwd(),
    env: process.env,
    terminal: processTerminal(process.env),
    signal: interruption.signal,
  });
}
