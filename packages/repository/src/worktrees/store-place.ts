/** Folder of a repository's store, if the user did not choose one. */
import { familyDirectory } from "@sdl/graph";
import { canHoldStore, defaultStorePlace, type StorePlace } from "../machine/store-directory.js";
import { linkedWorktreeStore } from "./worktree-place.js";

/**
 * The store's folder: beside those of the repository's other worktrees, else as {@link defaultStorePlace} says.
 * @param cache the user's folder for caches
 */
export function chooseStorePlace(rootPath: string, cache: string): StorePlace {
  const linked = linkedWorktreeStore(rootPath);
  if (linked !== undefined && canHoldStore(familyDirectory(linked))) return { directory: linked };
  return defaultStorePlace(rootPath, cache);
}
