/**
 * Stores that begin where another one is. What a store holds becomes a layer, which nothing writes any more; the store itself goes on over it, and others
 * begin over it, too. Each writes only what differs. Knows files and environments; which store begins where, others know.
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
  storesOfFamily,
} from "./store/opening/layer-place.js";

/** The other stores of a store's family that hold something. */
export function siblingStores(directory: string): string[] {
  return storesOfFamily(directory).filter((store) => store !== directory && dataFileBytes(store) > 0);
}

/**
 * The folders of the layers below a store, the nearest first.
 * @throws {GraphError} `STORE_CORRUPT` where one is missing, or its name cannot be read
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
 * Makes a layer of what a store holds, and an empty store over it in its place. Processes that read the store read on; what they would write is refused.
 * @param owner of the store, as it notes it
 * @returns the layer's name
 * @throws {GraphError} as opening and writing a store
 */
export async function freezeStore(directory: string, owner: string | undefined): Promise<string> {
  const layer = randomBytes(8).toString("hex");
  const folder = environmentFolder(directory);
  const target = environmentFolder(layerDirectory(directory, layer));
  await StoreEnvironment.whenWritable(directory);
  const environment = StoreEnvironment.open(directory, "write");
  try {
    // Inside a transaction: whoever else would write waits, and then finds another store in this one's place.
    environment.write(() => moveFolder(folder, target));
  } finally {
    await environment.close();
  }
  await beginOver(directory, layer, { owner });
  return layer;
}

/** Makes a store that rests on a layer of another folder's. @throws {GraphError} as opening and writing a store */
export async function forkStore(directory: string, layer: string, owner: string | undefined): Promise<void> {
  await beginOver(directory, layer, { owner, isFork: true });
}

/** Nothing lies in the store's place, or an empty folder. */
async function beginOver(
  directory: string,
  layer: string,
  options: { readonly owner: string | undefined; readonly isFork?: boolean },
): Promise<void> {
  makeLayeredFolder(environmentFolder(directory), layer);
  await openLedger({ directory, ...options }).close();
}

/** Deletes the layers that no store of a family rests on. @param directory of any of its stores */
export function dropUnusedLayers(directory: string): void {
  const used = layersUnder(storesOfFamily(directory));
  for (const layer of listLayers(directory)) if (!used.has(layer)) deleteFolder(layer);
}

/** The folders of the layers that stores rest on; where a chain is broken, as far as it goes. */
export function layersUnder(directories: Iterable<string>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const directory of directories) {
    let below: string | undefined = directory;
    for (let depth = 0; below !== undefined && depth <= MAX_LAYERS; depth++) {
      below = layerOf(below);
      if (below !== undefined) used.add(below);
    }
  }
  return used;
}

function layerOf(directory: string): string | undefined {
  try {
    const layer = readLayer(environmentFolder(directory));
    return layer === undefined ? undefined : layerDirectory(directory, layer);
  } catch {
    return undefined; // damage is met by whoever opens the store
  }
}
