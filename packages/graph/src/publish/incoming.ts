/**
 * Incoming pages, the transpose of outgoing pages. The page of every file whose incoming edges change is rebuilt: rows of unchanged sources are
 * kept, rows of changed sources are taken from their new outgoing pages.
 */
import { addToList, type FileHandle, getOrMake } from "@sdl/model";
import { invalidUpdateError } from "../errors.js";
import { type EdgeColumns, encodeEdges, NO_EDGES, newEdgeColumns } from "../records/edges-page.js";
import type { FileEntry } from "../records/file-page.js";
import { encodeWith } from "../records/packing.js";
import type { Draft } from "./draft.js";
import { copyEdge, edgeOrder, type FarIds, pickEdges } from "./edge-order.js";
import type { SourceChange } from "./outgoing.js";
import type { WriteBatch } from "./write-batch.js";

/** New rows of one source file into one target file. */
interface AddedIncomingRows {
  readonly source: FileHandle;
  readonly change: SourceChange;
  readonly rows: readonly number[];
}

/** Changes of one file's incoming edges. */
interface TargetChange {
  /** Sources whose old rows are dropped. */
  readonly replaced: Set<FileHandle>;
  readonly additions: AddedIncomingRows[];
}

/** For a file with new handles that no changed source links to. */
const NO_CHANGES: TargetChange = { replaced: new Set(), additions: [] };

/** @returns files whose incoming page was written or removed */
export function publishIncoming(
  draft: Draft,
  sources: ReadonlyMap<FileHandle, SourceChange>,
  batch: WriteBatch,
): Set<FileHandle> {
  const targets = findTargets(sources);
  for (const [file, { hasNewRange }] of draft.changed)
    if (hasNewRange && !targets.has(file)) targets.set(file, NO_CHANGES);
  for (const [file, { entry }] of draft.changed) requireNoLinksToRemovedSymbols(draft, file, entry, targets.get(file));
  for (const file of draft.removed) {
    requireNoLinksToRemovedFile(draft, file, targets.get(file));
    batch.put("incoming", file, undefined);
    targets.delete(file);
  }
  for (const [file, change] of targets) {
    const edges = rebuildEdges(draft, draft.requireEntry(file), change);
    batch.put(
      "incoming",
      file,
      encodeWith((out) => encodeEdges(out, edges)),
    );
  }
  return new Set([...targets.keys(), ...draft.removed]);
}

function findTargets(sources: ReadonlyMap<FileHandle, SourceChange>): Map<FileHandle, TargetChange> {
  const targets = new Map<FileHandle, TargetChange>();
  for (const [source, change] of sources) {
    const before = rowsByTarget(change.targetsBefore);
    const after = rowsByTarget(change.targetsAfter);
    for (const [file, rows] of after) {
      if (areRowsEqual(change, before.get(file) ?? [], rows)) continue;
      const target = targetChange(targets, file);
      target.replaced.add(source);
      target.additions.push({ source, change, rows });
    }
    for (const file of before.keys()) if (!after.has(file)) targetChange(targets, file).replaced.add(source);
  }
  return targets;
}

function targetChange(targets: Map<FileHandle, TargetChange>, file: FileHandle): TargetChange {
  return getOrMake(targets, file, () => ({ replaced: new Set(), additions: [] }));
}

function rowsByTarget(targets: Uint32Array): Map<FileHandle, number[]> {
  const rows = new Map<FileHandle, number[]>();
  for (const [row, file] of targets.entries()) addToList(rows, file, row);
  return rows;
}

function areRowsEqual(change: SourceChange, before: readonly number[], after: readonly number[]): boolean {
  if (before.length !== after.length) return false;
  const { before: a, after: b } = change;
  return before.every((left, i) => {
    const right = after[i] as number;
    return (
      a.far[left] === b.far[right] &&
      change.baseBefore + (a.near[left] as number) === change.baseAfter + (b.near[right] as number) &&
      a.kinds[left] === b.kinds[right] &&
      a.confidences[left] === b.confidences[right] &&
      a.resolvers[left] === b.resolvers[right] &&
      a.counts[left] === b.counts[right]
    );
  });
}

/** Checks that no edge into a removed symbol remains: the linker must have linked again every file that referenced it. */
function requireNoLinksToRemovedSymbols(
  draft: Draft,
  file: FileHandle,
  entry: FileEntry,
  target: TargetChange | undefined,
): void {
  const old = draft.before(file);
  if (old === undefined) return;
  const slots = draft.newSlots(old, entry);
  const { near, far } = draft.reader.incoming(old).edges;
  for (let i = 0; i < near.length; i++) {
    if ((slots[near[i] as number] ?? -1) >= 0) continue;
    const source = draft.reader.state.files.owner(far[i] as number);
    if (source !== undefined && target?.replaced.has(source.handle)) continue;
    throw invalidUpdateError(`${source?.path} links to a removed symbol of ${entry.path} but was not linked again`);
  }
}

function requireNoLinksToRemovedFile(draft: Draft, file: FileHandle, target: TargetChange | undefined): void {
  const old = draft.before(file);
  if (old === undefined) return;
  for (const far of draft.reader.incoming(old).edges.far) {
    const source = draft.reader.state.files.owner(far);
    if (source !== undefined && target?.replaced.has(source.handle)) continue;
    throw invalidUpdateError(`${source?.path} links to the removed file ${old.path} but was not linked again`);
  }
}

function rebuildEdges(draft: Draft, entry: FileEntry, change: TargetChange): EdgeColumns {
  const old = draft.before(entry.handle);
  if (old === undefined && change.additions.length === 0) return NO_EDGES;
  const kept = old === undefined ? NO_EDGES : draft.reader.incoming(old).edges;
  const added = change.additions.reduce((sum, { rows }) => sum + rows.length, 0);
  const edges = newEdgeColumns(kept.length + added);
  const ids: FarIds = { high: new Uint32Array(edges.length), low: new Uint32Array(edges.length) };
  let at = old === undefined ? 0 : copyKept(draft, { old, entry, replaced: change.replaced }, kept, { edges, ids });
  for (const { source, change: made, rows } of change.additions) {
    const symbols = draft.targetFile(source).symbols;
    for (const row of rows) {
      copyEdge(made.after, row, edges, at);
      const slot = made.after.near[row] as number;
      const ordinal = symbols.ordinals[slot] as number;
      edges.near[at] = (made.after.far[row] as number) - entry.base;
      edges.far[at] = made.baseAfter + slot;
      ids.high[at] = symbols.ids[2 * ordinal] as number;
      ids.low[at++] = symbols.ids[2 * ordinal + 1] as number;
    }
  }
  return pickEdges(edges, edgeOrder({ ...edges, length: at }, ids));
}

/** Copies the rows of unchanged sources. @returns number of copied rows */
function copyKept(
  draft: Draft,
  target: { readonly old: FileEntry; readonly entry: FileEntry; readonly replaced: ReadonlySet<FileHandle> },
  kept: EdgeColumns,
  into: { readonly edges: EdgeColumns; readonly ids: FarIds },
): number {
  const slots = draft.changed.has(target.entry.handle) ? draft.newSlots(target.old, target.entry) : undefined;
  let at = 0;
  for (let row = 0; row < kept.length; row++) {
    const far = kept.far[row] as number;
    const source = draft.reader.state.files.owner(far);
    if (source === undefined) throw invalidUpdateError(`an edge into ${target.entry.path} does not start at a symbol`);
    if (target.replaced.has(source.handle)) continue;
    const symbols = draft.reader.symbols(source);
    const ordinal = symbols.ordinals[far - source.base] as number;
    copyEdge(kept, row, into.edges, at);
    if (slots !== undefined) into.edges.near[at] = slots[kept.near[row] as number] as number;
    into.ids.high[at] = symbols.ids[2 * ordinal] as number;
    into.ids.low[at++] = symbols.ids[2 * ordinal + 1] as number;
  }
  return at;
}
