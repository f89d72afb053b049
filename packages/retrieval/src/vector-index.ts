/**
 * Vector index: signs of the vectors' components select candidates, the components themselves give the similarity. Knows no words and no names.
 * Source of the two steps: Charikar, STOC 2002 (signs as a hash of the angle). Candidates of equal distance are included all or none, so that the
 * result does not depend on handles.
 */
import type { SymbolHandle } from "@sdl/model";
import { type SymbolVectors, storedVector } from "@sdl/model/graph";

/** Minimum number of candidates whose similarity is computed; signs alone are too coarse to order them. */
const MIN_CANDIDATES = 1024;

/** Finds symbols with similar vectors. */
export class VectorIndex {
  /** Symbols that have a vector, ascending by handle. */
  private readonly symbols: Uint32Array;
  /** By index in `symbols`: one bit per component, 1 if the component is above 0. */
  private readonly signs: Uint32Array;
  /** Euclidean length of each vector, by handle. */
  private readonly lengths: Float64Array;
  private readonly words: number;
  /** By index in `symbols`: Hamming distance to the current query. */
  private readonly distances: Uint16Array;

  constructor(private readonly vectors: SymbolVectors) {
    const { dimensions, values } = vectors;
    this.words = dimensions / 32;
    this.lengths = new Float64Array(values.length / dimensions);
    const symbols: number[] = [];
    for (let symbol = 0; symbol < this.lengths.length; symbol++) {
      this.lengths[symbol] = vectorLength(values.subarray(symbol * dimensions, (symbol + 1) * dimensions));
      if (this.lengths[symbol] !== 0) symbols.push(symbol);
    }
    this.symbols = Uint32Array.from(symbols);
    this.signs = new Uint32Array(this.symbols.length * this.words);
    this.distances = new Uint16Array(this.symbols.length);
    this.symbols.forEach((symbol, at) => {
      writeSigns(values.subarray(symbol * dimensions, (symbol + 1) * dimensions), this.signs, at * this.words);
    });
  }

  /** Weighted mean direction of the symbols' vectors; `undefined` if none has a vector. */
  meanDirection(
    symbols: Iterable<{ readonly symbol: SymbolHandle; readonly score: number }>,
  ): Float64Array | undefined {
    const { dimensions, values } = this.vectors;
    const sum = new Float64Array(dimensions);
    for (const { symbol, score } of symbols) {
      const length = this.lengths[symbol] ?? 0;
      if (length === 0) continue;
      for (let d = 0; d < dimensions; d++)
        sum[d] = (sum[d] as number) + (score * (values[symbol * dimensions + d] as number)) / length;
    }
    const length = vectorLength(sum);
    return length === 0 ? undefined : sum.map((value) => value / length);
  }

  /** Cosine of the angle to a direction; 0 for a symbol without a vector. */
  cosine(symbol: SymbolHandle, direction: Float64Array): number {
    const { dimensions, values } = this.vectors;
    const length = this.lengths[symbol] ?? 0;
    if (length === 0) return 0;
    let sum = 0;
    for (let d = 0, at = symbol * dimensions; d < dimensions; d++, at++)
      sum += (values[at] as number) * (direction[d] as number);
    return sum / length;
  }

  /** Candidates for the nearest symbols, in no order: about {@link MIN_CANDIDATES}. */
  candidatesNear(direction: Float64Array): SymbolHandle[] {
    const wanted = new Uint32Array(this.words);
    writeSigns(direction, wanted, 0);
    const { distances, signs, words } = this;
    const rings = new Uint32Array(this.vectors.dimensions + 1);
    for (let at = 0, next = 0; at < distances.length; at++) {
      let apart = 0;
      for (let word = 0; word < words; word++) apart += bitCount((signs[next++] as number) ^ (wanted[word] as number));
      distances[at] = apart;
      rings[apart] = (rings[apart] as number) + 1;
    }
    let last = 0;
    for (let found = rings[0] as number; found < MIN_CANDIDATES && last < this.vectors.dimensions; ) {
      last++;
      found += rings[last] as number;
    }
    const near: SymbolHandle[] = [];
    for (let at = 0; at < distances.length; at++)
      if ((distances[at] as number) <= last) near.push(this.symbols[at] as SymbolHandle);
    return near;
  }
}

/**
 * Direction of a query embedded by a sentence model, of length 1. Quantised to integers like symbols' vectors, so that rounding errors do not
 * affect the result.
 */
export function queryDirection(vector: Float32Array): Float64Array {
  const stored = Float64Array.from(storedVector(vector));
  const length = vectorLength(stored);
  return length === 0 ? stored : stored.map((value) => value / length);
}

function vectorLength(vector: Int8Array | Float64Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}

function writeSigns(values: ArrayLike<number>, signs: Uint32Array, at: number): void {
  for (let d = 0; d < values.length; d++) {
    if ((values[d] as number) > 0) signs[at + (d >>> 5)] = (signs[at + (d >>> 5)] as number) | (1 << (d & 31));
  }
}

/** Number of 1 bits of a 32-bit word. Source: Warren, Hacker's Delight, §5-1. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
