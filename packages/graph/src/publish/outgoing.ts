/** Outgoing pages of a draft: links of relinked files converted to edges between handles, and pages whose targets got other handles. */
import type { FileHandle } from "@sdl/model";
import type { LinkedFile } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import { invalidUpdateError } from "../errors.js";
import { type EdgeColumns, NO_EDGES, newEdgeColumns } from "../records/edges-page.js";
import type { FileEntry } from "../records/file-page.js";
import { encodeOutgoing, type UnresolvedRow } from "../records/outgoing-page.js";
import { areBytesEqual, asBytes } from "../records/packing.js";
import type { Draft } from "./draft.js";
import { edgeOrder, pickEdges } from "./edge-order.js";
import type { WriteBatch } from "./write-batch.js";

/** A file whose outgoing edges may have changed. */
export interface SourceChange {
  readonly before: EdgeColumns;
  readonly after: EdgeColumns;
  /** First handles of the file's old and new range. */
  readonly baseBefore: number;
  readonly baseAfter: number;
  /** Target file of each row of `before` and `after`. */
  readonly targetsBefore: Uint32Array;
  readonly targetsAfter: Uint32Array;
}

/** Changes of outgoing pages by a draft. */
export interface OutgoingChanges {
  readonly sources: ReadonlyMap<FileHandle, SourceChange>;
  /** Files whose outgoing record or lookups were written. */
  readonly written: ReadonlySet<FileHandle>;
}

/** Writes the outgoing pages that change. @throws {GraphError} `INVALID_UPDATE` if a changed file has no links or a link has no target */
export function publishOutgoing(draft: Draft, batch: WriteBatch): OutgoingChanges {
  const sources = new Map<FileHandle, SourceChange>();
  const written = new Set<FileHandle>();
  for (const [file, { entry }] of draft.changed) {
    if (!draft.links.has(file)) throw invalidUpdateError(`${entry.path} changed but was not linked again`);
  }
  for (const file of draft.removed) {
    const entry = draft.before(file);
    if (entry !== undefined) sources.set(file, removedSource(draft, entry));
    batch.put("outgoing", file, undefined);
    batch.put("lookups", file, undefined);
  }
  for (const [file, linked] of draft.links)
    publishLinked(draft, draft.requireEntry(file), linked, { batch, sources, written });
  for (const [file, { hasNewRange }] of draft.changed) {
    const before = draft.before(file);
    if (hasNewRange && before !== undefined) redirectSources(draft, before, { batch, sources, written });
  }
  return { sources, written };
}

const NO_TARGETS = new Uint32Array(0);

interface OutgoingSink {
  readonly batch: WriteBatch;
  readonly sources: Map<FileHandle, SourceChange>;
  readonly written: Set<FileHandle>;
}

function publishLinked(draft: Draft, entry: FileEntry, linked: LinkedFile, sink: OutgoingSink): void {
  const { edges, targets } = toHandles(draft, entry, linked);
  const payload = encodeOutgoing(edges, unresolvedRows(draft, entry, linked));
  const old = draft.before(entry.handle);
  const lookups = asBytes(linked.lookups.slice());
  const isSame = old !== undefined && areBytesEqual(draft.reader.outgoingBytes(old), payload);
  if (!isSame) sink.batch.put("outgoing", entry.handle, payload);
  const hasSameLookups = old !== undefined && areBytesEqual(asBytes(draft.reader.lookups(old)), lookups);
  if (!hasSameLookups) sink.batch.put("lookups", entry.handle, lookups);
  if (!isSame || !hasSameLookups) sink.written.add(entry.handle);
  if (isSame && old.base === entry.base) return;
  const before = old === undefined ? NO_EDGES : draft.reader.outgoing(old).edges;
  sink.sources.set(entry.handle, {
    before,
    after: edges,
    baseBefore: old?.base ?? 0,
    baseAfter: entry.base,
    targetsBefore: oldTargets(draft, before),
    targetsAfter: targets,
  });
}

function removedSource(draft: Draft, entry: FileEntry): SourceChange {
  const before = draft.reader.outgoing(entry).edges;
  return {
    before,
    after: NO_EDGES,
    baseBefore: entry.base,
    baseAfter: entry.base,
    targetsBefore: oldTargets(draft, before),
    targetsAfter: NO_TARGETS,
  };
}

/**
 * Rewrites the pages of sources that were not relinked but point into a file that moved to another handle range: the same edges, with new handles.
 */
function redirectSources(draft: Draft, moved: FileEntry, sink: OutgoingSink): void {
  const sources = new Set<FileHandle>();
  for (const handle of draft.reader.incoming(moved).edges.far) {
    const source = draft.reader.state.files.owner(handle);
    if (source !== undefined) sources.add(source.handle);
  }
  for (const source of sources) {
    const entry = draft.entry(source);
    if (entry === undefined || draft.links.has(source) || sink.sources.has(source)) continue;
    const page = draft.reader.outgoing(entry);
    const targets = oldTargets(draft, page.edges);
    const after: EdgeColumns = {
      ...page.edges,
      far: page.edges.far.map((far, i) => newHandle(draft, targets[i] as number, far)),
    };
    sink.batch.put("outgoing", source, encodeOutgoing(after, page.unresolved));
    sink.written.add(source);
    sink.sources.set(source, {
      before: page.edges,
      after,
      baseBefore: entry.base,
      baseAfter: entry.base,
      targetsBefore: targets,
      targetsAfter: targets,
    });
  }
}

/** The new handle of an old handle's symbol. @throws {GraphError} `INVALID_UPDATE` if the symbol was removed */
function newHandle(draft: Draft, file: FileHandle, handle: number): number {
  const old = draft.before(file);
  const entry = draft.entry(file);
  const changed = draft.changed.get(file);
  if (old === undefined || entry === undefined) throw invalidUpdateError("an edge leads into a removed file");
  if (changed === undefined || !changed.hasNewRange) return handle;
  const slot = draft.newSlots(old, entry)[handle - old.base] ?? -1;
  if (slot < 0)
    throw invalidUpdateError(
      `an edge leads to a removed symbol of ${entry.path}, but its source file was not linked again`,
    );
  return entry.base + slot;
}

function oldTargets(draft: Draft, edges: EdgeColumns): Uint32Array {
  if (edges.length === 0) return NO_TARGETS;
  const { files } = draft.reader.state;
  return edges.far.map((far) => {
    const owner = files.owner(far);
    if (owner === undefined) throw invalidUpdateError(`an edge leads to handle ${far}, which belongs to no file`);
    return owner.handle;
  });
}

function toHandles(draft: Draft, entry: FileEntry, linked: LinkedFile): { edges: EdgeColumns; targets: Uint32Array } {
  const { edges: links } = linked;
  if (links.length === 0) return { edges: NO_EDGES, targets: NO_TARGETS };
  const own = draft.symbols(entry);
  const edges = newEdgeColumns(links.length);
  const ids = { high: new Uint32Array(links.length), low: new Uint32Array(links.length) };
  for (let i = 0; i < links.length; i++) {
    const { entry: target, symbols } = draft.targetFile(links.toFile[i] as number);
    const ordinal = links.toSymbol[i] as number;
    const from = own.slots[links.from[i] as number];
    const slot = symbols.slots[ordinal];
    if (from === undefined || slot === undefined)
      throw invalidUpdateError(`a link of ${entry.path} has an end that is not a symbol`);
    edges.near[i] = from;
    edges.far[i] = target.base + slot;
    edges.kinds[i] = links.kind[i] as number;
    edges.confidences[i] = links.confidence[i] as number;
    edges.resolvers[i] = links.resolver[i] as number;
    edges.counts[i] = links.count[i] as number;
    ids.high[i] = symbols.ids[2 * ordinal] as number;
    ids.low[i] = symbols.ids[2 * ordinal + 1] as number;
  }
  const order = edgeOrder(edges, ids);
  return { edges: pickEdges(edges, order), targets: order.map((row) => links.toFile[row] as number) };
}

function unresolvedRows(draft: Draft, entry: FileEntry, linked: LinkedFile): UnresolvedRow[] {
  const { slots } = draft.symbols(entry);
  const rows = linked.unresolved.map(({ from, kind, packageName, name, count }) => {
    const slot = slots[from];
    if (slot === undefined) throw invalidUpdateError(`an unresolved link of ${entry.path} does not start at a symbol`);
    return { slot, kind, packageName, name, count };
  });
  const isSorted = rows.every((row, i) => i === 0 || (rows[i - 1] as UnresolvedRow).slot <= row.slot);
  return isSorted ? rows : rows.sort(compareRows);
}

function compareRows(a: UnresolvedRow, b: UnresolvedRow): number {
  return a.slot - b.slot || a.kind - b.kind || byCodeUnits(a.packageName, b.packageName) || byCodeUnits(a.name, b.name);
}
