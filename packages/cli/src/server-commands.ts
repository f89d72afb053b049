/** The commands that others start: agents and editors. */
import { type Command, Option } from "commander";
import { type AugmentOptions, augmentCommand } from "./commands/augment-command.js";
import { type LspOptions, lspCommand } from "./commands/lsp-command.js";
import { type ServeOptions, serveCommand } from "./commands/serve-command.js";
import type { GlobalOptions, SessionEnvironment } from "./session.js";

export function addServe(program: Command, environment: SessionEnvironment): void {
  program
    .command("serve")
    .description("Serve the actions as MCP tools to a coding agent.")
    .requiredOption("--stdio", "over standard input and output")
    .option("--store <dir>", "where the index lies, if not in .sdl/")
    .addOption(
      new Option("--tools <set>", "which tools to list; all can be called")
        .choices(["core", "all", "gateway", "code"])
        .default("core"),
    )
    .addOption(
      new Option("--tool-names <style>", "sdl_slice_build or sdl.slice.build")
        .choices(["underscore", "dotted"])
        .default("underscore")
        .env("SDL_TOOL_NAMES"),
    )
    .option("--output-schemas", "list the schemas of answers too, which are JSON then")
    .option("--json", "answer with JSON where a call asks for no form")
    .option("--no-watch", "index changed files when a question comes, not as they change")
    .option("--no-auto-index", "index nothing that was not indexed before")
    .addHelpText("after", "\nExample, for Claude Code:\n  claude mcp add sdl -- sdl serve --stdio")
    .action((options: GlobalOptions & ServeOptions) => serveCommand(environment, options, options));
}

export function addLsp(program: Command, environment: SessionEnvironment): void {
  program
    .command("lsp")
    .description("Serve the graph to an editor, and take its unsaved text into it.")
    .requiredOption("--stdio", "over standard input and output")
    // The protocol recommends it to editors; `initialize` says the same.
    .addOption(new Option("--clientProcessId <pid>", "the editor's process").hideHelp())
    .option("--store <dir>", "where the index lies, if not in .sdl/")
    .option("--no-watch", "index changed files when a question comes, not as they change")
    .option("--no-auto-index", "index nothing that was not indexed before")
    .addHelpText("after", "\nThe Language Server Protocol, for Neovim, Helix, Zed and others.")
    .action((options: GlobalOptions & LspOptions) => lspCommand(environment, options, options));
}

export function addAugment(program: Command, environment: SessionEnvironment): void {
  program
    .command("augment")
    .description("Add what the graph knows to an agent's own searches, as its hook.")
    .option("--client <name>", "whose hook it is; told from the event, too")
    .option("-v, --verbose", "say on standard error why nothing is added")
    .addHelpText(
      "after",
      `
Reads a hook's event (a search, a list of files, a file that was read) from standard
input and writes at most 300 tokens for the agent: definitions, users, tests. Silent
where the index knows nothing; never indexes, never fails. sdl init --hooks sets it up.`,
    )
    .action((options: AugmentOptions) => augmentCommand(environment, options));
}
