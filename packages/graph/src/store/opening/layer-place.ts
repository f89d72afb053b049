/**
 * Where the layers of stores lie. The stores of a repository's worktrees form a family: one of the main worktree, and one for each other worktree
 * in `worktrees/` of its folder. Below them all lie layers, in `layers/`: stores that nothing writes any more. A store that rests on one names it in a
 * file beside its data, and so does a layer that rests on another.
 *
 * That file has no number of its own: whoever changes what it means raises the schema.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { corrupt } from "../../errors.js";
import { draftOf } from "../drafts.js";
import { makeFolder } from "../folders/make-folder.js";
import { namesIn } from "../folders/names-in.js";

const WORKTREES = "worktrees";
const LAYERS = "layers";
/** In the folder of an environment. */
const FILE = "layer";
const TEXT = /^sdl layer ([0-9a-f]{16})\n$/;
/** A longer chain of layers is damage, a circle for example. */
export const MAX_LAYERS = 16;

/** The folder that holds a family's layers: the main worktree's store. @param directory of any store or layer of the family */
export function familyDirectory(directory: string): string {
  const folder = dirname(directory);
  const isMember = [WORKTREES, LAYERS].includes(basename(folder)) && dirname(folder).endsWith(".sdl");
  return isMember ? dirname(folder) : directory;
}

/** Where the stores of a family's worktrees lie, but for the main one. */
export function worktreesFolder(family: string): string {
  return join(family, WORKTREES);
}

/** The stores of a family, the main worktree's first, whether or not there is one. @param directory of any of them */
export function storesOfFamily(directory: string): string[] {
  const family = familyDirectory(directory);
  const folder = worktreesFolder(family);
  return [family, ...namesIn(folder).map((name) => join(folder, name))];
}

/** The folders of all layers of a family. @param directory of any of its stores */
export function listLayers(directory: string): string[] {
  const folder = join(familyDirectory(directory), LAYERS);
  return namesIn(folder).map((name) => join(folder, name));
}

/** @returns the folder of a layer, which is laid out as any store's */
export function layerDirectory(directory: string, layer: string): string {
  return join(familyDirectory(directory), LAYERS, layer);
}

/**
 * @param folder of an environment
 * @returns the layer that it rests on, if it rests on one
 * @throws {GraphError} `STORE_CORRUPT`
 */
export function readLayer(folder: string): string | undefined {
  const path = join(folder, FILE);
  if (!existsSync(path)) return undefined;
  const [, layer] = TEXT.exec(readText(path)) ?? [];
  if (layer === undefined) throw corrupt("the name of the layer below the store");
  return layer;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // a folder, or nothing that may be read
  }
}

/** Makes the folder of an environment that rests on a layer, whole or not at all. @throws {Error} the system's, also where there is one */
export function makeLayeredFolder(folder: string, layer: string): void {
  const draft = draftOf(folder);
  makeFolder(draft);
  try {
    writeFileSync(join(draft, FILE), `sdl layer ${layer}\n`);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Folders on the way are made. @throws {Error} the system's */
export function moveFolder(from: string, to: string): void {
  makeFolder(dirname(to));
  renameSync(from, to);
}

/** @throws {Error} the system's */
export function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
