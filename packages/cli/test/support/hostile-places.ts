/**
 * Hostile environments for the program: one of its files replaced by something else, missing environment variables,
 * limits of the system. Cases are drawn from a seed. The program's files are found by listing a used place, so new
 * kinds of files are covered without a change here.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeExampleRepository } from "@sdl/engine/testing";
import { PROGRAM } from "./server.js";

export interface Place {
  readonly folder: string;
  readonly root: string;
  readonly home: string;
}

export interface Case {
  readonly command: readonly string[];
  /** Paths in repository and home, relative to the place, and their replacements. */
  readonly replaced?: { readonly path: string; readonly by: Replacement };
  readonly surroundings?: string;
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  readonly isLate: boolean;
}

type Draw = <T>(items: readonly T[]) => T;

const DEADLINE_MS = 60_000;
/** User id of the program in cases where root would have all rights. */
const NOBODY = 65_534;

/** A place where every command has run once. @param home of the program's files */
export function makeUsedPlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-hostile-")));
  const place = placeAt(folder);
  writeExampleRepository(place.root);
  writeFileSync(join(place.root, ".gitignore"), "*.log\n");
  mkdirSync(place.home);
  writeFileSync(join(place.home, "settings.json"), "{}\n");
  for (const command of [["index"], ...COMMANDS]) runPlainly(place, command);
  chmodSync(folder, 0o755);
  return place;
}

function placeAt(folder: string): Place {
  return { folder, root: join(folder, "my-app"), home: join(folder, "home") };
}

export function removePlace({ folder }: Place): void {
  rmSync(folder, { recursive: true, force: true });
}

function runPlainly({ root, home }: Place, command: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...command], {
    cwd: root,
    env: { PATH: process.env["PATH"], SDL_HOME: home, SDL_BACKGROUND: "off" },
    input: inputOf(command),
  });
  if (status !== 0 && command[1] !== "accept") throw new Error(`${command.join(" ")}: ${String(stderr)}`);
}

/** Requests that a server gets before its client closes. */
const CONVERSATION = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "sdl_symbol_search", arguments: { query: "token" } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

function inputOf([command]: readonly string[]): string {
  return command === "serve" ? CONVERSATION : "";
}

const WINDOW = {
  // Id of validateToken in the example: ids are the same in every place.
  symbolId: "368a739b311f0739",
  reason: "what does it return?",
  expectedLines: 5,
  identifiersToFind: ["token"],
};
const MEMORY = { type: "decision", title: "A number", content: "It was chosen once." };

const COMMANDS: readonly (readonly string[])[] = [
  ["index"],
  ["index", "--full"],
  ["status"],
  ["search", "token"],
  ["slice", "login token"],
  ["card", "validateToken"],
  ["outline", "src/auth/token.ts"],
  ["why", "src/auth/token.ts"],
  ["versions"],
  ["prune", "--dry-run"],
  ["export"],
  ["verify"],
  ["doctor"],
  ["audit", "verify"],
  ["audit", "list"],
  ["audit", "accept", "--reason", "a test"],
  ["serve", "--stdio"],
  ["memory", "adopt"],
  ["index", "export", "../index.sdlindex"],
  ["tool", "repo.list"],
  ["tool", "usage.stats", "{}"],
  ["tool", "memory.store", JSON.stringify(MEMORY)],
  ["tool", "memory.query", "{}"],
  ["tool", "policy.get", "{}"],
  ["tool", "policy.set", JSON.stringify({ policyPatch: { maxWindowLines: 100 } })],
  ["tool", "code.needWindow", JSON.stringify(WINDOW)],
  ["tool", "index.refresh", "{}"],
];

/** Files and folders of the program: those in the place, and temporary ones. */
export function ownFiles({ folder, root, home }: Place): string[] {
  const lasting = [root, home].flatMap((top) => listAll(folder, top)).filter(isOurs);
  const schemas = lasting.filter((path) => /\/v[\d.]+$/.test(path));
  const passing = schemas.flatMap((path) => [`${path}/indexer.lease`, `${path}/derivation.lease`]);
  return [...lasting, ...passing, "home/registry.json.lock", "my-app/.sdl/audit.jsonl.lock"].sort();
}

function listAll(folder: string, top: string): string[] {
  const entries = readdirSync(top, { withFileTypes: true, recursive: true });
  return [top, ...entries.map((entry) => join(entry.parentPath, entry.name))].map((path) =>
    path.slice(folder.length + 1),
  );
}

function isOurs(path: string): boolean {
  return path.startsWith("home") || /^my-app\/\.sdl(-memory)?(\/|$)/.test(path);
}

const GARBAGE = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 37 + (i >> 3)) % 256));
const LARGE_BYTES = 100 * 1024 * 1024;

const REPLACEMENTS = {
  folder: (path: string) => mkdirSync(path),
  "full folder": (path: string) => {
    mkdirSync(path);
    writeFileSync(join(path, "a"), "a");
  },
  pipe: (path: string) => execFileSync("mkfifo", [path]),
  "dangling link": (path: string) => symlinkSync("nowhere/at/all", path),
  "looping link": (path: string) => symlinkSync(path, path),
  "empty file": (path: string) => writeFileSync(path, ""),
  garbage: (path: string) => writeFileSync(path, GARBAGE),
  "JSON of another kind": (path: string) => writeFileSync(path, '[{"format":"no","repositories":{}},null,7]\n'),
  "a large file": makeLargeFile,
  "no rights": undefined,
  "reading rights alone": undefined,
} as const;
type Replacement = keyof typeof REPLACEMENTS;

/** A sparse file with text at both ends. */
function makeLargeFile(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, '{"a":1}\n');
  ftruncateSync(file, LARGE_BYTES);
  writeSync(file, '\n{"b":2}\n', LARGE_BYTES);
  closeSync(file);
}

/** The program's surroundings: environment, limits, pipes. Each is a shell script that ends in `exec "$@"`. */
const SURROUNDINGS: Readonly<Record<string, string>> = {
  // Without HOME, the system's user list gives another home: the test must not write there.
  "HOME missing": 'unset HOME SDL_HOME; export XDG_DATA_HOME="$PLACE/data" XDG_CACHE_HOME="$PLACE/cache"',
  "HOME relative": 'unset SDL_HOME; export HOME=some/where XDG_DATA_HOME="$PLACE/data" XDG_CACHE_HOME="$PLACE/cache"',
  "HOME a file": "unset SDL_HOME; export HOME=/etc/hostname",
  "HOME nowhere": "unset SDL_HOME; export HOME=/nonexistent",
  "SDL_HOME relative": "export SDL_HOME=home",
  "SDL_HOME a file": "export SDL_HOME=/etc/hostname",
  "SDL_HOME below a file": "export SDL_HOME=/etc/hostname/sdl",
  "SDL_HOME not writable": "export SDL_HOME=/proc/sdl",
  "XDG of a file": "unset SDL_HOME; export XDG_DATA_HOME=/dev/null XDG_CACHE_HOME=/dev/null",
  "TMPDIR missing": "export TMPDIR=/nonexistent",
  "TMPDIR a file": "export TMPDIR=/etc/hostname",
  "no PATH": "export PATH=",
  "odd locale": "export LANG=xx_YY.foo LC_ALL=tr_TR.ISO-8859-9 TZ=Mars/Olympus",
  "far time zone": "export TZ=Pacific/Kiritimati LC_ALL=C",
  "working directory deleted": 'mkdir -p "$PLACE/gone" && cd "$PLACE/gone" && rmdir "$PLACE/gone"',
  "few files": "ulimit -n 20",
  "fewer files": "ulimit -n 40",
  "little address space": "ulimit -v 8000000",
  "small files": "ulimit -f 8",
  "no files": "ulimit -f 0",
  "small stack": "ulimit -s 256",
  "stdin closed": "exec 0<&-",
  "stdout closed": "exec 1>&-",
  "stderr closed": "exec 2>&-",
  "all closed": "exec 0<&- 1>&- 2>&-",
  "full stdout": "exec 1>/dev/full",
};

export function drawCase(pick: Draw, files: readonly string[]): Case {
  const command = pick(COMMANDS);
  const kind = pick(["file", "file", "surroundings", "both"]);
  const replaced = { path: pick(files), by: pick(Object.keys(REPLACEMENTS) as Replacement[]) };
  const surroundings = pick(Object.keys(SURROUNDINGS));
  if (kind === "file") return { command, replaced };
  return kind === "both" ? { command, replaced, surroundings } : { command, surroundings };
}

/** Runs a case in a copy of the place, then the same command there without the surroundings. */
export async function runCase(used: Place, { command, replaced, surroundings }: Case): Promise<Outcome> {
  const place = placeAt(realpathSync(mkdtempSync(join(tmpdir(), "sdl-hostile-"))));
  try {
    cpSync(used.folder, place.folder, { recursive: true, preserveTimestamps: true });
    adaptRegistry(used, place);
    const isRightsCase = replaced !== undefined && REPLACEMENTS[replaced.by] === undefined;
    if (replaced !== undefined) replace(join(place.folder, replaced.path), replaced.by);
    return await run(place, command, SURROUNDINGS[surroundings ?? ""] ?? ":", isRightsCase);
  } finally {
    removePlace(place);
  }
}

/** Rewrites the registry, which stores absolute paths. */
function adaptRegistry(used: Place, place: Place): void {
  const path = join(place.home, "registry.json");
  execFileSync("sed", ["-i", `s#${used.folder}#${place.folder}#g`, path]);
}

function replace(path: string, by: Replacement): void {
  const make = REPLACEMENTS[by];
  if (make !== undefined) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    make(path);
  } else if (existsSync(path)) {
    chmodSync(path, by === "no rights" ? 0 : 0o444);
  }
}

function run(place: Place, command: readonly string[], shell: string, isRightsCase: boolean): Promise<Outcome> {
  const { folder, root, home } = place;
  const asNobody = isRightsCase && process.getuid?.() === 0;
  if (asNobody)
    for (const path of ["", ...listAll(folder, root), ...listAll(folder, home)])
      chownSync(join(folder, path), NOBODY, NOBODY);
  const user = asNobody ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { PATH: process.env["PATH"], SDL_HOME: home, HOME: home, PLACE: folder, SDL_BACKGROUND: "off" };
  // The limits apply to the program only: a shell under them could not start it.
  const args = ["-c", `${shell}; exec "$@"`, "sh", process.execPath, PROGRAM, ...command];
  return new Promise((resolve) => {
    const child = spawn("/bin/bash", args, { cwd: root, env, ...user, stdio: "pipe" });
    let out = "";
    let err = "";
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, DEADLINE_MS);
    child.stdin.on("error", () => undefined).end(inputOf(command));
    child.stdout.on("data", (text) => (out += String(text)));
    child.stderr.on("data", (text) => (err += String(text)));
    child.once("close", (status, signal) => {
      clearTimeout(deadline);
      resolve({ status, signal, out, err, isLate });
    });
  });
}

/** Faults of an outcome, in words; none for an answer, or an error with a code that a reader can act on. */
export function faultsOf({ status, signal, out, err, isLate }: Outcome): string[] {
  const text = `${out}\n${err}`;
  return [
    ...(isLate ? ["it hangs"] : []),
    ...(signal !== null && !isLate ? [`it ended with ${signal}`] : []),
    ...(/\[internal\]|\\?"code\\?": ?\\?"internal/.test(text) ? ["it says internal"] : []),
    ...(/^ {4}at .*:\d+:\d+\)?$/m.test(text) ? ["it shows a stack"] : []),
    ...(status !== null && status > 4 ? [`it ended with exit code ${status}`] : []),
  ];
}
