/**
 * Copy of one version into a draft of another ledger: files in path order, their links by ordinals, configuration, skipped files. File stats are
 * not copied, because they belong to another machine: the next refresh compares each file by content.
 */
import type { FileHandle, FileStat } from "@sdl/model";
import type { LinkColumns, LinkedFile } from "@sdl/model/graph";
import { damagedError, throwMissing } from "../errors.js";
import type { Draft } from "../publish/draft.js";
import type { PageReader } from "../read/page-reader.js";
import type { FileEntry } from "../records/file-page.js";

/** @param draft a draft that can read the facts of `from` */
export function copyVersion(from: PageReader, draft: Draft): void {
  const entries = from.state.files.paths().map((path) => entryAtPath(from, path));
  const handles = new Map<FileHandle, FileHandle>();
  for (const entry of entries) {
    const { path, language, factsKey, flags } = entry;
    const { ids: symbolIds } = from.symbols(entry);
    const before = draft.reader.state.files.find(path);
    const stat = before?.factsKey === factsKey ? before.stat : foreignStat(entry.stat);
    handles.set(entry.handle, draft.put({ path, language, factsKey, stat, symbolIds, flags }));
  }
  for (const entry of entries) {
    const file = handles.get(entry.handle);
    if (file !== undefined) draft.links.set(file, copyLinks(from, entry, handles));
  }
  const configs = draft.reader.configs();
  for (const config of from.configs().values()) {
    if (configs.get(config.path)?.text === config.text) continue;
    draft.configs.set(config.path, { ...config, stat: foreignStat(config.stat) });
  }
  draft.skipped = from
    .skipped()
    .map(({ stat, ...rest }) => (stat === undefined ? rest : { ...rest, stat: foreignStat(stat) }));
}

/** A stat that matches no file of any machine. */
function foreignStat({ sizeBytes }: FileStat): FileStat {
  return { sizeBytes, mtimeMs: 0, ctimeMs: 0, ino: -1 };
}

function entryAtPath({ state }: PageReader, path: string): FileEntry {
  return state.files.find(path) ?? throwMissing(`the file table (no ${path})`);
}

function copyLinks(from: PageReader, entry: FileEntry, handles: ReadonlyMap<FileHandle, FileHandle>): LinkedFile {
  const { ordinals } = from.symbols(entry);
  const { edges, unresolved } = from.outgoing(entry);
  const ends = Array.from(edges.far, (far) => {
    const place = from.locate(far);
    const toFile = place === undefined ? undefined : handles.get(place.file.handle);
    if (place === undefined || toFile === undefined) throw damagedError(`an edge of ${entry.path}`);
    return { toFile, toSymbol: place.ordinal };
  });
  const columns: LinkColumns = {
    length: edges.length,
    from: edges.near.map((slot) => ordinalAtSlot(ordinals, slot, entry)),
    toFile: Uint32Array.from(ends, ({ toFile }) => toFile),
    toSymbol: Uint32Array.from(ends, ({ toSymbol }) => toSymbol),
    kind: edges.kinds,
    confidence: edges.confidences,
    resolver: edges.resolvers,
    count: edges.counts,
  };
  return {
    file: handles.get(entry.handle) ?? -1,
    edges: columns,
    unresolved: unresolved.map(({ slot, ...use }) => ({ ...use, from: ordinalAtSlot(ordinals, slot, entry) })),
    lookups: from.lookups(entry),
  };
}

function ordinalAtSlot(ordinals: Int32Array, slot: number, { path }: FileEntry): number {
  const ordinal = ordinals[slot] ?? -1;
  if (ordinal < 0) throw damagedError(`an edge of ${path}`);
  return ordinal;
}
