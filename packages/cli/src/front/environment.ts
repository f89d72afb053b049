/**
 * Environment variables and options with which a front starts its server. The front's process id identifies it: a child
 * of the server inherits the variables but has another parent.
 */
import process from "node:process";

const PARENT_VARIABLE = "SDL_SERVE_PARENT";
/** Why the previous server ended; absent for the first one. */
const REASON_VARIABLE = "SDL_SERVE_AFTER";

/**
 * Settings of glibc's allocator, which reads them when a process starts; other systems ignore them. By default freed
 * memory stays with the process, so a server that runs for days would hold the memory of its busiest moment. Larger
 * buffers are mapped one by one, so that each returns to the system when it is freed; by default that threshold rises
 * to 32 MB with the first freed buffers. The threshold is low because the allocator's heap gives nothing back between
 * two blocks in use, and just above the eight kilobytes that V8's parser and compilers take for a moment. A large
 * buffer goes to the end of the heap instead if there is room, so little room is kept there. V8's compiler threads take
 * up to 90 MB for a moment; they need their own arenas, or their leftovers lie between blocks of the main thread.
 * Values that the user sets win. Source: mallopt(3).
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: "12",
  MALLOC_TOP_PAD_: String(8 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(9 * 1024),
};

/**
 * Size of V8's young generation in MB; V8 permanently keeps twice as much. Answers create megabytes of garbage: with
 * half of V8's default size, a server collects more often, takes the same total time (23.7 and 23.3 s for 600 mixed
 * calls) and holds 16 MB less.
 */
const YOUNG_GENERATION = "--max-semi-space-size";
const YOUNG_GENERATION_MB = 8;

/** Options of Node.js for a server. Options that the user sets win. @param own options of the front's own process */
export function serverExecArgv(own: readonly string[], nodeOptions = process.env["NODE_OPTIONS"] ?? ""): string[] {
  const isSet = [...own, ...nodeOptions.split(/\s+/)].some((option) =>
    option.replaceAll("_", "-").startsWith(YOUNG_GENERATION),
  );
  return isSet ? [...own] : [`${YOUNG_GENERATION}=${YOUNG_GENERATION_MB}`, ...own];
}

/** Exit code of a server that ended because no request came: its front starts another with the next request. */
export const REST_EXIT_CODE = 86;

const IDLE_OPTION = "--idle-exit";
const IDLE_VARIABLE = "SDL_IDLE_EXIT";
const IDLE_EXIT_MINUTES = 720;
const MINUTE_MS = 60_000;

/**
 * Milliseconds without a request until the front and its server end. The server reports values that are no numbers.
 * @param minutes the parsed option; absent: read from the arguments, for a front that parses none
 */
export function idleExitMs(minutes: number | undefined = writtenIdleExit()): number {
  const exit = minutes ?? IDLE_EXIT_MINUTES;
  return exit > 0 ? exit * MINUTE_MS : Number.POSITIVE_INFINITY;
}

function writtenIdleExit({ argv, env } = process): number | undefined {
  const at = argv.findLastIndex((argument) => argument === IDLE_OPTION || argument.startsWith(`${IDLE_OPTION}=`));
  const written = at < 0 ? env[IDLE_VARIABLE] : argv[at]?.slice(IDLE_OPTION.length + 1) || argv[at + 1];
  const minutes = Number(written ?? Number.NaN);
  return Number.isNaN(minutes) ? undefined : minutes;
}

/** The environment of a new server. @param own the front's environment @param reason why the previous server ended */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  reason: string | undefined,
): Record<string, string | undefined> {
  return { ...ALLOCATOR, ...own, [PARENT_VARIABLE]: String(process.pid), [REASON_VARIABLE]: reason };
}

/**
 * Removes the allocator's settings from a server's environment, unless they are the user's: the server's own allocator
 * has read them. Processes that it starts end soon, and give back their memory then; with these settings, a refresh of
 * a thousand files takes twice the system time.
 */
export function forgetAllocator(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(ALLOCATOR)) if (env[name] === value) delete env[name];
}

/** Whether this process was started by a front. */
export function hasFront(): boolean {
  return process.env[PARENT_VARIABLE] === String(process.ppid);
}

/** Whether an earlier server of the same front ended unexpectedly. */
export function isSuccessor(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[REASON_VARIABLE] !== undefined;
}
