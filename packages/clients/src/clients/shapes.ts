/** Shapes of server entries in clients' files, for servers started as programs. */
import type { CommandLine } from "../command-line.js";
import type { EntryFields } from "../edit/editor.js";
import type { EntryShape } from "./client.js";

/** Key of the server entry. Short, because clients put it before the names of its tools. */
export const SERVER_KEY = "sdl";

/** An entry with a command and a list of arguments in two fields, and further constant fields. */
function commandShape(command: string, args: string, before: EntryFields = {}, after: EntryFields = {}): EntryShape {
  return {
    lineFields: [command, args],
    write: (line) => ({ ...before, [command]: line.command, [args]: [...line.args], ...after }),
    read: (entry) => readCommandLine(entry[command], entry[args] ?? []),
  };
}

function readCommandLine(command: unknown, args: unknown): CommandLine | undefined {
  if (typeof command !== "string" || !Array.isArray(args)) return undefined;
  return { command, args: args.filter((arg) => typeof arg === "string") };
}

/** Plain shape: `{ "command": …, "args": […] }` */
export const PLAIN_SHAPE = commandShape("command", "args");

/** Shape of VS Code. */
export const STDIO_SHAPE = commandShape("command", "args", { type: "stdio" });

/** Shape of Copilot's command line, in which the tools must be allowed. */
export const COPILOT_SHAPE = commandShape("command", "args", { type: "local" }, { tools: ["*"] });

/** Shape of Continue, whose servers are a list. */
export const NAMED_SHAPE = commandShape("command", "args", { name: SERVER_KEY });

/** Shape of Goose's extensions. */
export const GOOSE_SHAPE = commandShape(
  "cmd",
  "args",
  { enabled: true, type: "stdio", name: SERVER_KEY, description: "Symbol graph of the repository" },
  { timeout: 300 },
);

/** Shape of opencode: command and arguments in one list. */
export const COMMAND_LIST_SHAPE: EntryShape = {
  lineFields: ["command"],
  write: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  read: ({ command }) => (Array.isArray(command) ? readCommandLine(command[0], command.slice(1)) : undefined),
};
