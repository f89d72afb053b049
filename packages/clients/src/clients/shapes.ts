/** The forms in which clients write a server that they start. */
import type { CommandLine } from "../command-line.js";
import type { Fields } from "../edit/editor.js";
import type { EntryShape } from "./client.js";

/** The key of the server. Short: clients put it in front of the names of its tools. */
export const SERVER_KEY = "sdl";

/** `command` and `args`, beside other fields. */
function commandShape(command: string, args: string, before: Fields = {}, after: Fields = {}): EntryShape {
  return {
    lineFields: [command, args],
    write: (line) => ({ ...before, [command]: line.command, [args]: [...line.args], ...after }),
    read: (entry) => lineOf(entry[command], entry[args] ?? []),
  };
}

function lineOf(command: unknown, args: unknown): CommandLine | undefined {
  if (typeof command !== "string" || !Array.isArray(args)) return undefined;
  return { command, args: args.filter((arg) => typeof arg === "string") };
}

/** `{ "command": …, "args": […] }` */
export const PLAIN = commandShape("command", "args");

/** VS Code's. */
export const STDIO = commandShape("command", "args", { type: "stdio" });

/** Of Copilot's command line: its tools have to be allowed. */
export const LOCAL = commandShape("command", "args", { type: "local" }, { tools: ["*"] });

/** Continue's servers are a list. */
export const NAMED = commandShape("command", "args", { name: SERVER_KEY });

export const GOOSE = commandShape(
  "cmd",
  "args",
  { enabled: true, type: "stdio", name: SERVER_KEY, description: "Symbol graph of the repository" },
  { timeout: 300 },
);

/** opencode's: the command with its arguments in one list. */
export const COMMAND_LIST: EntryShape = {
  lineFields: ["command"],
  write: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  read: ({ command }) => (Array.isArray(command) ? lineOf(command[0], command.slice(1)) : undefined),
};
