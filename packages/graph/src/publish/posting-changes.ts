/**
 * Postings that a draft changes. The old and new postings of each changed file are laid out by term and handle, including the terms of its path for
 * each of its symbols. Their differences are collected over all files, then sorted by term.
 */
import { type FactsPage, POSTINGS, postingSymbols, TERMS } from "@sdl/model/facts";
import { addFrequency, FieldIndex, joinTermHash } from "@sdl/model/text";
import type { SymbolsPage } from "../records/symbols-page.js";
import { TermNumbers } from "./term-numbers.js";

/** Postings of one file: for each term, ascending, consecutive rows ascending by handle. */
export interface FilePostings {
  readonly terms: Float64Array;
  /** Index of each term's first row; one more entry than there are terms. */
  readonly starts: Uint32Array;
  readonly handles: Uint32Array;
  readonly frequencies: Uint32Array;
}

/** Postings of a file that does not exist. */
export const NO_POSTINGS: FilePostings = {
  terms: new Float64Array(0),
  starts: new Uint32Array(1),
  handles: new Uint32Array(0),
  frequencies: new Uint32Array(0),
};

/** Builds the postings of a file. @param base first handle of the file's handle range */
export function buildPostings(page: FactsPage, symbols: SymbolsPage, base: number): FilePostings {
  const table = page.table(TERMS);
  const { rows, frequencies } = page.table(POSTINGS);
  const owners = postingSymbols(page);
  const { pathTerms, count, slots } = symbols;
  const maxTerms = table.rows + pathTerms.length;
  const maxRows = rows + pathTerms.length * count;
  const out = {
    terms: new Float64Array(maxTerms),
    starts: new Uint32Array(maxTerms + 1),
    handles: new Uint32Array(maxRows),
    frequencies: new Uint32Array(maxRows),
  };
  let terms = 0;
  let at = 0;
  let row = 0;
  let path = 0;
  const finishTerm = (term: number): void => {
    sortRange(out, out.starts[terms] as number, at);
    out.terms[terms++] = term;
    out.starts[terms] = at;
  };
  const writePathTerm = (from: number, to: number): void => {
    const { term, count: times } = pathTerms[path++] as SymbolsPage["pathTerms"][number];
    let next = from;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const own = next < to && owners[next] === ordinal ? (frequencies[next++] as number) : 0;
      out.handles[at] = base + (slots[ordinal] as number);
      out.frequencies[at++] = addFrequency(own, FieldIndex.Path, times);
    }
    finishTerm(term);
  };
  for (let i = 0; i < table.rows; i++) {
    const term = joinTermHash(table.hi[i] as number, table.lo[i] as number);
    while (path < pathTerms.length && (pathTerms[path]?.term as number) < term) writePathTerm(0, 0);
    const end = row + (table.count[i] as number);
    if (pathTerms[path]?.term === term) writePathTerm(row, end);
    else {
      for (let r = row; r < end; r++) {
        out.handles[at] = base + (slots[owners[r] as number] as number);
        out.frequencies[at++] = frequencies[r] as number;
      }
      finishTerm(term);
    }
    row = end;
  }
  while (path < pathTerms.length) writePathTerm(0, 0);
  return { ...out, terms: out.terms.subarray(0, terms), starts: out.starts.subarray(0, terms + 1) };
}

/** Changed postings in order of discovery. Frequency 0 removes a posting. */
export class PostingChanges {
  private readonly termNumbers = new TermNumbers();
  private rows = 0;
  private terms = new Uint32Array(1024);
  private handles = new Uint32Array(1024);
  private frequencies = new Uint32Array(1024);

  /** Adds the changes that turn `before` into `after`. */
  addDifference(before: FilePostings, after: FilePostings): void {
    let a = 0;
    let b = 0;
    while (a < before.terms.length || b < after.terms.length) {
      const left = before.terms[a] ?? Number.POSITIVE_INFINITY;
      const right = after.terms[b] ?? Number.POSITIVE_INFINITY;
      if (left < right) this.addAll(left, before, a++, true);
      else if (right < left) this.addAll(right, after, b++, false);
      else this.addMerged(left, { page: before, row: a++ }, { page: after, row: b++ });
    }
  }

  /** Calls `visit` for every term, ascending, with its changes, ascending by handle. */
  forEachTerm(visit: (term: number, handles: Uint32Array, frequencies: Uint32Array) => void): void {
    const starts = new Uint32Array(this.termNumbers.size + 1);
    for (let i = 0; i < this.rows; i++) {
      const number = this.terms[i] as number;
      starts[number + 1] = (starts[number + 1] as number) + 1;
    }
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
    const columns = { handles: new Uint32Array(this.rows), frequencies: new Uint32Array(this.rows) };
    const next = starts.slice();
    for (let i = 0; i < this.rows; i++) {
      const number = this.terms[i] as number;
      const at = next[number] as number;
      next[number] = at + 1;
      columns.handles[at] = this.handles[i] as number;
      columns.frequencies[at] = this.frequencies[i] as number;
    }
    for (const term of this.termNumbers.sortedTerms()) {
      const number = this.termNumbers.numberOfTerm(term);
      const from = starts[number] as number;
      const to = starts[number + 1] as number;
      if (from === to) continue;
      sortRange(columns, from, to);
      visit(term, columns.handles.subarray(from, to), columns.frequencies.subarray(from, to));
    }
  }

  private addAll(term: number, page: FilePostings, row: number, isGone: boolean): void {
    const number = this.termNumbers.numberOfTerm(term);
    const end = page.starts[row + 1] as number;
    for (let i = page.starts[row] as number; i < end; i++) {
      this.add(number, page.handles[i] as number, isGone ? 0 : (page.frequencies[i] as number));
    }
  }

  private addMerged(term: number, before: TermRows, after: TermRows): void {
    let a = before.page.starts[before.row] as number;
    let b = after.page.starts[after.row] as number;
    const endA = before.page.starts[before.row + 1] as number;
    const endB = after.page.starts[after.row + 1] as number;
    while (a < endA || b < endB) {
      const left = a < endA ? (before.page.handles[a] as number) : Number.POSITIVE_INFINITY;
      const right = b < endB ? (after.page.handles[b] as number) : Number.POSITIVE_INFINITY;
      const old = left <= right ? (before.page.frequencies[a++] as number) : 0;
      const now = right <= left ? (after.page.frequencies[b++] as number) : 0;
      if (old !== now) this.add(this.termNumbers.numberOfTerm(term), Math.min(left, right), now);
    }
  }

  private add(number: number, handle: number, frequency: number): void {
    if (this.rows === this.terms.length) {
      this.terms = grow(this.terms);
      this.handles = grow(this.handles);
      this.frequencies = grow(this.frequencies);
    }
    this.terms[this.rows] = number;
    this.handles[this.rows] = handle;
    this.frequencies[this.rows++] = frequency;
  }
}

interface TermRows {
  readonly page: FilePostings;
  readonly row: number;
}

/** Sorts rows by handle unless they are sorted. Slots follow ordinals, except for symbols that were added later. */
function sortRange(
  columns: { readonly handles: Uint32Array; readonly frequencies: Uint32Array },
  from: number,
  to: number,
): void {
  let isSorted = true;
  for (let i = from + 1; i < to && isSorted; i++) {
    isSorted = (columns.handles[i - 1] as number) <= (columns.handles[i] as number);
  }
  if (isSorted) return;
  const handles = columns.handles.slice(from, to);
  const frequencies = columns.frequencies.slice(from, to);
  const order = Uint32Array.from(handles.keys()).sort((a, b) => (handles[a] as number) - (handles[b] as number));
  order.forEach((row, i) => {
    columns.handles[from + i] = handles[row] as number;
    columns.frequencies[from + i] = frequencies[row] as number;
  });
}

function grow(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(column.length * 2);
  grown.set(column);
  return grown;
}
