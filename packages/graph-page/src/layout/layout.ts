/**
 * Layout types and sizes: places of everything in a picture. Computed once when a page is made, so that the page draws
 * at once. Pure: equal pictures give equal places.
 */

/** A point in units of the picture: x to the right, y down. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** A round region that holds the nodes of one cluster and no other. */
export interface Island extends PicturePoint {
  readonly cluster: number;
  readonly radius: number;
}

/** Text above a column that says what its nodes have in common. */
export interface Heading extends PicturePoint {
  readonly text: string;
}

/** Places of all parts of a picture. */
export interface Layout {
  /** By node. */
  readonly places: readonly PicturePoint[];
  /** By node. */
  readonly radii: readonly number[];
  /** Empty if the layout is not by clusters. */
  readonly islands: readonly Island[];
  readonly headings: readonly Heading[];
}

const SMALLEST = 4;
const LARGEST = 22;

/** Radius of a node: its area grows with the number of symbols that refer to it. */
export function nodeRadius(fanIn: number): number {
  return Math.min(LARGEST, roundToTenths(SMALLEST + 1.7 * Math.sqrt(fanIn)));
}

/** Rounds to tenths of a unit: finer values are invisible and make the page larger. */
export function roundToTenths(value: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(value * 10) / 10 + 0;
}
