/** Command lines in configuration files: creating, recognising and updating them. Pure. */
import { ConfigError } from "./config-error.js";
import { type Platform, pathFunctions } from "./place.js";
import { PACKAGE, PUBLISHED } from "./published.js";

/** A program with its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** The program that is running. */
export interface Program {
  /** Absolute path of `sdl.js`. */
  readonly script: string;
  /** Command of Node.js: `node` if that is on the PATH, or else an absolute path. */
  readonly node: string;
}

const SERVE = ["serve", "--stdio"];

/** Command line that starts the server. @throws {ConfigError} `EPHEMERAL` if the program is in a temporary cache */
export function serveLine(program: Program, platform: Platform, isPublished: boolean = PUBLISHED): CommandLine {
  return commandLineFor(SERVE, program, platform, isPublished);
}

/**
 * Shell command line of a hook.
 * @param client see `sdl augment --client`
 * @throws {ConfigError} `EPHEMERAL` if the program is in a cache
 */
export function augmentLine(
  client: string,
  program: Program,
  platform: Platform,
  isPublished: boolean = PUBLISHED,
): string {
  const { command, args } = commandLineFor(["augment", "--client", client], program, platform, isPublished);
  return [command, ...args].map((part) => quoteArgument(part, platform)).join(" ");
}

function commandLineFor(
  args: readonly string[],
  program: Program,
  platform: Platform,
  isPublished: boolean,
): CommandLine {
  if (isPublished) {
    const npx = ["npx", "-y", PACKAGE, ...args];
    // On Windows npx is a script, which can only be started through a shell.
    const [command = "", ...rest] = platform === "win32" ? ["cmd", "/c", ...npx] : npx;
    return { command, args: rest };
  }
  if (isEphemeral(program.script)) {
    throw new ConfigError(
      "EPHEMERAL",
      `this program runs from a temporary cache (${program.script}): install it (npm install -g, or a clone), and run sdl init from there`,
    );
  }
  return { command: program.node, args: [program.script, ...args] };
}

/** Whether a path is in a cache of npx, `pnpm dlx`, `yarn dlx` or `bunx`, which is emptied later. */
export function isEphemeral(path: string): boolean {
  return /[\\/](?:_npx|dlx-?[^\\/]*|xfs-[0-9a-f]+|bunx-[^\\/]+)[\\/]/.test(path);
}

function quoteArgument(part: string, platform: Platform): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(part) || (platform === "win32" && /^[A-Za-z0-9_@+=:,./\\-]+$/.test(part)))
    return part;
  return platform === "win32" ? `"${part.replaceAll('"', '""')}"` : `'${part.replaceAll("'", "'\\''")}'`;
}

/** Whether a command line starts the SDL server, regardless of the installation's path. */
export function isServeLine({ command, args }: CommandLine): boolean {
  return args.includes("serve") && args.includes("--stdio") && [command, ...args].some(isProgram);
}

function isProgram(part: string): boolean {
  return /(?:^|[\\/])sdl(?:\.js|\.cmd)?$/.test(part) || part === PACKAGE || part.startsWith(`${PACKAGE}@`);
}

/** Whether a shell command line is a hook as written by {@link augmentLine}, regardless of the installation's path. */
export function isAugmentLine(line: string): boolean {
  return /\baugment["']? ["']?--client\b/.test(line) && (/\bsdl(?:\.js|\.cmd)?\b/.test(line) || line.includes(PACKAGE));
}

/** @returns `wanted` with the options that the user added to the present command line */
export function withAddedOptions(wanted: CommandLine, present: CommandLine): CommandLine {
  return {
    command: wanted.command,
    args: [...wanted.args, ...present.args.slice(present.args.indexOf("--stdio") + 1)],
  };
}

/** Absolute path of the SDL program in a command line, by which installations are compared. */
export function programScriptPath({ command, args }: CommandLine, platform: Platform): string | undefined {
  return [command, ...args].find((part) => pathFunctions(platform).isAbsolute(part) && isProgram(part));
}
