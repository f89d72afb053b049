/** Runs `sdl index` on a corpus that was never indexed, and again without changes. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Timing } from "../floors/floors.js";
import { CLI } from "../paths.js";
import { lastJson, type MeasuredRun, runNode } from "../process/measured-run.js";

/** The command's answer with `--json`. */
export interface IndexAnswer {
  readonly symbols: number;
  readonly edges: number;
  readonly addedFiles: number;
  readonly skipped?: readonly { readonly file: string; readonly reason: string }[];
}

/** Figures of a cold index. */
export interface ColdIndex {
  readonly cold: Timing;
  /** The second run of the command, which finds nothing to do. */
  readonly again: Timing;
  readonly storeBytes: number;
  readonly answer: IndexAnswer;
}

/** Runs `work` with a temporary folder for a store and the user's registry, removed afterwards. */
export async function withStore<T>(work: (place: StorePlace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-bench-"));
  try {
    return await work({
      store: join(folder, "store"),
      env: { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" },
      folder,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Paths of a store and its registry. */
export interface StorePlace {
  readonly store: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder that contains store and registry; other files may be put there. */
  readonly folder: string;
}

/** Makes a copy of a corpus that may be edited. */
export function copyCorpus(root: string, { folder }: StorePlace): string {
  const copy = join(folder, "repository");
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return copy;
}

/** One round: builds a store from scratch, then repeats the command. */
export function runCold(root: string): Promise<ColdIndex> {
  return withStore(async (place) => {
    const cold = await index(root, place);
    const again = await index(root, place);
    return { cold, again, storeBytes: folderBytes(place.store), answer: lastJson<IndexAnswer>(cold) };
  });
}

/** `sdl index --no-settle`: ends once the index can be queried, before derived layers. */
export function index(root: string, place: StorePlace): Promise<MeasuredRun> {
  return runIndex(root, place, ["--no-settle"]);
}

/** `sdl index` without options: ends when the derived layers are stored. */
export function indexSettled(root: string, place: StorePlace): Promise<MeasuredRun> {
  return runIndex(root, place, []);
}

function runIndex(root: string, { store, env }: StorePlace, options: readonly string[]): Promise<MeasuredRun> {
  return runNode(CLI, ["index", root, "--store", store, "--json", ...options], { env });
}

/** Bytes of all files in a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
