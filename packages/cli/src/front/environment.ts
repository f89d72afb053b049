/** How a server knows that it has a front. The number is the front's: what a server starts in turn inherits it and has another parent. */
import process from "node:process";

const PARENT_VARIABLE = "SDL_SERVE_PARENT";
/** Why the server before this one ended; absent when there was none. */
const REASON_VARIABLE = "SDL_SERVE_AFTER";

/**
 * How glibc's allocator keeps memory, which it learns when a process starts; other systems do not read it. By default what is freed stays with the
 * process: a server of many days would hold what its busiest moment took. Larger buffers are mapped one by one, so that each goes back when it is
 * freed; by default that threshold rises to 32 MB with the first buffers freed. It is low because the allocator's heap gives nothing back between two
 * blocks in use, and just above the eight kilobytes by which V8's parser and compilers take memory for a moment. A large buffer is put at the heap's
 * end instead wherever there is room for it, so little room is kept there. V8's compilers, in threads of their own, take up to 90 MB for a moment; they
 * need arenas of their own, or what they leave lies between the main thread's blocks. What the user sets holds. Source: mallopt(3).
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: "12",
  MALLOC_TOP_PAD_: String(8 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(9 * 1024),
};

/**
 * Room for young objects, in MB, of which V8 holds twice as much for good. Answers make garbage by the megabyte: with half of V8's own room a
 * server collects more often and takes no more time in all (23.7 and 23.3 s of 600 mixed calls), and holds sixteen megabytes less.
 */
const YOUNG_GENERATION = "--max-semi-space-size";
const YOUNG_GENERATION_MB = 8;

/** Options of the interpreter for a server. What the user sets holds. @param own those of the front */
export function serverExecArgv(own: readonly string[], nodeOptions = process.env["NODE_OPTIONS"] ?? ""): string[] {
  const isSet = [...own, ...nodeOptions.split(/\s+/)].some((option) =>
    option.replaceAll("_", "-").startsWith(YOUNG_GENERATION),
  );
  return isSet ? [...own] : [`${YOUNG_GENERATION}=${YOUNG_GENERATION_MB}`, ...own];
}

/** What a server exits with that was asked nothing for long: its front starts another with the next request. */
export const RESTED = 86;

const IDLE_OPTION = "--idle-exit";
const IDLE_VARIABLE = "SDL_IDLE_EXIT";
const IDLE_EXIT_MINUTES = 720;
const MINUTE_MS = 60_000;

/**
 * After how long without a request the front ends, with its server. What is no number, the server refuses.
 * @param minutes as the options say; absent: looked for among the arguments, for a front that parses none
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

/** What a server is started with. @param own the front's environment @param reason why the server before it ended */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  reason: string | undefined,
): Record<string, string | undefined> {
  return { ...ALLOCATOR, ...own, [PARENT_VARIABLE]: String(process.pid), [REASON_VARIABLE]: reason };
}

export function hasFront(): boolean {
  return process.env[PARENT_VARIABLE] === String(process.ppid);
}

/** Whether another server of the same front has died. */
export function isSuccessor(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[REASON_VARIABLE] !== undefined;
}
