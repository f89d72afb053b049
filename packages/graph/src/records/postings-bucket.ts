/**
 * Postings of one bucket of terms over one chunk of handles. First a directory: for each term in ascending order its low 28 bits (as the difference
 * from the previous term), its number of postings and the byte length of its list. Then the lists: ascending handles as differences, with frequency
 * codes; the commonest code takes no byte of its own. Consecutive handles with equal frequencies, such as the path terms of a file's symbols, are
 * written as a run length.
 */
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import { COMMONEST_CODE, decodeFrequencies, frequencyCode } from "@sdl/model/text";
import { damagedError } from "../errors.js";
import { CHUNK_SHIFT, lowBitsOfTerm } from "./buckets.js";
import { decodeChecked, encodeWith } from "./packing.js";

/** Changes of one term's list: ascending handles; frequency 0 removes the posting. */
export interface PostingEdits {
  /** Hash of the term, 40 bits. */
  readonly term: number;
  readonly handles: Uint32Array;
  readonly frequencies: Uint32Array;
}

/** Postings of one term: handles ascending, with frequencies. */
export interface PostingColumns {
  readonly handles: Uint32Array;
  readonly frequencies: Uint32Array;
}

/**
 * Marker of a run, in place of any posting but the first: the next number says how many further postings follow, each with the next handle and the
 * same frequency.
 */
const RUN = 0;
/** Shorter runs take less space as single postings. */
const MIN_RUN = 3;

/** Decoded directory of a bucket; the lists are decoded on demand. */
export class PostingsBucket {
  /** The low 28 bits of the terms, ascending. */
  readonly lowBits: Uint32Array;
  readonly counts: Uint32Array;
  /** Byte offset of each list in the payload; one more entry than there are terms. */
  readonly starts: Uint32Array;

  constructor(
    readonly payload: Uint8Array,
    private readonly what: string,
  ) {
    const reader = new ByteReader(payload);
    const read = decodeChecked(what, () => {
      const count = Math.min(reader.varint(), reader.remaining);
      const rests = new Uint32Array(count);
      const counts = new Uint32Array(count);
      const starts = new Uint32Array(count + 1);
      for (let i = 0; i < count; i++) {
        rests[i] = (rests[i - 1] ?? 0) + reader.varint();
        counts[i] = reader.varint();
        const bytes = reader.varint();
        // A damaged count must not allocate memory of its size.
        if ((counts[i] as number) > 1 << CHUNK_SHIFT) throw damagedError(what);
        starts[i + 1] = (starts[i] as number) + bytes;
      }
      return { rests, counts, starts };
    });
    const { position } = reader;
    this.lowBits = read.rests;
    this.counts = read.counts;
    this.starts = read.starts.map((start) => start + position);
    if (this.starts[this.starts.length - 1] !== payload.length) throw damagedError(what);
  }

  /** Row of a term in the directory; -1 if the bucket does not contain the term. */
  find(term: number): number {
    const rest = lowBitsOfTerm(term);
    let from = 0;
    let to = this.lowBits.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.lowBits[middle] as number) < rest) from = middle + 1;
      else to = middle;
    }
    return this.lowBits[from] === rest ? from : -1;
  }

  /** Writes a row's postings into `into`, from index `at` on. */
  read(row: number, chunk: number, into: PostingColumns, at: number): void {
    decodeChecked(this.what, () => {
      const reader = new ByteReader(this.payload, this.starts[row]);
      let handle = (chunk << CHUNK_SHIFT) >>> 0;
      const end = at + (this.counts[row] as number);
      for (let i = at; i < end; ) {
        const head = reader.varint();
        if (head === RUN && i > at) i = readRun(into, i, i + reader.varint());
        else {
          into.handles[i] = handle + (head >>> 1);
          into.frequencies[i++] = decodeFrequencies((head & 1) === 1 ? COMMONEST_CODE : reader.varint());
        }
        if (i > end) throw damagedError(this.what);
        handle = into.handles[i - 1] as number;
      }
    });
  }
}

/** Repeats the previous posting for the next handles. @returns `to` */
function readRun({ handles, frequencies }: PostingColumns, from: number, to: number): number {
  const end = Math.min(to, handles.length);
  for (let i = from; i < end; i++) {
    handles[i] = (handles[i - 1] as number) + 1;
    frequencies[i] = frequencies[from - 1] as number;
  }
  return to;
}

/** Writes the lists of a new bucket; terms must be appended in ascending order. */
class BucketWriter {
  private terms = 0;
  private lastRest = 0;

  constructor(
    private readonly chunk: number,
    private readonly directory: ByteWriter,
    private readonly lists: ByteWriter,
  ) {}

  get count(): number {
    return this.terms;
  }

  /** Copies a term's list unchanged. */
  copy(bucket: PostingsBucket, row: number): void {
    const bytes = bucket.payload.subarray(bucket.starts[row], bucket.starts[row + 1]);
    this.enterTerm(bucket.lowBits[row] as number, bucket.counts[row] as number, bytes.length);
    this.lists.raw(bytes);
  }

  /** Writes a term's list without the postings of frequency 0; a term without postings is left out. */
  write(rest: number, postings: PostingColumns): void {
    const { handles, frequencies } = withoutRemoved(postings);
    if (handles.length === 0) return;
    const before = this.lists.length;
    let previous = (this.chunk << CHUNK_SHIFT) >>> 0;
    for (let i = 0; i < handles.length; ) {
      const handle = handles[i] as number;
      const frequency = frequencies[i] as number;
      const code = frequencyCode(frequency);
      this.lists.varint(((handle - previous) << 1) | (code === COMMONEST_CODE ? 1 : 0));
      if (code !== COMMONEST_CODE) this.lists.varint(code);
      const run = runLength(handles, frequencies, i);
      if (run >= MIN_RUN) {
        this.lists.varint(RUN);
        this.lists.varint(run);
      }
      i += run >= MIN_RUN ? run + 1 : 1;
      previous = handles[i - 1] as number;
    }
    this.enterTerm(rest, handles.length, this.lists.length - before);
  }

  private enterTerm(rest: number, count: number, bytes: number): void {
    this.terms++;
    this.directory.varint(rest - this.lastRest);
    this.directory.varint(count);
    this.directory.varint(bytes);
    this.lastRest = rest;
  }
}

function withoutRemoved(postings: PostingColumns): PostingColumns {
  const { handles, frequencies } = postings;
  if (!frequencies.includes(0)) return postings;
  return {
    handles: handles.filter((_, i) => frequencies[i] !== 0),
    frequencies: frequencies.filter((word) => word !== 0),
  };
}

/** Number of postings after `from` with consecutive handles and the same frequency. */
function runLength(handles: Uint32Array, frequencies: Uint32Array, from: number): number {
  let at = from + 1;
  while (
    at < handles.length &&
    frequencies[at] === frequencies[from] &&
    handles[at] === (handles[at - 1] as number) + 1
  )
    at++;
  return at - from - 1;
}

/**
 * @param edits ascending by term, all of this bucket and chunk
 * @returns the new payload; `undefined` if no posting is left
 */
export function editPostings(
  bucket: PostingsBucket | undefined,
  chunk: number,
  edits: readonly PostingEdits[],
): Uint8Array | undefined {
  let terms = 0;
  let directory: Uint8Array | undefined;
  const lists = encodeWith((own) => {
    directory = encodeWith((out) => {
      const writer = new BucketWriter(chunk, out, own);
      writeTerms(writer, bucket, { chunk, edits });
      terms = writer.count;
    });
  });
  if (terms === 0) return undefined;
  return encodeWith((out) => {
    out.varint(terms);
    out.raw(directory ?? lists);
    out.raw(lists);
  });
}

function writeTerms(
  writer: BucketWriter,
  bucket: PostingsBucket | undefined,
  { chunk, edits }: { readonly chunk: number; readonly edits: readonly PostingEdits[] },
): void {
  const rows = bucket?.lowBits.length ?? 0;
  let row = 0;
  for (const edit of edits) {
    const rest = lowBitsOfTerm(edit.term);
    while (bucket !== undefined && row < rows && (bucket.lowBits[row] as number) < rest) writer.copy(bucket, row++);
    if (bucket !== undefined && row < rows && bucket.lowBits[row] === rest) {
      writer.write(rest, mergeLists(readList(bucket, row++, chunk), edit));
    } else writer.write(rest, edit);
  }
  while (bucket !== undefined && row < rows) writer.copy(bucket, row++);
}

function readList(bucket: PostingsBucket, row: number, chunk: number): PostingColumns {
  const count = bucket.counts[row] as number;
  const columns = { handles: new Uint32Array(count), frequencies: new Uint32Array(count) };
  bucket.read(row, chunk, columns, 0);
  return columns;
}

function mergeLists(list: PostingColumns, edit: PostingColumns): PostingColumns {
  const length = list.handles.length + edit.handles.length;
  const merged = { handles: new Uint32Array(length), frequencies: new Uint32Array(length) };
  let at = 0;
  let a = 0;
  let b = 0;
  while (a < list.handles.length || b < edit.handles.length) {
    const left = list.handles[a] ?? Number.POSITIVE_INFINITY;
    const right = edit.handles[b] ?? Number.POSITIVE_INFINITY;
    merged.handles[at] = Math.min(left, right);
    merged.frequencies[at++] = (right <= left ? edit.frequencies[b] : list.frequencies[a]) as number;
    if (left <= right) a++;
    if (right <= left) b++;
  }
  return { handles: merged.handles.subarray(0, at), frequencies: merged.frequencies.subarray(0, at) };
}
