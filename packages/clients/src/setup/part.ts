/** One thing that set-up puts into a file: how it is put there, found, and taken away. Pure functions of texts. */

export type PartKind = "server" | "hooks" | "instructions";

export interface Part {
  readonly kind: PartKind;
  /** Names it among the parts of a file. */
  readonly id: string;
  /** @returns the text with the part as it should be; the same text where it is @throws {ConfigError} */
  put(text: string): string;
  /** @param made how many containers came with it @throws {ConfigError} */
  take(text: string, made: number): string;
  /** @throws {ConfigError} */
  isIn(text: string): boolean;
  /** How many containers {@link put} would make. */
  containersMade(text: string): number;
  /** Whether a text holds nothing but what {@link put} begins a file with. */
  isBare(text: string): boolean;
}
