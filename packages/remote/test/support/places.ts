/** The kinds of places, on each of which the suite of the store runs. */
import { folderPlace } from "./folder-place.js";
import type { Place } from "./place.js";

export interface PlaceKind {
  readonly name: string;
  make(): Promise<Place>;
}

export const PLACE_KINDS: readonly PlaceKind[] = [{ name: "folder", make: async () => folderPlace() }];
