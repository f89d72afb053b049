/** Indexer for the toy language: puts facts, links by simple name, and links files again that looked up a changed name. */
import { EDGE_CODE, type FileHandle, type FileStat, type SkippedFile, type VersionId } from "@sdl/model";
import { EXPRS, FactsPage, type FileView, REFS, SYMBOLS } from "@sdl/model/facts";
import type { FactsSource, LinkColumns, LinkedFile, UnresolvedLink } from "@sdl/model/graph";
import { hash32 } from "@sdl/model/text";
import type {
  CommitResult,
  ConfigEntry,
  FileViewChange,
  Ledger,
  LedgerSnapshot,
  LedgerUpdate,
  MaterialisedVersion,
} from "../../src/index.js";
import { factsKeyOf, idsOf, pageOf } from "./source.js";

/** A repository: sources by path, and its other inputs. */
export interface ToyRepository {
  readonly files: Readonly<Record<string, string>>;
  readonly configs?: Readonly<Record<string, string>>;
  readonly skipped?: readonly SkippedFile[];
}

export interface RefreshOptions {
  readonly nowMs?: number;
  readonly commit?: string;
  /** Passes the facts pages with the files instead of storing them first. */
  readonly inline?: boolean;
  /** Order in which files are put. */
  readonly order?: (paths: string[]) => string[];
  readonly stat?: (path: string) => FileStat;
  /** Called after every file; `again` puts the file once more. */
  readonly afterPut?: (update: LedgerUpdate, again: () => void) => void;
}

export function statOf(text: string): FileStat {
  return {
    sizeBytes: text.length,
    mtimeMs: 1_700_000_000_000.5 + text.length,
    ctimeMs: 1.25,
    ino: 2 ** 40 + text.length,
  };
}

/** Updates the ledger to the repository's state, incrementally. */
export function refresh(ledger: Ledger, repository: ToyRepository, options: RefreshOptions = {}): CommitResult {
  const update = draftOf(ledger, repository, options);
  return update.commit({ nowMs: options.nowMs ?? 1_000, ...(options.commit ? { commit: options.commit } : {}) });
}

/** The repository's state in memory, over the latest version; the ledger is unchanged. */
export function materialise(ledger: Ledger, repository: ToyRepository, version: VersionId): LedgerSnapshot {
  return materialised(ledger, repository, version).snapshot;
}

/** Like {@link materialise}, but returns the version with its encoded difference. */
export function materialised(ledger: Ledger, repository: ToyRepository, version: VersionId): MaterialisedVersion {
  return draftOf(ledger, repository, { inline: true }).materialise(version);
}

function draftOf(ledger: Ledger, repository: ToyRepository, options: RefreshOptions): LedgerUpdate {
  const snapshot = ledger.snapshot();
  const before = new Map([...snapshot.fileEntries()].map((entry) => [entry.path, entry]));
  const update = ledger.beginDraft();
  for (const path of before.keys()) {
    if (repository.files[path] !== undefined) continue;
    update.removeFile(path);
  }
  const paths = Object.keys(repository.files);
  const changed = (options.order?.(paths) ?? paths).filter(
    (path) => before.get(path)?.factsKey !== factsKeyOf(repository.files[path]!),
  );
  const pages = changed.map((path) => ({
    key: factsKeyOf(repository.files[path]!),
    page: pageOf(repository.files[path]!),
  }));
  if (options.inline !== true) ledger.putFacts(pages);
  changed.forEach((path, i) => {
    const source = repository.files[path]!;
    const { key, page } = pages[i]!;
    const put = () =>
      update.putFile({
        path,
        language: "typescript",
        factsKey: key,
        stat: options.stat?.(path) ?? statOf(source),
        symbolIds: idsOf(new FactsPage(page), path),
        ...(options.inline === true ? { page } : {}),
      });
    put();
    options.afterPut?.(update, put);
  });
  snapshot.close();
  putInputs(update, repository);
  linkAll(update, changed);
  return update;
}

function putInputs(update: LedgerUpdate, repository: ToyRepository): void {
  const configs = repository.configs ?? {};
  for (const path of update.configs()) if (configs[path] === undefined) update.removeConfig(path);
  for (const [path, text] of Object.entries(configs)) {
    const config: ConfigEntry = { path, text, stat: statOf(text) };
    update.putConfig(config);
  }
  update.setSkipped(repository.skipped ?? []);
}

function linkAll(update: LedgerUpdate, changed: readonly string[]): void {
  const names = new Set<number>();
  for (const change of update.fileChanges()) noteNames(names, change);
  const index = definitions(update);
  const files = new Set(changed.map((path) => update.file(path)!));
  for (const { file, lookups } of update.outgoingLookups()) {
    if (lookups.some((hash) => names.has(hash))) files.add(file);
  }
  for (const file of files) update.setLinks(link(update, file, index));
}

type Definitions = ReadonlyMap<string, readonly (readonly [FileHandle, number])[]>;

function definitions(source: FactsSource): Definitions {
  const found = new Map<string, (readonly [FileHandle, number])[]>();
  for (const file of source.files()) {
    const page = source.facts(file);
    const { name, rows } = page.table(SYMBOLS);
    for (let i = 1; i < rows; i++) {
      const text = page.string(name[i]!);
      found.set(text, [...(found.get(text) ?? []), [file, i]]);
    }
  }
  return found;
}

/** Links of one file: each reference leads to all symbols of its name, in other files and in this one. */
function link(source: FactsSource, file: FileHandle, index: Definitions): LinkedFile {
  const page = source.facts(file);
  const refs = page.table(REFS);
  const { a } = page.table(EXPRS);
  const edges = new Map<string, number[]>();
  const unresolved = new Map<string, UnresolvedLink>();
  const lookups = new Set<number>();
  for (let i = 0; i < refs.rows; i++) {
    const name = page.string(a[refs.expr[i]!]!);
    const from = refs.owner[i]!;
    lookups.add(nameHash(name));
    const targets = index.get(name) ?? [];
    for (const [toFile, toSymbol] of targets) {
      const quality = 90 - (source.symbolIds(toFile)[2 * toSymbol]! % 20);
      const row = edges.get(`${from},${toFile},${toSymbol}`) ?? [from, toFile, toSymbol, 0, quality];
      row[3]!++;
      edges.set(`${from},${toFile},${toSymbol}`, row);
    }
    if (targets.length === 0) {
      const count = (unresolved.get(`${from},${name}`)?.count ?? 0) + 1;
      unresolved.set(`${from},${name}`, { from, kind: EDGE_CODE.call, packageName: "", name, count });
    }
  }
  const rows = [...edges.values()].sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]! || x[2]! - y[2]!);
  const sorted = [...unresolved.values()].sort((x, y) => x.from - y.from || (x.name < y.name ? -1 : 1));
  return { file, edges: columns(rows), unresolved: sorted, lookups: Uint32Array.from(lookups).sort() };
}

function columns(rows: readonly number[][]): LinkColumns {
  return {
    length: rows.length,
    from: Uint32Array.from(rows, (row) => row[0]!),
    toFile: Uint32Array.from(rows, (row) => row[1]!),
    toSymbol: Uint32Array.from(rows, (row) => row[2]!),
    kind: new Uint8Array(rows.length),
    confidence: Uint8Array.from(rows, (row) => row[4]!),
    resolver: new Uint8Array(rows.length).fill(2),
    count: Uint8Array.from(rows, (row) => row[3]!),
  };
}

/** Collects names that the two states of a file give to different symbols. */
function noteNames(names: Set<number>, { before, after }: FileViewChange): void {
  const old = namedIds(before);
  const now = namedIds(after);
  for (const [key, name] of old) if (!now.has(key)) names.add(name);
  for (const [key, name] of now) if (!old.has(key)) names.add(name);
}

function namedIds(view: FileView | undefined): Map<string, number> {
  const named = new Map<string, number>();
  if (view === undefined) return named;
  const { name, rows } = view.facts.table(SYMBOLS);
  for (let i = 1; i < rows; i++) {
    const text = view.facts.string(name[i]!);
    named.set(`${view.symbolIds[2 * i]},${view.symbolIds[2 * i + 1]},${text}`, nameHash(text));
  }
  return named;
}

function nameHash(name: string): number {
  return hash32(name, 1);
}
