/**
 * Location of the layers of stores. The stores of a repository's worktrees form a family: the main worktree's store, and one store for each other
 * worktree in `worktrees/` of the main store's folder. Their layers, which are stores that are no longer written, are in `layers/`. A store or
 * layer that rests on a layer names it in a file beside its data.
 *
 * That file has no format number: raise the schema when its meaning changes.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { damagedError } from "../../errors.js";
import { listFolder } from "../folders/list-folder.js";
import { makeFolder } from "../folders/make-folder.js";
import { temporaryPath } from "../temporary-files.js";

const WORKTREES = "worktrees";
const LAYERS = "layers";
/** File in the folder of an environment that names the layer below. */
const LAYER_FILE = "layer";
const LAYER_FILE_PATTERN = /^sdl layer ([0-9a-f]{16})\n$/;
/** Maximum length of a chain of layers. A longer chain is damage, for example a circle. */
export const MAX_LAYERS = 16;

/** The folder that contains a family's layers: the main worktree's store. @param directory of any store or layer of the family */
export function familyDirectory(directory: string): string {
  const folder = dirname(directory);
  const isMember = [WORKTREES, LAYERS].includes(basename(folder)) && dirname(folder).endsWith(".sdl");
  return isMember ? dirname(folder) : directory;
}

/** The folder of the stores of a family's worktrees, except the main one. */
export function worktreesFolder(family: string): string {
  return join(family, WORKTREES);
}

/** The stores of a family, the main worktree's first, whether it exists or not. @param directory of any store of the family */
export function storesOfAllWorktrees(directory: string): string[] {
  const family = familyDirectory(directory);
  const folder = worktreesFolder(family);
  return [family, ...listFolder(folder).map((name) => join(folder, name))];
}

/** The folders of all layers of a family. @param directory of any store of the family */
export function listLayers(directory: string): string[] {
  const folder = join(familyDirectory(directory), LAYERS);
  return listFolder(folder).map((name) => join(folder, name));
}

/** @returns the folder of a layer, which has the same structure as a store's */
export function layerDirectory(directory: string, layer: string): string {
  return join(familyDirectory(directory), LAYERS, layer);
}

/**
 * @param folder folder of an environment
 * @returns the name of the environment's base layer; `undefined` if it has none
 * @throws {GraphError} `STORE_CORRUPT` if the name cannot be read
 */
export function readLayer(folder: string): string | undefined {
  const path = join(folder, LAYER_FILE);
  if (!existsSync(path)) return undefined;
  const [, layer] = LAYER_FILE_PATTERN.exec(readText(path)) ?? [];
  if (layer === undefined) throw damagedError("the name of the layer below the store");
  return layer;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // the path is a folder or not readable
  }
}

/**
 * Creates the folder of an environment over a layer, atomically.
 * @throws {Error} system errors, also if the folder exists
 */
export function makeLayeredFolder(folder: string, layer: string): void {
  const draft = temporaryPath(folder);
  makeFolder(draft);
  try {
    writeFileSync(join(draft, LAYER_FILE), `sdl layer ${layer}\n`);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Moves a folder and creates missing parents of the target. @throws {Error} system errors */
export function moveFolder(from: string, to: string): void {
  makeFolder(dirname(to));
  renameSync(from, to);
}

/** @throws {Error} system errors */
export function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
