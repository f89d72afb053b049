/** Registration of `sdl init`, which sets clients up. */
import { CLIENTS } from "@sdl/clients";
import { type Command, Option } from "commander";
import { type InitOptions, initCommand } from "./commands/init-command.js";
import type { SessionEnvironment } from "./session.js";

const HELP = `
Without --client or --all-found it writes nothing and says what it found.
Other servers, comments and the form of the file are kept. A copy of the file from
before is kept in the home of sdl, and --remove restores it.

Examples:
  sdl init --client claude-code
  sdl init --all-found --dry-run
  sdl init --remove`;

/** Adds the command to the program. */
export function addInit(program: Command, environment: SessionEnvironment): void {
  program
    .command("init")
    .description("Add the MCP server to the coding agents that you have.")
    .addOption(new Option("--client <name...>", "these clients").choices(CLIENTS.map(({ id }) => id)))
    .addOption(new Option("--all-found", "every client that is installed").conflicts("client"))
    .addOption(new Option("--project", "in the repository's files").conflicts("user"))
    .option("--user", "in your own files; default: depends on the client")
    .option("--instructions", "also tell agents when to call which tool, in AGENTS.md and its like")
    .option("--hooks", "also add context to the agent's own searches and reads: sdl augment")
    .option("--dry-run", "show what would change, and write nothing")
    .option("--remove", "take back what was added: the server, instructions and hooks, or those named")
    .option("--json", "the changes as JSON")
    .addHelpText("after", HELP)
    .action((options: InitOptions) => initCommand(environment, options));
}
