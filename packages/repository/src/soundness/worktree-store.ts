/**
 * Start of a worktree's store beside another store of its repository, over a layer with their common content. Selects
 * the other store; @sdl/graph implements layers.
 */
import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import {
  dataFileBytes,
  dropUnusedLayers,
  familyDirectory,
  forkStore,
  freezeStore,
  layersBelow,
  listLayers,
  makeFolder,
  openLedgerAfterCheck,
  schemaDirectory,
  siblingStores,
  storesOfAllWorktrees,
} from "@sdl/graph";
import { readGitHead } from "@sdl/indexer";
import { GraphError, type GraphErrorCode, SdlError } from "@sdl/model";
import { unlessGitFails } from "../git-faults.js";
import { folderIdentity } from "../machine/folder-identity.js";
import { LeaseTaken, withLease } from "../machine/lease.js";
import { layersLease } from "../machine/store-directory.js";
import { storesWithoutWorktree } from "../worktrees/worktree-place.js";
import { derivationLease, ensureSound, indexerLease } from "./sound-store.js";

/** A store whose own part exceeds this share of the layers below becomes a layer too; a part of at most {@link SMALL_BYTES} never does. */
const MAX_OWN_SHARE = 0.05;
const SMALL_BYTES = 256 * 1024;
/** A store with this many layers below does not become one. */
const MAX_DEPTH = 8;
/** Maximum number of stores whose commit is compared. */
const MAX_COMPARED = 8;
/** Longer than most refreshes, in milliseconds. */
const LEASE_WAIT_MS = 15_000;
/** How long to wait for a derivation, whose layers are then shared, in milliseconds. */
const DERIVATION_WAIT_MS = 5_000;

const UNMOVABLE: ReadonlySet<GraphErrorCode> = new Set<GraphErrorCode>(["STORE_READ_ONLY", "STORE_IO"]);

/** Options of {@link createWorktreeStore}. */
export interface WorktreeStoreOptions {
  readonly directory: string;
  /** Root of the worktree. */
  readonly rootPath: string;
  readonly now: () => number;
}

/**
 * Creates the worktree's store over a layer. Does nothing if the store exists, or there is no other store.
 * @throws {SdlError} `busy` if the only other store is still being built @throws {GraphError} errors of opening and
 * writing a store
 */
export async function createWorktreeStore(options: WorktreeStoreOptions): Promise<void> {
  const { directory } = options;
  if (dataFileBytes(directory) > 0 || (siblingStores(directory).length === 0 && listLayers(directory).length === 0))
    return;
  const done = await withFamily(options, LEASE_WAIT_MS, async () => {
    const folder = join(directory, schemaDirectory(), "ledger");
    if (existsSync(join(folder, "data.mdb"))) return;
    // A process that died at this point left a folder without a store.
    rmSync(folder, { recursive: true, force: true });
    const layer = (await findLayer(options)) ?? (await findSoundLayer(options));
    if (layer !== undefined) await forkStore(directory, layer, folderIdentity(options.rootPath));
  });
  if (done instanceof LeaseTaken) throw stillBuilding(done);
}

/** Deletes the stores of removed worktrees, and layers that no store needs; does nothing while another process creates layers. */
export async function deleteUnusedStores(options: WorktreeStoreOptions): Promise<void> {
  const { directory, rootPath } = options;
  if (storesOfAllWorktrees(directory).length === 1 && listLayers(directory).length === 0) return;
  await withFamily(options, 0, async () => {
    for (const gone of storesWithoutWorktree(rootPath, directory)) rmSync(gone, { recursive: true, force: true });
    dropUnusedLayers(directory);
  });
}

/** Runs work that creates, selects or deletes layers, which one process does at a time. */
function withFamily(
  { directory, now }: WorktreeStoreOptions,
  patienceMs: number,
  work: () => Promise<void>,
): Promise<LeaseTaken | undefined> {
  makeFolder(familyDirectory(directory));
  return withLease({ path: layersLease(directory), patienceMs, now }, async () => {
    await work();
    return undefined;
  });
}

/** Finds a layer. @returns the name of a layer with nearly all content of this family's stores */
async function findLayer(options: WorktreeStoreOptions): Promise<string | undefined> {
  const siblings = await byPreference(options);
  for (const sibling of siblings) {
    const layer = await layerFromSibling(sibling, options);
    if (layer !== undefined) return layer;
  }
  return undefined;
}

/** The sibling stores in order of preference: one at the worktree's commit first, then the main worktree's. */
async function byPreference({ directory, rootPath, now }: WorktreeStoreOptions): Promise<string[]> {
  const siblings = siblingStores(directory);
  const head = siblings.length < 2 ? undefined : unlessGitFails(() => readGitHead(rootPath));
  if (head === undefined) return siblings;
  for (const sibling of siblings.slice(0, MAX_COMPARED)) {
    if ((await readState(sibling, now))?.commit === head)
      return [sibling, ...siblings.filter((one) => one !== sibling)];
  }
  return siblings;
}

async function layerFromSibling(sibling: string, options: WorktreeStoreOptions): Promise<string | undefined> {
  const below = await soundLayersBelow(sibling, options.now);
  const [nearest] = below;
  const shared = below.reduce((sum, layer) => sum + dataFileBytes(layer), 0);
  const isSmall = dataFileBytes(sibling) <= Math.max(SMALL_BYTES, shared * MAX_OWN_SHARE);
  if (nearest !== undefined && (below.length >= MAX_DEPTH || isSmall)) return basename(nearest);
  const { now } = options;
  const lease = { path: indexerLease(sibling), patienceMs: LEASE_WAIT_MS, now };
  const layer = await withLease(lease, async () => {
    const derivation = { path: derivationLease(sibling), patienceMs: DERIVATION_WAIT_MS, now };
    const frozen = await withLease(derivation, () => freezeAsLayer(sibling, now));
    return frozen instanceof LeaseTaken ? freezeAsLayer(sibling, now) : frozen;
  });
  if (!(layer instanceof LeaseTaken)) return layer ?? (nearest && basename(nearest));
  if (nearest !== undefined) return basename(nearest);
  throw stillBuilding(layer);
}

/** Turns a store into a layer. @returns `undefined` if the store is too small to share, or cannot be moved */
async function freezeAsLayer(sibling: string, now: () => number): Promise<string | undefined> {
  const seen = await readState(sibling, now);
  if (seen === undefined || seen.isFork) return undefined;
  try {
    return await freezeStore(sibling, seen.owner);
  } catch (error) {
    // Some systems cannot move a folder whose files are open.
    if (error instanceof GraphError && UNMOVABLE.has(error.code)) return undefined;
    throw error;
  }
}

/** Reads a store's state. @returns `undefined` if no version can be read from it */
async function readState(directory: string, now: () => number) {
  await ensureSound({ directory, suspicion: "none", now });
  if (dataFileBytes(directory) === 0) return undefined;
  const ledger = await openLedgerAfterCheck({ directory });
  try {
    const latest = ledger.latestVersion();
    if (latest === undefined || ledger.isReadOnly) return undefined;
    return { commit: latest.commit, owner: ledger.owner(), isFork: ledger.isFork() };
  } finally {
    await ledger.close();
  }
}

async function soundLayersBelow(sibling: string, now: () => number): Promise<readonly string[]> {
  await ensureSound({ directory: sibling, suspicion: "none", now });
  return dataFileBytes(sibling) === 0 ? [] : layersBelow(sibling);
}

/** Finds a layer without a store: a process was killed after it turned the last store into a layer. */
async function findSoundLayer({ directory, now }: WorktreeStoreOptions): Promise<string | undefined> {
  for (const layer of listLayers(directory).sort((a, b) => dataFileBytes(b) - dataFileBytes(a))) {
    await ensureSound({ directory: layer, suspicion: "none", now });
    if (dataFileBytes(layer) > 0) return basename(layer);
  }
  return undefined;
}

function stillBuilding({ holder }: LeaseTaken): SdlError {
  const message = `this worktree's base index is being built in another worktree of the repository (process ${holder.pid}); retry when it is done`;
  return new SdlError("busy", message);
}
