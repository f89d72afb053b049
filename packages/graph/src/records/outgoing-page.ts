/** Outgoing record of a file: its edges, then its references that lead out of the repository or are unresolved. */
import { ByteReader, type ByteWriter, WordSlabs } from "@sdl/model/facts";
import { decodeEdges, type EdgeColumns, EdgesPage, encodeEdges } from "./edges-page.js";
import { decodeChecked, encodeWith, readList, readTexts, TextTable, writeList } from "./packing.js";

const slabs = new WordSlabs();

/** A reference that leads out of the repository or is unresolved. */
export interface UnresolvedRow {
  readonly slot: number;
  /** A value of `EDGE_CODE`. */
  readonly kind: number;
  /** Name of the package; empty if unknown. */
  readonly packageName: string;
  readonly name: string;
  readonly count: number;
}

/** Edges, with unresolved references that are decoded on first use. */
export class OutgoingPage extends EdgesPage {
  private rows: readonly UnresolvedRow[] | undefined;

  constructor(
    edges: EdgeColumns,
    private readonly readRows: () => readonly UnresolvedRow[],
  ) {
    super(edges);
  }

  /** Unresolved references, ascending by (slot, kind, packageName, name). */
  get unresolved(): readonly UnresolvedRow[] {
    this.rows ??= this.readRows();
    return this.rows;
  }
}

/** Encodes edges and unresolved references. */
export function encodeOutgoing(edges: EdgeColumns, unresolved: readonly UnresolvedRow[]): Uint8Array {
  return encodeWith((out) => {
    encodeEdges(out, edges);
    encodeUnresolved(out, unresolved);
  });
}

/** Writes unresolved references, each text once. */
export function encodeUnresolved(out: ByteWriter, rows: readonly UnresolvedRow[]): void {
  const texts = new TextTable();
  let slot = 0;
  writeList(out, rows, (row) => {
    out.varint(row.slot - slot);
    out.varint(row.kind);
    out.varint(texts.add(row.packageName));
    out.varint(texts.add(row.name));
    out.varint(row.count);
    slot = row.slot;
  });
  texts.write(out);
}

/** Decodes the edges at once; the other parts on first use. @throws {GraphError} `STORE_CORRUPT` */
export function decodeOutgoing(payload: Uint8Array, what: string): OutgoingPage {
  const reader = new ByteReader(payload);
  const edges = decodeChecked(what, () => decodeEdges(reader));
  const rest = slabs.bytes(payload.subarray(reader.position));
  return new OutgoingPage(edges, () => decodeChecked(what, () => decodeUnresolved(new ByteReader(rest))));
}

/** Reads what {@link encodeUnresolved} wrote. @throws {ModelError} `INVALID_PAGE` if it ends too early */
export function decodeUnresolved(reader: ByteReader): UnresolvedRow[] {
  let slot = 0;
  const rows = readList(reader, () => {
    slot += reader.varint();
    const [kind, packageName, name, count] = [reader.varint(), reader.varint(), reader.varint(), reader.varint()];
    return { slot, kind, packageName, name, count };
  });
  const texts = readTexts(reader);
  return rows.map((row) => ({
    ...row,
    packageName: texts[row.packageName] as string,
    name: texts[row.name] as string,
  }));
}
