/** Converts the state that an answer was computed from for storage with handles: texts by name. */
import type { PinnedState } from "@sdl/graph";
import type { PinnedVersions } from "./run-query.js";

/** Converts numbers and texts to texts. */
export function encodePinned(pinned: PinnedVersions): PinnedState {
  return Object.fromEntries(Object.entries(pinned).map(([name, value]) => [name, String(value)]));
}

/** The stored state as answers contain it. */
export function decodePinned({ overlayVersion, ...texts }: PinnedState): object {
  return overlayVersion === undefined ? texts : { ...texts, overlayVersion: Number(overlayVersion) };
}
