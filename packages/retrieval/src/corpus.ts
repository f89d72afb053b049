/**
 * Per-snapshot ranking data: length factors, path classes, kinds and ids by handle, filled on first access, and the arrays in which a query
 * accumulates scores. The data are valid until another snapshot is searched.
 * Invariant: between queries all scores and marks are 0.
 */
import { KeptValues, SYMBOL_KINDS, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { SymbolGraph, TermIndex } from "@sdl/model/graph";
import { marksOf, PATH_CLASSES, type PathClass, pathClass } from "@sdl/model/paths";
import { FieldIndex, TERM_FIELDS } from "@sdl/model/text";
import { PathNames } from "./path-names.js";

/** Number of fields of a search document. */
export const FIELD_COUNT = TERM_FIELDS.length;
const UNKNOWN = 255;
/** Increase of a symbol's prior per doubling of its body's length, and maximum number of doublings: longer code changes more often. */
const PRIOR_PER_DOUBLING = 0.075;
const MAX_DOUBLINGS = 10;

/**
 * Arrays by symbol handle, used by one corpus at a time, so that a version that is searched once after an edit allocates no megabytes of its own.
 */
class Columns {
  readonly scores: Float64Array;
  readonly touched: Uint32Array;
  readonly marks: Uint8Array;
  readonly factors: Float64Array;
  readonly prepared: Uint8Array;
  readonly lengths: Uint32Array;
  readonly sizes: Float64Array;
  readonly kinds: Uint8Array;
  readonly ids: Uint32Array;
  readonly hasId: Uint8Array;
  readonly classes: Uint8Array;
  readonly modules: Uint8Array;
  /** Coverage by one field, 0 between uses. */
  readonly coverage: Float64Array;
  /** The last word counted in `coverage`, by its number. */
  readonly countedWords: Uint32Array;
  private wordCount = 0;
  private owner: object | undefined;

  constructor(readonly capacity: number) {
    this.scores = new Float64Array(capacity);
    this.touched = new Uint32Array(capacity);
    this.marks = new Uint8Array(capacity);
    this.factors = new Float64Array(capacity * FIELD_COUNT);
    this.prepared = new Uint8Array(capacity);
    this.lengths = new Uint32Array(capacity * FIELD_COUNT);
    this.sizes = new Float64Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.ids = new Uint32Array(capacity * 2);
    this.hasId = new Uint8Array(capacity);
    this.classes = new Uint8Array(capacity);
    this.modules = new Uint8Array(capacity);
    this.coverage = new Float64Array(capacity);
    this.countedWords = new Uint32Array(capacity);
  }

  /** A number for a word that no word had before. */
  nextWord(): number {
    this.wordCount = (this.wordCount + 1) >>> 0;
    return this.wordCount;
  }

  /** Assigns the arrays to a corpus and clears values of another one. Call between queries only. */
  assignTo(owner: object): void {
    if (this.owner === owner) return;
    this.owner = owner;
    this.prepared.fill(0);
    this.kinds.fill(UNKNOWN);
    this.hasId.fill(0);
    this.classes.fill(UNKNOWN);
  }
}

/** Arrays shared by the corpora of successive versions. */
class SharedColumns {
  private columns = new Columns(0);

  withCapacity(capacity: number): Columns {
    // Reserve capacity for symbols of later versions.
    if (this.columns.capacity < capacity) this.columns = new Columns(capacity + (capacity >>> 3));
    return this.columns;
  }
}

/** The corpus of a snapshot, created once. Valid until the corpus of another snapshot is requested. */
export function corpusOf(graph: SymbolGraph, index: TermIndex, kept: KeptValues): Corpus {
  const corpus = kept.of(graph, Corpus, index, kept);
  corpus.columns.assignTo(corpus);
  return corpus;
}

/** Ranking data and working arrays; one query at a time. */
export class Corpus {
  readonly columns: Columns;
  readonly scores: Float64Array;
  readonly touched: Uint32Array;
  touchedCount = 0;
  /** By handle: 1 for symbols in the scope of the query. */
  readonly marks: Uint8Array;
  private marked: SymbolHandle[] = [];
  private names: PathNames | undefined;
  /** `weight / (1 − b + b · length / mean)` by handle and field, valid where `prepared` is 1. */
  readonly factors: Float64Array;
  readonly prepared: Uint8Array;
  /** Field lengths in terms by handle and field, valid where `prepared` is 1. */
  private readonly lengths: Uint32Array;
  /** Size prior in (0, 1] by handle, valid where `prepared` is 1. */
  private readonly sizes: Float64Array;
  private readonly kinds: Uint8Array;
  private readonly ids: Uint32Array;
  private readonly hasId: Uint8Array;
  private readonly classes: Uint8Array;
  /** By handle: 1 for module symbols, valid where the path class is known. */
  private readonly modules: Uint8Array;
  private readonly knownFiles = new Map<string, { readonly pathClass: number; readonly module: SymbolHandle }>();

  constructor(
    readonly graph: SymbolGraph,
    readonly index: TermIndex,
    readonly kept = new KeptValues(),
  ) {
    const columns = kept.of(kept, SharedColumns).withCapacity(graph.capacity);
    this.columns = columns;
    columns.assignTo(this);
    this.scores = columns.scores;
    this.touched = columns.touched;
    this.marks = columns.marks;
    this.factors = columns.factors;
    this.prepared = columns.prepared;
    this.lengths = columns.lengths;
    this.sizes = columns.sizes;
    this.kinds = columns.kinds;
    this.ids = columns.ids;
    this.hasId = columns.hasId;
    this.classes = columns.classes;
    this.modules = columns.modules;
  }

  /** Computes the symbol's lengths, the factors by them and its size prior. */
  prepare(symbol: SymbolHandle): void {
    this.prepared[symbol] = 1;
    const at = symbol * FIELD_COUNT;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const { weight, b } = TERM_FIELDS[field] as { weight: number; b: number };
      const mean = this.index.meanLengths[field] ?? 0;
      const length = this.index.length(symbol, field);
      this.lengths[at + field] = length;
      const relative = mean > 0 ? length / mean : 1;
      this.factors[at + field] = weight / (1 - b + b * relative);
    }
    const doublings = Math.min(Math.log2(1 + (this.lengths[at + FieldIndex.Body] as number)), MAX_DOUBLINGS);
    this.sizes[symbol] = (1 + PRIOR_PER_DOUBLING * doublings) / (1 + PRIOR_PER_DOUBLING * MAX_DOUBLINGS);
  }

  /** Prior of a symbol by the length of its body, in (0, 1]. */
  sizePrior(symbol: SymbolHandle): number {
    if (this.prepared[symbol] === 0) this.prepare(symbol);
    return this.sizes[symbol] as number;
  }

  /** Length of one field, in terms. */
  length(symbol: SymbolHandle, field: number): number {
    if (this.prepared[symbol] === 0) this.prepare(symbol);
    return this.lengths[symbol * FIELD_COUNT + field] as number;
  }

  /** Records a symbol that gets its first score. */
  addTouched(symbol: SymbolHandle): void {
    this.touched[this.touchedCount++] = symbol;
  }

  mark(symbol: SymbolHandle): void {
    if (this.marks[symbol] === 0) this.marked.push(symbol);
    this.marks[symbol] = 1;
  }

  /** Clears the scores and marks of the last query. */
  clear(): void {
    for (let i = 0; i < this.touchedCount; i++) this.scores[this.touched[i] as number] = 0;
    this.touchedCount = 0;
    for (const symbol of this.marked) this.marks[symbol] = 0;
    this.marked = [];
  }

  get pathNames(): PathNames {
    this.names ??= new PathNames(this.graph.files());
    return this.names;
  }

  kind(symbol: SymbolHandle): SymbolKind {
    if (this.kinds[symbol] === UNKNOWN) this.kinds[symbol] = SYMBOL_KINDS.indexOf(this.graph.kindOf(symbol));
    return SYMBOL_KINDS[this.kinds[symbol] as number] as SymbolKind;
  }

  /** Whether the symbol is its file's module symbol, without reading facts, which a cold query would read file by file. */
  isModule(symbol: SymbolHandle): boolean {
    this.pathClassNumber(symbol);
    return this.modules[symbol] === 1;
  }

  /** Order of two symbols by id: negative if `a` comes first. */
  compareIds(a: SymbolHandle, b: SymbolHandle): number {
    if (this.hasId[a] === 0) this.readId(a);
    if (this.hasId[b] === 0) this.readId(b);
    const high = (this.ids[2 * a] as number) - (this.ids[2 * b] as number);
    return high !== 0 ? high : (this.ids[2 * a + 1] as number) - (this.ids[2 * b + 1] as number);
  }

  pathClass(symbol: SymbolHandle): PathClass {
    return PATH_CLASSES[this.pathClassNumber(symbol)] as PathClass;
  }

  /** Index of the symbol's path class in {@link PATH_CLASSES}. */
  pathClassNumber(symbol: SymbolHandle): number {
    const known = this.classes[symbol] as number;
    return known === UNKNOWN ? this.classify(symbol) : known;
  }

  private classify(symbol: SymbolHandle): number {
    const path = this.graph.fileOf(symbol);
    let file = this.knownFiles.get(path);
    if (file === undefined) {
      const symbols = this.graph.fileSymbols(path);
      file = {
        pathClass: PATH_CLASSES.indexOf(classOfFile(path, symbols.length, marksOf(this.graph, path))),
        module: symbols[0] ?? -1,
      };
      this.knownFiles.set(path, file);
    }
    this.classes[symbol] = file.pathClass;
    this.modules[symbol] = file.module === symbol ? 1 : 0;
    return file.pathClass;
  }

  private readId(symbol: SymbolHandle): void {
    const { hi, lo } = this.graph.idParts(symbol);
    this.ids[2 * symbol] = hi;
    this.ids[2 * symbol + 1] = lo;
    this.hasId[symbol] = 1;
  }
}

/** Path class of a file. @param symbolCount including the module symbol; a barrel has no other symbol */
function classOfFile(path: string, symbolCount: number, marks: number): PathClass {
  const found = pathClass(path, marks);
  return found === "barrel" && symbolCount > 1 ? "plain" : found;
}
