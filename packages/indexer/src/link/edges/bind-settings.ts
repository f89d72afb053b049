/**
 * Binding of setting names in a file's links to symbols. Linking one file cannot know which keys of a configuration
 * file other files read, so it names settings as leaves; once the settings pages exist, these leaves become edges.
 * Knows links only.
 */
import { EDGE_CODE, ENVIRONMENT_PATH, type FileHandle } from "@sdl/model";
import type { LinkColumns, LinkedFile, UnresolvedLink } from "@sdl/model/graph";
import { RULE } from "../values/rule-table.js";
import { SETTINGS } from "../values/target.js";

/** A settings page: the symbols of a configuration file's keys, indexed or to be indexed. */
export interface SettingsFile {
  readonly file: FileHandle;
  /** Symbol ordinals by key; the empty key is the file itself. */
  readonly ordinals: ReadonlyMap<string, number>;
}

/** The path of the settings page of a leaf that names a key; `undefined` for other leaves. */
export function settingsPathOf({
  kind,
  packageName,
}: Pick<UnresolvedLink, "kind" | "packageName">): string | undefined {
  if (kind !== EDGE_CODE.config) return undefined;
  if (packageName === ENVIRONMENT_PATH) return packageName;
  return packageName.startsWith(SETTINGS) ? packageName.slice(SETTINGS.length) : undefined;
}

/** Adds the keys that the links name, by path of the settings page. */
export function addNamedSettings(linked: LinkedFile, keys: Map<string, Set<string>>): void {
  for (const leaf of linked.unresolved) {
    const path = settingsPathOf(leaf);
    if (path === undefined) continue;
    const known = keys.get(path) ?? new Set();
    keys.set(path, known.add(leaf.name));
  }
}

/** Replaces leaves that name settings by edges. @param files by path; must hold every settings page that the links name */
export function bindSettings(linked: LinkedFile, files: ReadonlyMap<string, SettingsFile>): LinkedFile {
  const rest: UnresolvedLink[] = [];
  const rows: Row[] = [];
  for (const leaf of linked.unresolved) {
    const path = settingsPathOf(leaf);
    const found = path === undefined ? undefined : files.get(path);
    const symbol = found?.ordinals.get(leaf.name);
    if (found === undefined || symbol === undefined) rest.push(leaf);
    else rows.push({ from: leaf.from, toFile: found.file, toSymbol: symbol, count: Math.min(MAX_COUNT, leaf.count) });
  }
  if (rows.length === 0) return linked;
  return { ...linked, edges: merge(linked.edges, rows), unresolved: rest };
}

const MAX_COUNT = 255;

interface Row {
  readonly from: number;
  readonly toFile: FileHandle;
  readonly toSymbol: number;
  readonly count: number;
}

/** Merges edges and settings rows, both in link order. No other edge leads to settings, so rows never collide. */
function merge(edges: LinkColumns, rows: readonly Row[]): LinkColumns {
  const added = rows.map(({ from, toFile, toSymbol, count }) => ({
    from,
    toFile,
    toSymbol,
    kind: EDGE_CODE.config,
    confidence: RULE.setting.confidence,
    resolver: RULE.setting.resolver,
    count,
  }));
  const known = Array.from({ length: edges.length }, (_, row) => ({
    from: edges.from[row] ?? 0,
    toFile: edges.toFile[row] ?? 0,
    toSymbol: edges.toSymbol[row] ?? 0,
    kind: edges.kind[row] ?? 0,
    confidence: edges.confidence[row] ?? 0,
    resolver: edges.resolver[row] ?? 0,
    count: edges.count[row] ?? 0,
  }));
  const all = [...known, ...added].sort(
    (a, b) => a.from - b.from || a.toFile - b.toFile || a.toSymbol - b.toSymbol || a.kind - b.kind,
  );
  return {
    length: all.length,
    from: Uint32Array.from(all, (row) => row.from),
    toFile: Uint32Array.from(all, (row) => row.toFile),
    toSymbol: Uint32Array.from(all, (row) => row.toSymbol),
    kind: Uint8Array.from(all, (row) => row.kind),
    confidence: Uint8Array.from(all, (row) => row.confidence),
    resolver: Uint8Array.from(all, (row) => row.resolver),
    count: Uint8Array.from(all, (row) => row.count),
  };
}
