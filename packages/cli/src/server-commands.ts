/** Registration of the commands that agents and editors start: serve, lsp, augment. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type AugmentOptions, augmentCommand } from "./commands/augment-command.js";
import { type LspOptions, lspCommand } from "./commands/lsp-command.js";
import { serveCommand } from "./commands/serve/serve-command.js";
import type { ServeOptions } from "./commands/serve/serve-options.js";
import type { GlobalOptions, SessionEnvironment } from "./session.js";

const HTTP_PORT = 7333;
const MAX_PORT = 65_535;

/** Adds `sdl serve` to the program. */
export function addServe(program: Command, environment: SessionEnvironment): void {
  const command = program
    .command("serve")
    .description("Serve the actions as MCP tools to coding agents.")
    .option("--stdio", "serve on standard input and output")
    .option("--http", "serve over streamable HTTP, to clients with the token")
    .addOption(
      new Option("--port <number>", "for --http; 0 takes a free one")
        .default(HTTP_PORT)
        .argParser(parsePort)
        .env("SDL_SERVE_PORT"),
    )
    .addOption(
      new Option("--host <address>", "for --http: the address to listen at").default("127.0.0.1").env("SDL_SERVE_HOST"),
    )
    .addOption(
      new Option("--allowed-host <name...>", "for --http: a further name by which clients may reach it")
        .argParser(splitNames)
        .env("SDL_SERVE_ALLOWED_HOSTS"),
    );
  for (const option of teamOptions()) command.addOption(option);
  command
    .addOption(
      new Option("--request-timeout <seconds>", "for --http: longest time of one request")
        .default(60)
        .argParser(parseSeconds),
    )
    .option("--repo <path...>", "answer about these repositories alone")
    .option("--store <dir>", "folder of the index, if not .sdl/")
    .addOption(
      new Option("--tools <set>", "which tools to list; all that are offered can be called; default: core").choices([
        "core",
        "all",
        "gateway",
        "code",
      ]),
    )
    .option("--read-only", "offer only what reads; indexes are still kept up to date (SDL_READ_ONLY=1)")
    .addOption(
      new Option("--toolsets <names>", "offer only these groups: query, source, change, repo, agent")
        .argParser(splitNames)
        .env("SDL_TOOLSETS"),
    )
    .addOption(
      new Option("--exclude-tools <names>", "offer all but these").argParser(splitNames).env("SDL_EXCLUDE_TOOLS"),
    )
    .addOption(
      new Option("--tool-names <style>", "sdl_slice_build or sdl.slice.build")
        .choices(["underscore", "dotted"])
        .default("underscore")
        .env("SDL_TOOL_NAMES"),
    )
    .option("--output-schemas", "also list schemas of answers; answers are JSON then")
    .option("--json", "answer with JSON unless a call asks for text")
    .option("--no-watch", "index changed files when a question comes, not as they change")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .addOption(
      new Option("--idle-exit <minutes>", "end after this time without a request; 0: never; default: 720, over HTTP 0")
        .argParser(parseMinutes)
        .env("SDL_IDLE_EXIT"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  claude mcp add sdl -- sdl serve --stdio\n  sdl serve --http --repo ~/code/shop ~/code/site\n  sdl serve --http --remote /mnt/team/sdl",
    )
    .action((options: ServeOptions) => serveCommand(environment, options));
}

/** Options of a server over a team's remote. */
function teamOptions(): readonly Option[] {
  return [
    new Option("--remote <place>", "for --http: serve what was pushed to a team's remote").env("SDL_SERVE_REMOTE"),
    new Option("--rules <file>", "for --remote: tokens and the repositories that each reads").env("SDL_SERVE_RULES"),
    new Option("--mirrors <folder>", "for --remote: bare clones, from which source is shown").env("SDL_SERVE_MIRRORS"),
    new Option("--data <folder>", "for --remote: folder of cached indexes and the audit log").env("SDL_SERVE_DATA"),
    new Option("--cache-bytes <number>", "for --remote: room for cached indexes; default: 10000000000")
      .argParser(parseBytes)
      .env("SDL_SERVE_CACHE_BYTES"),
  ];
}

/** Adds `sdl lsp` to the program. */
export function addLsp(program: Command, environment: SessionEnvironment): void {
  program
    .command("lsp")
    .description("Serve the graph to an editor, with its unsaved text.")
    .requiredOption("--stdio", "over standard input and output")
    // The protocol recommends it to editors; `initialize` says the same.
    .addOption(new Option("--clientProcessId <pid>", "the editor's process").hideHelp())
    .option("--store <dir>", "folder of the index, if not .sdl/")
    .option("--no-watch", "index changed files when a question comes, not as they change")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .addHelpText("after", "\nThe Language Server Protocol, for Neovim, Helix, Zed and others.")
    .action((options: GlobalOptions & LspOptions) => lspCommand(environment, options, options));
}

/** Adds `sdl augment` to the program. */
export function addAugment(program: Command, environment: SessionEnvironment): void {
  program
    .command("augment")
    .description("A hook that adds context to an agent's own searches.")
    .option("--client <name>", "the client whose hook this is; default: found from the event")
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

function parsePort(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= MAX_PORT) return value;
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_PORT}.`);
}

function parseBytes(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError("It must be a whole number of bytes.");
}

function parseSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("It must be a number above 0, at most 86400.");
}

function parseMinutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 525_600) return value;
  throw new InvalidArgumentError("It must be a number from 0 to 525600.");
}

/** Splits `a,b c`; the option may be given several times. */
function splitNames(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(/[\s,]+/).filter((name) => name !== "")];
}
