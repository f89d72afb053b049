/**
 * One snapshot as ranking reads it: path classes, kinds and ids by handle, filled where they are first needed, and the arrays
 * that a query accumulates into. Kept as long as the snapshot's term index lives.
 * Invariant: between queries all scores are 0.
 */
import {
  SYMBOL_KINDS,
  type SymbolGraph,
  type SymbolHandle,
  type SymbolKind,
  symbolIdParts,
  TERM_FIELDS,
  type TermIndex,
} from "@sdl/model";
import { PATH_CLASSES, type PathClass, pathClass } from "./path-class.js";

export const FIELD_COUNT = TERM_FIELDS.length;
const UNKNOWN = 255;

const corpora = new WeakMap<TermIndex, Corpus>();

/** The corpus of a snapshot, made once. */
export function corpusOf(graph: SymbolGraph, index: TermIndex): Corpus {
  const known = corpora.get(index);
  if (known !== undefined && known.graph === graph) return known;
  const made = new Corpus(graph, index);
  corpora.set(index, made);
  return made;
}

export class Corpus {
  readonly scores: Float64Array;
  readonly touched: Uint32Array;
  touchedCount = 0;
  private readonly means: readonly number[];
  private readonly kinds: Uint8Array;
  private readonly ids: Uint32Array;
  private readonly hasId: Uint8Array;
  private classes: Uint8Array | undefined;

  constructor(
    readonly graph: SymbolGraph,
    readonly index: TermIndex,
  ) {
    const { capacity } = graph;
    this.scores = new Float64Array(capacity);
    this.touched = new Uint32Array(capacity);
    this.means = TERM_FIELDS.map((_, field) => index.meanLengths[field] ?? 0);
    this.kinds = new Uint8Array(capacity).fill(UNKNOWN);
    this.ids = new Uint32Array(capacity * 2);
    this.hasId = new Uint8Array(capacity);
  }

  /** `weight / (1 − b + b · length / mean)`: what one occurrence in the field counts. */
  factor(symbol: SymbolHandle, field: number): number {
    const { weight, b } = TERM_FIELDS[field] as { weight: number; b: number };
    const mean = this.means[field] as number;
    const relative = mean > 0 ? this.index.length(symbol, field) / mean : 1;
    return weight / (1 - b + b * relative);
  }

  /** Notes that the symbol gets its first score. */
  touch(symbol: SymbolHandle): void {
    this.touched[this.touchedCount++] = symbol;
  }

  /** Forgets the scores of the last query. */
  clear(): void {
    for (let i = 0; i < this.touchedCount; i++) this.scores[this.touched[i] as number] = 0;
    this.touchedCount = 0;
  }

  kind(symbol: SymbolHandle): SymbolKind {
    if (this.kinds[symbol] === UNKNOWN) this.kinds[symbol] = SYMBOL_KINDS.indexOf(this.graph.kindOf(symbol));
    return SYMBOL_KINDS[this.kinds[symbol] as number] as SymbolKind;
  }

  /** Negative when `a`'s id comes before `b`'s. */
  compareIds(a: SymbolHandle, b: SymbolHandle): number {
    if (this.hasId[a] === 0) this.readId(a);
    if (this.hasId[b] === 0) this.readId(b);
    const high = (this.ids[2 * a] as number) - (this.ids[2 * b] as number);
    return high !== 0 ? high : (this.ids[2 * a + 1] as number) - (this.ids[2 * b + 1] as number);
  }

  pathClass(symbol: SymbolHandle): PathClass {
    return PATH_CLASSES[this.pathClasses()[symbol] as number] as PathClass;
  }

  /** Numbers of {@link PATH_CLASSES} by handle. */
  pathClasses(): Uint8Array {
    this.classes ??= this.classify();
    return this.classes;
  }

  private classify(): Uint8Array {
    const classes = new Uint8Array(this.graph.capacity);
    for (const path of this.graph.files()) {
      const found = PATH_CLASSES.indexOf(pathClass(path, () => this.graph.fileSymbols(path).length));
      if (found > 0) for (const symbol of this.graph.fileSymbols(path)) classes[symbol] = found;
    }
    return classes;
  }

  private readId(symbol: SymbolHandle): void {
    const { hi, lo } = symbolIdParts(this.graph.idOf(symbol));
    this.ids[2 * symbol] = hi;
    this.ids[2 * symbol + 1] = lo;
    this.hasId[symbol] = 1;
  }
}
