/** Vectors of symbols: symbols with similar subjects have similar vectors, even without common words. */
export interface SymbolVectors {
  /** Name of the model that computed the vectors; vectors of different models are not comparable. */
  readonly model: string;
  /** Number of components of one vector; a multiple of 32. */
  readonly dimensions: number;
  /** Rows by handle. Lengths of vectors vary; only the direction is meaningful. All components are 0 if a symbol has no vector. */
  readonly values: Int8Array;
}

/** Identity of a model that computes vectors. */
export interface VectorModel {
  /** Name of the model. */
  readonly model: string;
  /** Hash of the model's weights and settings; vectors with different hashes are not comparable. */
  readonly fingerprint: string;
}

/** Sentence model: texts with similar meaning get vectors with similar directions. */
export interface Embedder extends VectorModel {
  /** Number of components of one vector. */
  readonly dimensions: number;
  /** @returns a vector for each text, in the same order; text beyond the model's limit is ignored */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Largest absolute component of a stored embedding vector (int8). */
const MAX_COMPONENT = 127;

/**
 * Scales a vector so that its largest absolute component becomes `peak`, and writes the rounded components to the beginning of `to`. A zero vector
 * writes nothing.
 */
export function scaleVector(from: Float32Array, to: Int8Array, peak: number): void {
  let largest = 0;
  for (const value of from) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return;
  for (let d = 0; d < from.length; d++) to[d] = Math.round(((from[d] as number) / largest) * peak);
}

/** A vector in stored form: integer components, padded to a multiple of 32. */
export function storedVector(vector: Float32Array): Int8Array {
  const stored = new Int8Array(storedDimensions(vector.length));
  scaleVector(vector, stored, MAX_COMPONENT);
  return stored;
}

/** Number of components that are stored: the next multiple of 32. */
export function storedDimensions(dimensions: number): number {
  return 32 * Math.ceil(dimensions / 32);
}
