/** Where everything of a picture stands. Made once, when the page is made, so that the page draws at once. Pure: equal pictures, equal places. */

/** In units of the picture: x to the right, y down. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A round region that holds the nodes of one cluster and no other. */
export interface Island extends Place {
  readonly cluster: number;
  readonly radius: number;
}

/** Says above a column of nodes what they have in common. */
export interface Heading extends Place {
  readonly text: string;
}

export interface Layout {
  /** By node. */
  readonly places: readonly Place[];
  /** By node. */
  readonly radii: readonly number[];
  /** Empty where nodes are not arranged by clusters. */
  readonly islands: readonly Island[];
  readonly headings: readonly Heading[];
}

const SMALLEST = 4;
const LARGEST = 22;

/** What much depends on is large: the area grows with the number of symbols that refer to it. */
export function radiusOf(fanIn: number): number {
  return Math.min(LARGEST, rounded(SMALLEST + 1.7 * Math.sqrt(fanIn)));
}

/** A tenth of a unit is nothing to the eye, and a hundred digits of a number are much of a page. */
export function rounded(value: number): number {
  // Adding 0 makes 0 of -0.
  return Math.round(value * 10) / 10 + 0;
}
