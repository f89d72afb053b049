/** Conversion of a draft into the records of a commit: one version, if anything except stats changed. Computes only; {@link WriteBatch} writes. */

import { type FileHandle, isSameStat, nextVersionId, type VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import { encodeLogEntry, LOG_LENGTH, type LogEntry } from "../records/change-log.js";
import { encodeFilePage, FILES_PER_PAGE, type FileEntry, withChanges } from "../records/file-page.js";
import { encodeHead, type Head, MetaKey } from "../records/head.js";
import { encodeConfig, encodeSkipped } from "../records/inputs.js";
import { areBytesEqual } from "../records/packing.js";
import { encodeVersion, idMs, type TextBefore, versionIdOf } from "../records/version-record.js";
import type { Draft } from "./draft.js";
import { publishIncoming } from "./incoming.js";
import { type OutgoingChanges, publishOutgoing } from "./outgoing.js";
import { publishPostings } from "./postings.js";
import { publishSymbolTables } from "./symbol-tables.js";
import { changedReasons, versionRecord } from "./version-changes.js";
import { WriteBatch } from "./write-batch.js";

/** Facts that a commit records about its version. */
export interface CommitOptions {
  /** Wall clock in milliseconds since the epoch; becomes the version's id unless a later one is needed to keep ids ascending. */
  readonly nowMs: number;
  /** The git commit that the files were read from. */
  readonly commit?: string;
  /**
   * Id of the extractor and linker that made all facts and links; other programs would make different ones from the same files. If absent, the
   * recorded id stays.
   */
  readonly producer?: string;
}

/** The version after a commit. */
export interface CommitResult {
  /** Id of the latest version, new or not; `v0` if there is none. */
  readonly version: VersionId;
  /** Whether this commit created that version. */
  readonly created: boolean;
}

/** A commit that is computed and not yet written. */
export interface Publication extends CommitResult {
  /** `undefined` if there is nothing to write. */
  readonly batch: WriteBatch | undefined;
}

/** Computes the records of a commit. */
export function publish(draft: Draft, options: CommitOptions): Publication {
  const { head } = draft.reader.state;
  const batch = new WriteBatch(draft.reader);
  const outgoing = publishOutgoing(draft, batch);
  const incoming = publishIncoming(draft, outgoing.sources, batch);
  const names = publishSymbolTables(draft, batch);
  const lengthTotals = publishPostings(draft, batch);
  const entries = finalEntries(draft, outgoing);
  const configs = publishConfigs(draft, batch);
  const skipped = publishSkipped(draft, batch);
  const isAnother = publishProducer(draft, batch, options.producer);
  const log: LogEntry = {
    entries: [...entries.keys(), ...draft.removed],
    symbols: [...draft.changed.keys(), ...draft.removed],
    outgoing: [...outgoing.written, ...draft.removed],
    incoming: [...incoming],
    names,
    configs: configs.texts.length > 0 || configs.hasNewStats,
    skipped: skipped.isWritten,
  };
  const created =
    draft.changed.size > 0 ||
    outgoing.sources.size > 0 ||
    configs.texts.length > 0 ||
    skipped.reasons.length > 0 ||
    draft.removed.size > 0 ||
    head.versionSeq === 0;
  const before = versionIdOf(head.versionMs);
  if (!created && log.entries.length + log.outgoing.length === 0 && !log.configs && !log.skipped && !isAnother) {
    return { version: before, created: false, batch: undefined };
  }
  const next = nextHead(draft, entries, { lengthTotals, configCount: configs.count });
  const version = created ? nextVersionId(options.nowMs, head.versionSeq === 0 ? undefined : before) : before;
  const isStatOnly = !created && log.outgoing.length === 0;
  const flipped: Head = {
    ...next,
    contentGeneration: isStatOnly ? head.contentGeneration : next.generation,
    versionSeq: head.versionSeq + (created ? 1 : 0),
    versionMs: idMs(version),
  };
  writePages(draft, entries, batch);
  if (created) {
    const texts = { configs: configs.texts, skipped: skipped.reasons };
    batch.put(
      "versions",
      flipped.versionSeq,
      encodeVersion(versionRecord(draft, flipped, outgoing, { options, ...texts })),
    );
  }
  if (head.generation === 0) firstRecords(draft, batch);
  batch.put("log", flipped.generation, encodeLogEntry(log));
  if (flipped.generation > LOG_LENGTH) batch.put("log", flipped.generation - LOG_LENGTH, undefined);
  batch.put("meta", MetaKey.Head, encodeHead(flipped));
  return { version, created, batch };
}

function finalEntries(draft: Draft, outgoing: OutgoingChanges): Map<FileHandle, FileEntry> {
  const entries = new Map<FileHandle, FileEntry>(draft.touched);
  for (const [file, { entry }] of draft.changed) {
    const edges = outgoing.sources.get(file)?.after.length ?? draft.before(file)?.edgeCount ?? 0;
    entries.set(file, entry.edgeCount === edges ? entry : withChanges(entry, { edgeCount: edges }));
  }
  for (const [file, change] of outgoing.sources) {
    const entry = entries.get(file) ?? draft.entry(file);
    if (entry !== undefined && entry.edgeCount !== change.after.length)
      entries.set(file, withChanges(entry, { edgeCount: change.after.length }));
  }
  return entries;
}

function nextHead(
  draft: Draft,
  entries: ReadonlyMap<FileHandle, FileEntry>,
  sums: Pick<Head, "lengthTotals" | "configCount">,
): Head {
  const { head } = draft.reader.state;
  let { fileCount, symbolCount, edgeCount } = head;
  const add = (entry: FileEntry | undefined, sign: 1 | -1): void => {
    if (entry === undefined) return;
    fileCount += sign;
    symbolCount += sign * entry.symbolCount;
    edgeCount += sign * entry.edgeCount;
  };
  for (const file of draft.removed) add(draft.before(file), -1);
  for (const [file, entry] of entries) {
    add(draft.before(file), -1);
    add(entry, 1);
  }
  return {
    ...head,
    ...sums,
    generation: head.generation + 1,
    nextFile: draft.allocator.fileCount,
    capacity: draft.allocator.capacity,
    fileCount,
    symbolCount,
    edgeCount,
  };
}

function writePages(draft: Draft, entries: ReadonlyMap<FileHandle, FileEntry>, batch: WriteBatch): void {
  for (const [file, changed] of draft.changed) {
    const { entry, page } = changed;
    batch.put("symbols", file, draft.symbolsRecord(changed));
    if (page !== undefined) batch.putFacts(entry.factsKey, page.bytes, draft.packed.get(page));
  }
  for (const file of draft.removed) batch.put("symbols", file, undefined);
  const pages = new Set([...entries.keys(), ...draft.removed].map((file) => Math.floor(file / FILES_PER_PAGE)));
  const first = Math.ceil(draft.reader.state.head.nextFile / FILES_PER_PAGE);
  for (let page = first; page < Math.ceil(draft.allocator.fileCount / FILES_PER_PAGE); page++) pages.add(page);
  for (const page of [...pages].sort((a, b) => a - b)) {
    const rows: FileEntry[] = [];
    for (let file = page * FILES_PER_PAGE; file < (page + 1) * FILES_PER_PAGE; file++) {
      const entry = entries.get(file) ?? draft.entry(file);
      if (entry !== undefined) rows.push(entry);
    }
    batch.put("files", page, encodeFilePage(rows));
  }
}

interface ConfigChanges {
  readonly count: number;
  /** Configuration files whose text changed, ordered by path. */
  readonly texts: readonly TextBefore[];
  readonly hasNewStats: boolean;
}

/** Writes configuration records, which are numbered in path order; skips those whose number keeps the same file and content. */
function publishConfigs(draft: Draft, batch: WriteBatch): ConfigChanges {
  if (draft.configs.size === 0) return { count: draft.reader.state.head.configCount, texts: [], hasNewStats: false };
  const before = draft.reader.configs();
  const after = new Map(before);
  const texts: TextBefore[] = [];
  let hasNewStats = false;
  for (const [path, config] of draft.configs) {
    const old = before.get(path);
    if (old?.text !== config?.text) texts.push({ path, before: old?.text });
    else if (old !== undefined && config !== undefined && !isSameStat(old.stat, config.stat)) hasNewStats = true;
    if (config === undefined) after.delete(path);
    else after.set(path, config);
  }
  const old = [...before.values()];
  const list = [...after.values()].sort(byPath);
  list.forEach((config, key) => {
    if (config !== old[key]) batch.put("configs", key, encodeConfig(config));
  });
  for (let key = list.length; key < old.length; key++) batch.put("configs", key, undefined);
  return { count: list.length, texts: texts.sort(byPath), hasNewStats };
}

/** Changes of the list of skipped files; `isWritten` is also true if only stats changed. */
interface SkippedChanges {
  readonly reasons: readonly TextBefore[];
  readonly isWritten: boolean;
}

function publishSkipped(draft: Draft, batch: WriteBatch): SkippedChanges {
  const { skipped } = draft;
  if (skipped === undefined) return { reasons: [], isWritten: false };
  const before = draft.reader.skipped();
  const sorted = [...skipped].sort(byPath);
  const payload = encodeSkipped(sorted);
  if (areBytesEqual(payload, encodeSkipped(before))) return { reasons: [], isWritten: false };
  batch.put("meta", MetaKey.Skipped, payload);
  return { reasons: changedReasons(before, sorted), isWritten: true };
}

/** @returns whether the producer changed */
function publishProducer(draft: Draft, batch: WriteBatch, producer: string | undefined): boolean {
  if (producer === undefined || producer === draft.reader.producer()) return false;
  batch.put("meta", MetaKey.Producer, Buffer.from(producer, "utf8"));
  return true;
}

/** Writes the records that every ledger has from its first commit on, so that their absence later is detected as damage. */
function firstRecords(draft: Draft, batch: WriteBatch): void {
  batch.ownBitmap("ids", 0);
  batch.ownBitmap("names", 0);
  if (draft.skipped === undefined || draft.skipped.length === 0) batch.put("meta", MetaKey.Skipped, encodeSkipped([]));
}
