/** What this installation is and what is wrong with it. No environment variable's value and no secret appears. */
import { existsSync } from "node:fs";
import process from "node:process";
import type { Engine } from "../registry/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { sdlVersion } from "../version.js";

export async function describeInstallation(engine: Engine): Promise<object> {
  const entries = engine.registry.list();
  const configPath = engine.registry.path;
  const isConfigured = existsSync(configPath);
  const store = await describeStore(engine);
  return {
    version: sdlVersion(),
    runtime: { node: process.versions.node, platform: process.platform, arch: process.arch },
    config: { path: configPath, exists: isConfigured, loaded: isConfigured && engine.registry.warnings().length === 0 },
    // Messages go to standard error; there is no log file.
    logging: { path: null, consoleMirroring: true, fallbackUsed: false },
    store,
    native: {
      available: false,
      sourcePath: null,
      disabledByEnv: false,
      reason: "not needed: grammars run as WebAssembly",
    },
    warnings: engine.registry.warnings(),
    misconfigurations: entries.flatMap(missingFolders),
    ladybug: { available: store.available, activePath: store.activePath },
  };
}

interface StoreState {
  readonly available: boolean;
  readonly activePath: string | null;
  readonly bytes: number | null;
}

/** The store of the repository that the working directory implies, if it implies one. */
async function describeStore(engine: Engine): Promise<StoreState> {
  const entry = impliedEntry(engine);
  if (entry === undefined) return { available: false, activePath: null, bytes: null };
  const activePath = engine.storePath(entry);
  try {
    const { workspace } = await engine.open(entry);
    return { available: workspace.isIndexed(), activePath: workspace.storeDirectory, bytes: workspace.storeBytes() };
  } catch {
    return { available: false, activePath, bytes: null }; // status says why; this answer must always come
  }
}

function impliedEntry(engine: Engine): RegistryEntry | undefined {
  const entries = engine.registry.list();
  return engine.registry.findContaining(engine.cwd) ?? (entries.length === 1 ? entries[0] : undefined);
}

function missingFolders({ repoId, rootPath }: RegistryEntry): string[] {
  if (existsSync(rootPath)) return [];
  return [`The folder of repository "${repoId}" is gone: ${rootPath}. Unregister it, or put the folder back.`];
}
