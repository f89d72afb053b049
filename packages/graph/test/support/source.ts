/**
 * Toy language for tests of the ledger. A file consists of lines `name kind [in container] [: words] [-> called names]`; a called name that no file
 * defines is unresolved. Files are text, facts are real pages.
 */
import { createHash } from "node:crypto";
import { KIND_CODE, type SymbolKind, symbolIdPreimage } from "@sdl/model";
import {
  ExprOp,
  FactsBuilder,
  type FactsPage,
  LENGTHS,
  PARAMS,
  POSTINGS,
  qualifiedNames,
  REFS,
  RefKind,
  SYMBOLS,
  symbolKind,
  TERMS,
} from "@sdl/model/facts";
import { packFrequencies, termHash, termHashHigh, termHashLow } from "@sdl/model/text";

interface Line {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly words: readonly string[];
  readonly calls: readonly string[];
}

const LINE = /^(\S+) (\w+)(?: in (\S+))?(?: : ([^>]*?))?(?: -> (.*))?$/;

function parseLine(text: string): Line {
  const match = LINE.exec(text.trim());
  if (match === null) throw new Error(`not a line of the toy language: ${text}`);
  const list = (part: string | undefined): string[] => (part ?? "").split(" ").filter((word) => word !== "");
  return {
    name: match[1]!,
    kind: match[2] as SymbolKind,
    container: match[3] ?? "",
    words: list(match[4]),
    calls: list(match[5]),
  };
}

/** The facts page of a toy source: a module symbol, then one symbol per line. */
export function pageOf(source: string): Uint8Array {
  const lines = source
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseLine);
  const builder = new FactsBuilder("typescript");
  const rows = [{ name: "", kind: "module", container: "", words: [], calls: [] } as Line, ...lines];
  const seen = new Map<string, number>();
  const qualified: string[] = [];
  const postings = new Map<string, Map<number, number>>();
  rows.forEach((line, row) => {
    const container = containerOf(lines, line, row);
    qualified.push(container === 0 ? line.name : `${qualified[container]}.${line.name}`);
    const key = `${qualified[row]} ${line.kind}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    addSymbol(builder, line, { row, container, ordinal });
    const terms = new Map<string, number>();
    for (const word of line.words) terms.set(word, (terms.get(word) ?? 0) + 1);
    for (const [term, count] of terms) {
      const list = postings.get(term) ?? new Map<number, number>();
      postings.set(term, list.set(row, packFrequencies([term === line.name ? 1 : 0, 0, 0, count])));
    }
    builder.table(LENGTHS).append({ name: 1, signature: row, doc: 0, body: line.words.length, literal: 0 });
  });
  addPostings(builder, postings);
  return builder.finish();
}

/** Row of the container: an earlier symbol of that name, or else the module. */
function containerOf(lines: readonly Line[], line: Line, row: number): number {
  const found = line.container === "" ? 0 : lines.findIndex(({ name }) => name === line.container) + 1;
  return found < row ? found : 0;
}

function addSymbol(
  builder: FactsBuilder,
  line: Line,
  at: { readonly row: number; readonly container: number; readonly ordinal: number },
): void {
  builder.table(SYMBOLS).append({
    name: builder.string(line.name),
    kind: KIND_CODE[line.kind],
    container: at.container,
    ordinal: at.ordinal,
    flags: at.row % 2,
    visibility: 1,
    startLine: at.row + 1,
    startCol: 0,
    endLine: 0,
    endCol: 80,
    nameLine: 0,
    nameCol: 0,
    signatureOpt: at.row === 0 ? 0 : builder.stringOpt(`${line.kind} ${line.name}(a, b = 1)`),
    returnsOpt: 0,
    genericsOpt: line.kind === "class" ? builder.stringOpt("T, U extends Map<T, 'a,b'>, V = () => T[]") : 0,
    docOpt: line.words.length > 3 ? builder.stringOpt(line.words.join(" ")) : 0,
    typeOpt: 0,
    valueOpt: 0,
    fpHi: termHashLow(line.words.join(" ")),
    fpLo: termHashLow(line.calls.join(" ")),
  });
  if (line.kind === "function") {
    const param = { symbol: at.row, typeTextOpt: 0, typeOpt: 0, flags: 0 };
    builder.table(PARAMS).append({ ...param, name: builder.string("a"), defaultOpt: 0 });
    builder.table(PARAMS).append({ ...param, name: builder.string("b"), defaultOpt: builder.stringOpt("1"), flags: 1 });
  }
  for (const name of line.calls) {
    const expr = builder.expr(ExprOp.Global, builder.string(name));
    builder.table(REFS).append({ owner: at.row, kind: RefKind.Call, expr, line: at.row + 1, col: 0, arity: 0 });
  }
}

function addPostings(builder: FactsBuilder, postings: ReadonlyMap<string, ReadonlyMap<number, number>>): void {
  for (const [term, list] of [...postings].sort((a, b) => termHash(a[0]) - termHash(b[0]))) {
    builder.table(TERMS).append({ hi: termHashHigh(term), lo: termHashLow(term), count: list.size });
    let next = 0;
    for (const [symbol, frequencies] of list) {
      builder.table(POSTINGS).append({ skipped: symbol - next, frequencies });
      next = symbol + 1;
    }
  }
}

/** Symbol ids as the indexer computes them. */
export function idsOf(page: FactsPage, path: string): Uint32Array {
  const symbols = page.table(SYMBOLS);
  const ids = new Uint32Array(2 * symbols.rows);
  qualifiedNames(page).forEach((name, i) => {
    const preimage = symbolIdPreimage(path, name, symbolKind(page, i), symbols.ordinal[i]!);
    const digest = createHash("sha256").update(preimage).digest();
    ids[2 * i] = digest.readUInt32BE(0);
    ids[2 * i + 1] = digest.readUInt32BE(4);
  });
  return ids;
}

export function factsKeyOf(source: string): string {
  return createHash("sha256").update(source).digest("hex").slice(0, 32);
}
