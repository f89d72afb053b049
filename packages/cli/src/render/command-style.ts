/** Style that words next calls in texts and errors as commands of this program. */
import type { TextStyle } from "@sdl/engine";

type Arguments = Readonly<Record<string, unknown>>;

/** @returns a command that can be typed as it is */
export function commandCall(action: string, args: Arguments): string {
  const write = COMMANDS[action];
  return write?.(args) ?? `sdl tool ${action.replace(/^sdl\./, "")} ${quoteForShell(JSON.stringify(args))}`;
}

/** Names actions as commands, in texts and in errors. */
export const COMMAND_STYLE: TextStyle = {
  call: commandCall,
  namesHandles: false,
  words: (text) =>
    text.replace(/\bsdl(?:\.\w+)+/g, (action) => COMMAND_NAMES[action] ?? `sdl tool ${action.slice("sdl.".length)}`),
};

/** Commands by the action that they run. */
const COMMAND_NAMES: Readonly<Record<string, string>> = {
  "sdl.index.refresh": "sdl index",
  "sdl.symbol.search": "sdl search",
  "sdl.symbol.getCard": "sdl card",
  "sdl.symbol.references": "sdl refs",
  "sdl.graph.path": "sdl path",
  "sdl.file.outline": "sdl outline",
  "sdl.file.read": "sdl file",
  "sdl.slice.build": "sdl slice",
  "sdl.repo.status": "sdl status",
  "sdl.info": "sdl info",
};

/** The command for an action's arguments; `undefined` for arguments that the command cannot express. */
const COMMANDS: Readonly<Record<string, (args: Arguments) => string | undefined>> = {
  "sdl.index.refresh": (args) => (onlyKnown(args, ["repoId", "mode"]) ? indexCommand(args) : undefined),
  "sdl.repo.register": ({ rootPath }) =>
    rootPath === undefined ? "sdl index" : `sdl index ${quoteForShell(rootPath)}`,
  "sdl.symbol.search": (args) => writeCommand("sdl search", args, ["query"]),
  "sdl.symbol.getCard": (args) => writeCommand("sdl card", args, ["symbol", "symbolId"], ["source"]),
  "sdl.symbol.references": (args) =>
    writeCommand("sdl refs", args, ["symbol", "symbolId"], ["direction", "depth", "limit", "cursor"]),
  "sdl.file.read": ({ budget, ...args }) =>
    writeCommand("sdl file", budget === 2000 ? args : { ...args, tokens: budget }, ["path"], ["lines", "tokens"]),
  "sdl.file.outline": (args) => writeCommand("sdl outline", args, ["file"]),
  "sdl.memory.query": (args) => writeCommand("sdl memory show", args, ["memoryId"]),
  "sdl.slice.build": (args) => writeCommand("sdl slice", args, ["taskText"]),
};

/** `sdl index` takes a repository by path as its argument, by name as `--repo`. */
function indexCommand({ repoId, ...rest }: Arguments): string {
  return /[\\/]/.test(String(repoId ?? ""))
    ? `sdl index ${quoteForShell(repoId)}`
    : `sdl index${repositoryOption({ repoId, ...rest })}`;
}

/**
 * @param named arguments of which the first one given becomes the command's argument @param options arguments that the
 * command takes as options of the same name
 */
function writeCommand(
  command: string,
  args: Arguments,
  named: readonly string[],
  options: readonly string[] = [],
): string | undefined {
  const name = named.find((one) => args[one] !== undefined);
  if (name === undefined || !onlyKnown(args, ["repoId", name, ...options])) return undefined;
  const given = options.filter((one) => args[one] !== undefined).map((one) => ` --${one} ${quoteForShell(args[one])}`);
  return `${command} ${quoteForShell(args[name])}${given.join("")}${repositoryOption(args)}`;
}

function onlyKnown(args: Arguments, names: readonly string[]): boolean {
  return Object.keys(args).every((name) => names.includes(name));
}

function repositoryOption({ repoId }: Arguments): string {
  return repoId === undefined ? "" : ` --repo ${quoteForShell(repoId)}`;
}

/** Quotes a value for a shell, if needed. */
function quoteForShell(value: unknown): string {
  const text = String(value);
  return /^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
