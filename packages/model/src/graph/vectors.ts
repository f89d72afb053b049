/** Vectors of symbols: near each other are those that are about the same things, whether or not they share a word. */
export interface SymbolVectors {
  /** What made them; another name, other vectors. */
  readonly model: string;
  /** Numbers of one vector; a multiple of 32. */
  readonly dimensions: number;
  /** Rows by handle, of any one length each: only their direction says something. All 0 where a symbol has none. */
  readonly values: Int8Array;
}

/** What made vectors. */
export interface VectorModel {
  /** What it is called. */
  readonly model: string;
  /** Of its weights and settings: another one, other vectors. */
  readonly fingerprint: string;
}

/** A sentence model: texts of one meaning come to point the same way. */
export interface Embedder extends VectorModel {
  /** Numbers of one vector. */
  readonly dimensions: number;
  /** @returns a vector for each text, in their order; what a text has beyond the model's limit is left out */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Largest number of a vector that was embedded. */
const EMBEDDING_PEAK = 127;

/** Scales numbers so that the largest becomes `peak`, and writes them as whole ones to the beginning of `to`; numbers that are all 0 stay. */
export function scaleVector(from: Float32Array, to: Int8Array, peak: number): void {
  let largest = 0;
  for (const value of from) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return;
  for (let d = 0; d < from.length; d++) to[d] = Math.round(((from[d] as number) / largest) * peak);
}

/** A vector as it is stored: whole numbers, as many as the next multiple of 32. */
export function storedVector(vector: Float32Array): Int8Array {
  const stored = new Int8Array(storedDimensions(vector.length));
  scaleVector(vector, stored, EMBEDDING_PEAK);
  return stored;
}

export function storedDimensions(dimensions: number): number {
  return 32 * Math.ceil(dimensions / 32);
}
