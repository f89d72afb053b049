/**
 * Facts page: all facts of one file, as bytes.
 *
 * Layout: format byte, language byte, varint byte length of every table in the order of {@link FACT_TABLES}, the tables, then the
 * string table (count, UTF-16 lengths, UTF-8 text). Tables are decoded on first access.
 * Invariant: a page is a pure function of source bytes and extractor version; it contains no path and no secret.
 */
import { ModelError } from "../errors.js";
import { FACT_LANGUAGES, type FactLanguage } from "../kinds.js";
import { copyText } from "../text/own-text.js";
import { ExprOp } from "./expr.js";
import { ExprRows } from "./expr-rows.js";
import { EXPRS, FACT_TABLES, type TableSchema } from "./schema.js";
import { decodeTable, type Table, TableBuilder, wordsOutsideHeap } from "./table.js";
import { ByteReader, ByteWriter, readVarint } from "./varint.js";
import { WordSlabs } from "./word-slabs.js";

/** Format of pages. Raise it with every change of the tables, their meaning, or extraction: stored pages of other formats are extracted anew. */
export const FACTS_FORMAT = 9;

type SchemaTable<S> = S extends TableSchema<infer C> ? Table<C> : never;
type SchemaBuilder<S> = S extends TableSchema<infer C> ? TableBuilder<C> : never;

/** Table builders by table id. */
type Tables = readonly (TableBuilder<string> | undefined)[];

/** Memory that a builder fills and returns. */
interface BuilderMemory {
  readonly tables: Tables;
  readonly exprRows: ExprRows;
}

/** Memories not in use by a builder, for reuse: a worker builds thousands of pages, and a page has a hundred columns. */
const idleMemories: BuilderMemory[] = [];

function makeBuilderMemory(): BuilderMemory {
  const tables: TableBuilder<string>[] = [];
  for (const schema of FACT_TABLES) tables[schema.id] = new TableBuilder(schema as TableSchema);
  return { tables, exprRows: new ExprRows() };
}

/** Memory of a finished builder: without tables, so that it cannot write to the memory of the next one. */
const NO_MEMORY: BuilderMemory = { tables: [], exprRows: new ExprRows() };

/** Buffers for the tables of the page that is being finished, and for the page. */
const body = new ByteWriter();
const out = new ByteWriter();
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Builds one file's facts page. Row numbers are final: rows are only appended. */
export class FactsBuilder {
  private memory = idleMemories.pop() ?? makeBuilderMemory();
  private readonly strings = new Map<string, number>();

  constructor(readonly language: FactLanguage) {
    this.string("");
    this.expr(ExprOp.Unknown);
  }

  /** Index of `text` in the string table; equal texts have equal indexes. 0 is the empty string. */
  string(text: string): number {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const made = this.strings.size;
    this.strings.set(text, made);
    return made;
  }

  /** All strings so far, by index. */
  texts(): string[] {
    return [...this.strings.keys()];
  }

  /** Index as in {@link string}, plus one; 0 for `undefined`. */
  stringOpt(text: string | undefined): number {
    return text === undefined ? 0 : this.string(text) + 1;
  }

  /** Row of the expression; equal expressions have equal rows. */
  expr(op: number, a = 0, b = 0): number {
    const row = this.memory.exprRows.findOrReserveRow(op, a, b);
    const exprs = this.table(EXPRS);
    if (row === exprs.rows) exprs.append({ op, a, b });
    return row;
  }

  table<S extends (typeof FACT_TABLES)[number]>(schema: S): SchemaBuilder<S> {
    return this.memory.tables[schema.id] as unknown as SchemaBuilder<S>;
  }

  /** Builds the page. The builder has no tables afterwards. */
  finish(): Uint8Array {
    const { tables, exprRows } = this.memory;
    body.clear();
    const lengths: number[] = [];
    for (const schema of FACT_TABLES) {
      const before = body.length;
      tables[schema.id]?.encode(body);
      lengths.push(body.length - before);
    }
    out.clear();
    out.varint(FACTS_FORMAT);
    out.varint(FACT_LANGUAGES.indexOf(this.language));
    for (const length of lengths) out.varint(length);
    out.raw(body.view());
    this.writeStrings();
    for (const table of tables) table?.clear();
    exprRows.clear();
    idleMemories.push(this.memory);
    this.memory = NO_MEMORY;
    return out.finish();
  }

  private writeStrings(): void {
    out.varint(this.strings.size);
    for (const text of this.strings.keys()) out.varint(text.length);
    out.raw(encoder.encode([...this.strings.keys()].join("")));
  }
}

const slabs = new WordSlabs();
const NO_WORDS = new Uint32Array(0);
/** Maximum number of words (four kilobytes) of a table that shares a buffer. */
const MAX_SHARED_WORDS = 1024;
/** Number of columns by table index. */
const COLUMN_COUNTS = FACT_TABLES.map(({ columns }) => Object.keys(columns).length);

/** Index of a table from its id; ids count from 1, in the order of {@link FACT_TABLES}. */
function tableIndexOf(schema: { readonly id: number }): number {
  return schema.id - 1;
}

/** Reads one file's facts. */
export class FactsPage {
  readonly language: FactLanguage;
  /** Start offsets of the tables, by their index in {@link FACT_TABLES}; the last one is that of the string table. */
  private readonly starts: number[] = new Array(FACT_TABLES.length + 1);
  /** Decoded tables by index; allocated with the first table, because many pages are never read. */
  private decoded: unknown[] | undefined;
  /** Buffer for the long columns of shorter tables, and the number of its words in use. */
  private words: Uint32Array | undefined;
  private usedWords = 0;
  private text: string | undefined;
  private ends: Uint32Array | undefined;

  /** @throws {ModelError} `INVALID_PAGE` if `bytes` is not a page of this format */
  constructor(readonly bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const format = reader.varint();
    if (format !== FACTS_FORMAT) {
      throw new ModelError("INVALID_PAGE", `facts page of format ${format}, expected ${FACTS_FORMAT}; index again`);
    }
    this.language = FACT_LANGUAGES[reader.varint()] ?? "typescript";
    const { starts } = this;
    let at = 0;
    for (let place = 0; place < FACT_TABLES.length; place++) {
      starts[place] = at;
      at += reader.varint();
    }
    starts[FACT_TABLES.length] = at;
    const body = reader.position;
    for (let place = 0; place < starts.length; place++) starts[place] = body + (starts[place] ?? 0);
  }

  /** Encoded bytes of a table. */
  encodedTable(schema: (typeof FACT_TABLES)[number]): Uint8Array {
    const place = tableIndexOf(schema);
    return this.bytes.subarray(this.starts[place] ?? 0, this.starts[place + 1] ?? 0);
  }

  /** Number of rows of a table, without decoding it. */
  rows(schema: (typeof FACT_TABLES)[number]): number {
    return readVarint(this.bytes, this.starts[tableIndexOf(schema)] ?? 0);
  }

  table<S extends (typeof FACT_TABLES)[number]>(schema: S): SchemaTable<S> {
    const place = tableIndexOf(schema);
    this.decoded ??= new Array(FACT_TABLES.length);
    const known = this.decoded[place];
    if (known !== undefined) return known as SchemaTable<S>;
    const reader = new ByteReader(this.bytes, this.starts[place] ?? 0);
    const words = this.tableMemory(place);
    const table = decodeTable(reader, schema as TableSchema, words);
    if (words.length <= MAX_SHARED_WORDS) this.usedWords += words.length;
    this.decoded[place] = table;
    return table as unknown as SchemaTable<S>;
  }

  /**
   * Memory for a table's long columns. One buffer holds those of all shorter tables of a page: hundreds of pages are created and dropped, and the
   * gaps that a dozen small buffers each leave in the allocator's heap are never returned. Larger tables, which few queries read, have separate
   * memory.
   */
  private tableMemory(place: number): Uint32Array {
    const count = this.numberCount(place);
    if (count === 0) return NO_WORDS;
    if (count > MAX_SHARED_WORDS) return new Uint32Array(count);
    this.words ??= slabs.words(this.countSharedWords());
    return this.words.subarray(this.usedWords, this.usedWords + count);
  }

  private countSharedWords(): number {
    let shared = 0;
    for (let place = 0; place < COLUMN_COUNTS.length; place++) {
      const count = this.numberCount(place);
      if (count <= MAX_SHARED_WORDS) shared += count;
    }
    return shared;
  }

  /** @throws {ModelError} `INVALID_PAGE` for more numbers than bytes: a corrupt count must not allocate memory of its size */
  private numberCount(place: number): number {
    const count = wordsOutsideHeap(readVarint(this.bytes, this.starts[place] ?? 0), COLUMN_COUNTS[place] ?? 0);
    if (count <= this.bytes.length) return count;
    throw new ModelError("INVALID_PAGE", "a facts table claims more rows than it has bytes; index again");
  }

  /** String by index. @throws {ModelError} `INVALID_PAGE` for an index that the page does not have */
  string(index: number): string {
    const { text, ends } = this.readStrings();
    const end = ends[index];
    if (end === undefined)
      throw new ModelError("INVALID_PAGE", `string ${index} is not in the facts page; index again`);
    return text.slice(index === 0 ? 0 : ends[index - 1], end);
  }

  /** String of an `…Opt` column; `undefined` for 0. */
  stringOpt(value: number): string | undefined {
    return value === 0 ? undefined : this.string(value - 1);
  }

  /** As {@link string}, copied to separate memory, for callers that keep the string longer than the page. */
  ownString(index: number): string {
    return copyText(this.string(index));
  }

  /** As {@link stringOpt}, copied to separate memory. */
  ownStringOpt(value: number): string | undefined {
    return value === 0 ? undefined : this.ownString(value - 1);
  }

  private readStrings(): { text: string; ends: Uint32Array } {
    if (this.text !== undefined && this.ends !== undefined) return { text: this.text, ends: this.ends };
    const reader = new ByteReader(this.bytes, this.starts[FACT_TABLES.length] ?? 0);
    const count = reader.varint();
    const ends = slabs.words(count);
    let total = 0;
    for (let i = 0; i < count; i++) {
      total += reader.varint();
      ends[i] = total;
    }
    this.text = decoder.decode(this.bytes.subarray(reader.position));
    this.ends = ends;
    return { text: this.text, ends };
  }
}
