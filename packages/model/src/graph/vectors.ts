/** Vectors of symbols: near each other are those that are about the same things, whether or not they share a word. */
export interface SymbolVectors {
  /** What made them; another name, other vectors. */
  readonly model: string;
  /** Numbers of one vector; a multiple of 32. */
  readonly dimensions: number;
  /** Rows by handle, of any one length each: only their direction says something. All 0 where a symbol has none. */
  readonly values: Int8Array;
}
