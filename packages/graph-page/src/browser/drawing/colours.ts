/**
 * Colours of the canvases; page.css has the colours of elements. Each colour has a contrast of at least 3:1 to its
 * scheme's ground.
 */

/** The colours of one scheme, as CSS colours. */
export interface Palette {
  readonly clusters: readonly string[];
  /** Text on canvases, and its background. */
  readonly text: string;
  readonly faint: string;
  readonly ground: string;
  readonly edge: string;
  readonly island: number;
  /** Symbols that refer to the chosen one. */
  readonly caller: string;
  /** Symbols that the chosen one refers to. */
  readonly callee: string;
  readonly chosen: string;
  readonly changed: string;
  /** By distance from a change; the last colour is for all larger distances. */
  readonly reached: readonly string[];
  /** Text on nodes. */
  readonly onNode: string;
}

/** Colours of the light scheme. */
export const LIGHT: Palette = {
  clusters: [
    ...["#3567b0", "#b8501a", "#2b8449", "#8650b0", "#b23a55", "#75661c"],
    ...["#17807f", "#96512b", "#546678", "#ab3494", "#4c7a1a", "#5f50c8"],
  ],
  text: "#1c2430",
  faint: "#5b6675",
  ground: "#ffffff",
  edge: "#5b6675",
  island: 0.09,
  caller: "#1565c0",
  callee: "#b25b00",
  chosen: "#111827",
  changed: "#b3261e",
  reached: ["#c43d00", "#a86200", "#7d7000", "#5f6b76"],
  onNode: "#ffffff",
};

/** Colours of the dark scheme. */
export const DARK: Palette = {
  clusters: [
    ...["#7fadf0", "#f29a61", "#74cf8f", "#c8a0ee", "#f08ba2", "#d3c263"],
    ...["#63cfce", "#dca27d", "#aab9ca", "#ea90d7", "#a8d672", "#aca2fa"],
  ],
  text: "#e7ebf1",
  faint: "#9aa6b5",
  ground: "#12161c",
  edge: "#93a0b0",
  island: 0.12,
  caller: "#6fb3ff",
  callee: "#ffb05c",
  chosen: "#ffffff",
  changed: "#ff8a80",
  reached: ["#ff9d5c", "#f2c14e", "#d6d36b", "#a9b4c0"],
  onNode: "#12161c",
};

/** The colour of a cluster; colours repeat. */
export function clusterColour({ clusters }: Palette, cluster: number): string {
  return clusters[cluster % clusters.length] ?? "";
}

/** The colour of an affected symbol. @param distance from 1 */
export function reachedColour({ reached }: Palette, distance: number): string {
  return reached[Math.min(distance, reached.length) - 1] ?? "";
}
