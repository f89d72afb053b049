/** Describes this installation and its faults. The answer contains no environment variable's value and no secret. */

import { existsSync } from "node:fs";
import process from "node:process";
import { listSetAside, schemaDirectory } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { otherIndexes, sdlVersion } from "@sdl/repository";
import type { Engine } from "../../contract/engine.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { loadSettings } from "../../registry/settings.js";

/** Collects version, runtime, files and faults of the installation. */
export async function describeInstallation(engine: Engine): Promise<object> {
  const entries = engine.registry.list();
  const settings = loadSettings(engine.home);
  const { path } = engine.registry;
  const exists = existsSync(path);
  const { warnings, ...store } = await describeStore(engine);
  return {
    version: sdlVersion(),
    runtime: { node: process.versions.node, platform: process.platform, arch: process.arch },
    config: { path: settings.path, exists: settings.exists, loaded: settings.isLoaded },
    registry: { path, exists, loaded: exists && engine.registry.warnings().length === 0 },
    // The console shows messages about calls; program errors go to the log.
    logging: { path: engine.log.path ?? null, consoleMirroring: true, fallbackUsed: engine.log.isFallback },
    store,
    native: {
      available: false,
      sourcePath: null,
      disabledByEnv: false,
      reason: "not needed: grammars run as WebAssembly",
    },
    warnings: [...engine.registry.warnings(), ...warnings],
    misconfigurations: [...missingFolders(entries), ...settings.warnings],
    ladybug: { available: store.available, activePath: store.activePath },
  };
}

interface StoreState {
  readonly available: boolean;
  readonly activePath: string | null;
  readonly bytes: number | null;
  readonly warnings: readonly string[];
}

/** The store of the repository that the working directory implies, if there is one. */
async function describeStore(engine: Engine): Promise<StoreState> {
  const entry = findImpliedEntry(engine);
  if (entry === undefined) return { available: false, activePath: null, bytes: null, warnings: [] };
  const activePath = engine.storePath(entry);
  try {
    const repository = await engine.open(entry);
    const warnings = [...repository.warnings(), ...describeSetAside(activePath), ...describeNewer(activePath)];
    return { available: repository.isIndexed(), activePath, bytes: repository.storeBytes(), warnings };
  } catch (error) {
    // This answer must not fail: the error becomes a warning.
    const reason = messageOf(error);
    return { available: false, activePath, bytes: null, warnings: [`The index cannot be opened: ${reason}`] };
  }
}

function describeSetAside(directory: string): string[] {
  return listSetAside(directory).map(({ path, atMs }) => {
    return `A damaged index was set aside on ${new Date(atMs).toISOString()} and rebuilt; the old one can be deleted: ${path}`;
  });
}

function describeNewer(directory: string): string[] {
  const own = schemaDirectory();
  const newer = otherIndexes(directory, own).filter(({ isNewer }) => isNewer);
  return newer.map(({ name }) => {
    return `An index of a newer program version exists beside this one's (${name} and ${own} in ${directory}) and is not used. Update this program to use it.`;
  });
}

function findImpliedEntry(engine: Engine): RegistryEntry | undefined {
  const entries = engine.registry.list();
  return engine.registry.findContaining(engine.cwd) ?? (entries.length === 1 ? entries[0] : undefined);
}

/** Counts missing folders without naming them: sdl.repo.list names them. */
function missingFolders(entries: readonly RegistryEntry[]): string[] {
  const missing = entries.filter(({ rootPath }) => !existsSync(rootPath)).length;
  if (missing === 0) return [];
  const folders =
    missing === 1
      ? "The folder of 1 registered repository does"
      : `The folders of ${missing} registered repositories do`;
  return [`${folders} not exist; sdl.repo.list shows which. Unregister the repository, or restore the folder.`];
}
