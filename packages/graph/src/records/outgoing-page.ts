/** A file's outgoing record: its edges, then what it names outside the repository. */
import { ByteReader, WordSlabs } from "@sdl/model";
import { decodeEdges, type EdgeColumns, EdgesPage, encodeEdges } from "./edges-page.js";
import { decoding, encoding, readTexts, TextTable } from "./packing.js";

const slabs = new WordSlabs();

/** A use that leads out of the repository, or nowhere. */
export interface UnresolvedRow {
  readonly slot: number;
  /** `EDGE_CODE`. */
  readonly kind: number;
  /** Empty when unknown. */
  readonly packageName: string;
  readonly name: string;
  readonly count: number;
}

export class OutgoingPage extends EdgesPage {
  private rows: readonly UnresolvedRow[] | undefined;

  constructor(
    edges: EdgeColumns,
    private readonly readRows: () => readonly UnresolvedRow[],
  ) {
    super(edges);
  }

  /** Ascending by (slot, kind, packageName, name). */
  get unresolved(): readonly UnresolvedRow[] {
    this.rows ??= this.readRows();
    return this.rows;
  }
}

export function encodeOutgoing(edges: EdgeColumns, unresolved: readonly UnresolvedRow[]): Uint8Array {
  return encoding((out) => {
    encodeEdges(out, edges);
    const texts = new TextTable();
    out.varint(unresolved.length);
    let slot = 0;
    for (const row of unresolved) {
      out.varint(row.slot - slot);
      out.varint(row.kind);
      out.varint(texts.add(row.packageName));
      out.varint(texts.add(row.name));
      out.varint(row.count);
      slot = row.slot;
    }
    texts.write(out);
  });
}

export function decodeOutgoing(payload: Uint8Array, what: string): OutgoingPage {
  const reader = new ByteReader(payload);
  const edges = decoding(what, () => decodeEdges(reader));
  const rest = slabs.bytes(payload.subarray(reader.position));
  return new OutgoingPage(edges, () => decoding(what, () => decodeUnresolved(new ByteReader(rest))));
}

function decodeUnresolved(reader: ByteReader): UnresolvedRow[] {
  const numbers: number[] = [];
  const count = reader.varint();
  for (let i = 0; i < count * 5; i++) numbers.push(reader.varint());
  const texts = readTexts(reader);
  const rows: UnresolvedRow[] = [];
  let slot = 0;
  for (let i = 0; i < count; i++) {
    slot += numbers[5 * i] as number;
    rows.push({
      slot,
      kind: numbers[5 * i + 1] as number,
      packageName: texts[numbers[5 * i + 2] as number] as string,
      name: texts[numbers[5 * i + 3] as number] as string,
      count: numbers[5 * i + 4] as number,
    });
  }
  return rows;
}
