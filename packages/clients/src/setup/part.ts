/** Part: one item that set-up puts into a file, with functions to put, find and remove it. Pure functions of texts. */

export type PartKind = "server" | "hooks" | "instructions";

/** Operations of one item on the text of a file. */
export interface Part {
  readonly kind: PartKind;
  /** Identifies the part within a file. */
  readonly id: string;
  /** @returns the text with the part up to date; the same text if it is already @throws {ConfigError} */
  put(text: string): string;
  /** Removes the part. @param made number of containers created with it @throws {ConfigError} */
  remove(text: string, made: number): string;
  /** Whether the text contains the part. @throws {ConfigError} */
  isPresent(text: string): boolean;
  /** Number of containers that {@link put} would create. */
  containersMade(text: string): number;
  /** Whether a text contains only the skeleton with which {@link put} begins a new file. */
  isSkeletonOnly(text: string): boolean;
}
