/**
 * One file of a version without handles: its links name their targets by path and by place within the target, so they
 * read the same in every ledger, and an edit of one file changes the parts of those files only whose links changed.
 */
import { type FactLanguage, getOrMake } from "@sdl/model";
import type { LinkColumns, UnresolvedLink } from "@sdl/model/graph";
import { damagedError, throwMissing } from "../errors.js";
import type { PageReader } from "../read/page-reader.js";
import type { EdgeColumns } from "../records/edges-page.js";
import type { FileEntry } from "../records/file-page.js";

/** A file with its links. Equal versions have equal parts, in every order of edits that led there. */
export interface FilePart {
  /** Repository-relative, with `/` as separator. */
  readonly path: string;
  readonly language: FactLanguage;
  /** Key of the file's facts: 32 hex digits. */
  readonly factsKey: string;
  /** Bits that the indexer sets and reads, see `FileMark`. */
  readonly flags: number;
  readonly sizeBytes: number;
  /** Two words (high, low) per symbol, by ordinal. */
  readonly symbolIds: Uint32Array;
  /** Paths of the files that edges lead to, each once, in the order of the edges. */
  readonly targets: readonly string[];
  /** Ascending by `from`; `toFile` is an index into `targets`. */
  readonly edges: LinkColumns;
  /** Ascending by `from`. */
  readonly unresolved: readonly UnresolvedLink[];
  /** Hashes of the lookups that linking the file recorded, ascending. */
  readonly lookups: Uint32Array;
}

/** Reads a file of a version. @throws {GraphError} `STORE_CORRUPT` if there is no such file, or an edge has no end */
export function readFilePart(from: PageReader, path: string): FilePart {
  const entry = from.state.files.find(path) ?? throwMissing(`the file table (no ${path})`);
  const { ids: symbolIds, ordinals } = from.symbols(entry);
  const { edges, unresolved } = from.outgoing(entry);
  const { language, factsKey, flags, stat } = entry;
  const links = readEdges(from, entry, edges, ordinals);
  const uses = unresolved.map(({ slot, ...use }) => ({ ...use, from: ordinalAtSlot(ordinals, slot, entry) }));
  return {
    ...{ path, language, factsKey, flags, sizeBytes: stat.sizeBytes, symbolIds },
    ...links,
    // Slots need not be in the order of the symbols; the sort is stable.
    unresolved: uses.sort((a, b) => a.from - b.from),
    lookups: from.lookups(entry),
  };
}

function readEdges(
  reader: PageReader,
  entry: FileEntry,
  edges: EdgeColumns,
  ordinals: Int32Array,
): Pick<FilePart, "targets" | "edges"> {
  const numbers = new Map<string, number>();
  const { length } = edges;
  const from = edges.near.map((slot) => ordinalAtSlot(ordinals, slot, entry));
  const order = from.map((_, row) => row).sort((a, b) => (from[a] as number) - (from[b] as number));
  const toFile = new Uint32Array(length);
  const toSymbol = new Uint32Array(length);
  order.forEach((row, i) => {
    const place = reader.locate(edges.far[row] as number);
    if (place === undefined) throw damagedError(`an edge of ${entry.path}`);
    const { path } = place.file;
    toFile[i] = getOrMake(numbers, path, () => numbers.size);
    toSymbol[i] = place.ordinal;
  });
  const pick = (column: Uint8Array): Uint8Array => Uint8Array.from(order, (row) => column[row] as number);
  return {
    targets: [...numbers.keys()],
    edges: {
      length,
      from: from.sort(),
      toFile,
      toSymbol,
      kind: pick(edges.kinds),
      confidence: pick(edges.confidences),
      resolver: pick(edges.resolvers),
      count: pick(edges.counts),
    },
  };
}

function ordinalAtSlot(ordinals: Int32Array, slot: number, { path }: FileEntry): number {
  const ordinal = ordinals[slot] ?? -1;
  if (ordinal < 0) throw damagedError(`an edge of ${path}`);
  return ordinal;
}
