/** The command lines that configurations hold: made, recognised, brought up to date. Pure. */
import { ConfigError } from "./config-error.js";
import { type Platform, pathsOf } from "./place.js";
import { PACKAGE, PUBLISHED } from "./published.js";

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** What runs now. */
export interface Program {
  /** The absolute path of `sdl.js`. */
  readonly script: string;
  /** What starts Node.js: `node` where that is on the PATH, else its absolute path. */
  readonly node: string;
}

const SERVE = ["serve", "--stdio"];

/** @throws {ConfigError} `EPHEMERAL` */
export function serveLine(program: Program, platform: Platform, isPublished: boolean = PUBLISHED): CommandLine {
  return lineFor(SERVE, program, platform, isPublished);
}

/**
 * What a hook runs, for a shell.
 * @param client see `sdl augment --client`
 * @throws {ConfigError} `EPHEMERAL`
 */
export function augmentLine(
  client: string,
  program: Program,
  platform: Platform,
  isPublished: boolean = PUBLISHED,
): string {
  const { command, args } = lineFor(["augment", "--client", client], program, platform, isPublished);
  return [command, ...args].map((part) => quoted(part, platform)).join(" ");
}

function lineFor(args: readonly string[], program: Program, platform: Platform, isPublished: boolean): CommandLine {
  if (isPublished) {
    const npx = ["npx", "-y", PACKAGE, ...args];
    // npx is a script there, which programs that start no shell cannot run.
    const [command = "", ...rest] = platform === "win32" ? ["cmd", "/c", ...npx] : npx;
    return { command, args: rest };
  }
  if (isEphemeral(program.script)) {
    throw new ConfigError(
      "EPHEMERAL",
      `this program runs from a cache that is emptied (${program.script}): install it (npm install -g, or a clone), and run sdl init from there`,
    );
  }
  return { command: program.node, args: [program.script, ...args] };
}

/** Where npx, `pnpm dlx`, `yarn dlx` and `bunx` put what they run once. */
export function isEphemeral(path: string): boolean {
  return /[\\/](?:_npx|dlx-?[^\\/]*|xfs-[0-9a-f]+|bunx-[^\\/]+)[\\/]/.test(path);
}

function quoted(part: string, platform: Platform): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(part) || (platform === "win32" && /^[A-Za-z0-9_@+=:,./\\-]+$/.test(part)))
    return part;
  return platform === "win32" ? `"${part.replaceAll('"', '""')}"` : `'${part.replaceAll("'", "'\\''")}'`;
}

/** Whether a command line starts this program's server, wherever it lies. */
export function isServeLine({ command, args }: CommandLine): boolean {
  return args.includes("serve") && args.includes("--stdio") && [command, ...args].some(isProgram);
}

function isProgram(part: string): boolean {
  return /(?:^|[\\/])sdl(?:\.js|\.cmd)?$/.test(part) || part === PACKAGE || part.startsWith(`${PACKAGE}@`);
}

/** Whether a shell's command line is the hook that {@link augmentLine} writes, wherever the program lies. */
export function isAugmentLine(line: string): boolean {
  return /\baugment["']? ["']?--client\b/.test(line) && (/\bsdl(?:\.js|\.cmd)?\b/.test(line) || line.includes(PACKAGE));
}

/** @returns `wanted` with the options that a user added to the line that stands there */
export function withAddedOptions(wanted: CommandLine, present: CommandLine): CommandLine {
  return {
    command: wanted.command,
    args: [...wanted.args, ...present.args.slice(present.args.indexOf("--stdio") + 1)],
  };
}

/** A path without what depends on how it was written; used to compare scripts. */
export function scriptOf({ command, args }: CommandLine, platform: Platform): string | undefined {
  return [command, ...args].find((part) => pathsOf(platform).isAbsolute(part) && isProgram(part));
}
