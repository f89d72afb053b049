/** Colours of what is drawn on canvases; those of elements stand in page.css. Each has a contrast of 3:1 or more to the ground of its scheme. */

export interface Palette {
  readonly clusters: readonly string[];
  /** Text that is drawn, and its ground. */
  readonly text: string;
  readonly faint: string;
  readonly ground: string;
  readonly edge: string;
  readonly island: number;
  /** Of those that refer to the chosen one. */
  readonly caller: string;
  /** Of those that the chosen one refers to. */
  readonly callee: string;
  readonly chosen: string;
  readonly changed: string;
  /** By steps from a change, the last one for all further ones. */
  readonly reached: readonly string[];
  /** Text on a node. */
  readonly onNode: string;
}

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

export function clusterColour({ clusters }: Palette, cluster: number): string {
  return clusters[cluster % clusters.length] ?? "";
}

/** @param distance from 1 */
export function reachedColour({ reached }: Palette, distance: number): string {
  return reached[Math.min(distance, reached.length) - 1] ?? "";
}
