/**
 * Settings pages of a draft: the environment, and the configuration files that code reads. Their content depends on the
 * links of their readers, so they are built after linking. Invariant: a settings page has exactly the keys that some
 * file of the draft reads, whichever files were linked now.
 */
import type { LedgerUpdate } from "@sdl/graph";
import {
  addNamedSettings,
  bindSettings,
  configOutline,
  type SettingsFile,
  settingsFacts,
  settingsKey,
  symbolIdsOf,
} from "@sdl/indexer";
import { ENVIRONMENT_PATH, type FileHandle, type FileStat } from "@sdl/model";
import { FactsPage, SYMBOLS } from "@sdl/model/facts";
import type { LinkedFile } from "@sdl/model/graph";

/** Settings pages have no stat of their own: they are read with the configuration, which has one. */
const NO_STAT: FileStat = { sizeBytes: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/**
 * Updates the settings pages to the links, and turns leaves that name settings into edges.
 * @param linked all links that were set
 * @param onFault called for each settings page that cannot be built: links to its keys stay unresolved
 */
export function bindSettingsFiles(
  update: LedgerUpdate,
  linked: readonly LinkedFile[],
  onFault: (fault: { readonly path: string; readonly error: unknown }) => void,
): void {
  const keys = new Map<string, Set<string>>();
  for (const links of linked) addNamedSettings(links, keys);
  for (const file of update.settingsFiles()) addKeysReadElsewhere(update, file, keys);
  const files = new Map<string, SettingsFile>();
  for (const [path, read] of keys) {
    if (read.size === 0) update.removeFile(path);
    else {
      try {
        files.set(path, putSettings(update, path, read));
      } catch (error) {
        onFault({ path, error });
        update.removeFile(path);
      }
    }
  }
  for (const links of linked) update.setLinks(bindSettings(links, files));
}

/** Adds the keys that files with unchanged links read; `undefined` if the settings page already has exactly these keys. */
function addKeysReadElsewhere(update: LedgerUpdate, file: FileHandle, keys: Map<string, Set<string>>): void {
  const path = update.path(file);
  const reached = update.ordinalsReferencedElsewhere(file);
  if (!keys.has(path) && isAll(reached, update.symbolIds(file).length / 2)) return;
  const read = keys.get(path) ?? new Set();
  keys.set(path, read);
  if (reached.size === 0) return;
  const page = update.facts(file);
  const { name } = page.table(SYMBOLS);
  for (const ordinal of reached) read.add(page.string(name[ordinal] ?? 0));
}

/** Whether the page has no other symbols than the keys; its module counts with the keys, else on its own. */
function isAll(reached: ReadonlySet<number>, symbols: number): boolean {
  const keys = symbols - 1;
  return keys === 0 ? reached.size === 1 : reached.size - (reached.has(0) ? 1 : 0) === keys;
}

function putSettings(update: LedgerUpdate, path: string, read: ReadonlySet<string>): SettingsFile {
  const isEnvironment = path === ENVIRONMENT_PATH;
  const outline = isEnvironment ? new Map() : configOutline(path, update.config(path) ?? "");
  const doc = isEnvironment ? "Environment variables that the code reads." : "Configuration that the code reads.";
  const keys = [...read].filter((key) => key !== "").sort();
  const bytes = settingsFacts(keys, outline, doc);
  const page = new FactsPage(bytes);
  const file = update.putFile({
    path,
    language: "config",
    factsKey: settingsKey(bytes),
    stat: NO_STAT,
    symbolIds: symbolIdsOf(page, path),
    page: bytes,
  });
  update.setLinks(unlinkedFile(file));
  return { file, ordinals: new Map(["", ...keys].map((key, ordinal) => [key, ordinal])) };
}

/** The links of a file without links. */
export function unlinkedFile(file: FileHandle): LinkedFile {
  return { file, edges: NO_EDGES, unresolved: [], lookups: new Uint32Array(0) };
}

const NO_EDGES = {
  length: 0,
  from: new Uint32Array(0),
  toFile: new Uint32Array(0),
  toSymbol: new Uint32Array(0),
  kind: new Uint8Array(0),
  confidence: new Uint8Array(0),
  resolver: new Uint8Array(0),
  count: new Uint8Array(0),
};
