/**
 * Layers shared by stores. A store's content can be turned into a read-only layer; that store and new ones then use the
 * layer as their base and store only differences. Handles files and environments; callers decide which store uses which
 * layer.
 */
import { randomBytes } from "node:crypto";
import { GraphError } from "@sdl/model";
import { openLedger } from "./ledger.js";
import { dataFileBytes, environmentFolder, StoreEnvironment } from "./store/environment.js";
import {
  deleteFolder,
  layerDirectory,
  listLayers,
  MAX_LAYERS,
  makeLayeredFolder,
  moveFolder,
  readLayer,
  storesOfAllWorktrees,
} from "./store/opening/layer-place.js";

/** The other stores of the same family that contain data. */
export function siblingStores(directory: string): string[] {
  return storesOfAllWorktrees(directory).filter((store) => store !== directory && dataFileBytes(store) > 0);
}

/**
 * The folders of the layers below a store, nearest first.
 * @throws {GraphError} `STORE_CORRUPT` if a layer is missing or its name cannot be read
 */
export function layersBelow(directory: string): string[] {
  const layers: string[] = [];
  for (let below = directory; ; ) {
    const layer = readLayer(environmentFolder(below));
    if (layer === undefined) return layers;
    below = layerDirectory(directory, layer);
    if (layers.length === MAX_LAYERS || dataFileBytes(below) === 0) {
      throw new GraphError("STORE_CORRUPT", `layer ${layer} is missing; index again`);
    }
    layers.push(below);
  }
}

/**
 * Turns a store's content into a layer and puts an empty store over that layer in its place. Processes that have the old store open can still read
 * it; their writes are refused.
 * @param owner text that the new store records as its owner
 * @returns the layer's name
 * @throws {GraphError} errors of opening and writing a store
 */
export async function freezeStore(directory: string, owner: string | undefined): Promise<string> {
  const layer = randomBytes(8).toString("hex");
  const folder = environmentFolder(directory);
  const target = environmentFolder(layerDirectory(directory, layer));
  await StoreEnvironment.whenWritable(directory);
  const environment = StoreEnvironment.open(directory, "write");
  try {
    // The folder is moved inside a transaction: other writers wait, then see that another store is in this place.
    environment.write(() => moveFolder(folder, target));
  } finally {
    await environment.close();
  }
  await createOverLayer(directory, layer, { owner });
  return layer;
}

/**
 * Creates a store over a layer that was made for another folder.
 * @throws {GraphError} errors of opening and writing a store
 */
export async function forkStore(directory: string, layer: string, owner: string | undefined): Promise<void> {
  await createOverLayer(directory, layer, { owner, isFork: true });
}

/** Creates a store over a layer. Precondition: the store's folder is absent or empty. */
async function createOverLayer(
  directory: string,
  layer: string,
  options: { readonly owner: string | undefined; readonly isFork?: boolean },
): Promise<void> {
  makeLayeredFolder(environmentFolder(directory), layer);
  await openLedger({ directory, ...options }).close();
}

/** Deletes the layers that no store of the family uses. @param directory folder of any store of the family */
export function dropUnusedLayers(directory: string): void {
  const used = findUsedLayers(storesOfAllWorktrees(directory));
  for (const layer of listLayers(directory)) if (!used.has(layer)) deleteFolder(layer);
}

/** The folders of all layers below the given stores. A broken chain contributes the layers above the break. */
export function findUsedLayers(directories: Iterable<string>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const directory of directories) {
    let below: string | undefined = directory;
    for (let depth = 0; below !== undefined && depth <= MAX_LAYERS; depth++) {
      below = layerBelow(below);
      if (below !== undefined) used.add(below);
    }
  }
  return used;
}

function layerBelow(directory: string): string | undefined {
  try {
    const layer = readLayer(environmentFolder(directory));
    return layer === undefined ? undefined : layerDirectory(directory, layer);
  } catch {
    return undefined; // whoever opens the store reports the damage
  }
}
