#!/usr/bin/env node
/** The `sdl` program. */
import module from "node:module";
import process from "node:process";
import { ExitCode } from "./exit-codes.js";
import { processTerminal } from "./terminal.js";

// Of Node 22.1 and later; what is imported after it starts without compiling its modules again.
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();
const { runCli } = await import("./run-cli.js");

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
