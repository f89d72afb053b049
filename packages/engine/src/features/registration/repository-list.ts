/** Registered repositories with the sizes of their indexes. */
import { SdlError } from "@sdl/model";
import type { Engine } from "../../contract/engine.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

/** An index that cannot be opened is listed with its error, so that one broken store does not fail the list. */
export async function describeRepositories(engine: Engine): Promise<readonly object[]> {
  const described: object[] = [];
  for (const entry of engine.registry.list()) described.push(await describeRepository(engine, entry));
  return described;
}

async function describeRepository(engine: Engine, entry: RegistryEntry): Promise<object> {
  const named = { repoId: entry.repoId, ...engine.shownPlaces(entry) };
  try {
    const repository = await engine.openIfHere(entry);
    if (repository === undefined) return named;
    const base = { ...named, storeBytes: repository.storeBytes() };
    if (!repository.isIndexed()) return base;
    const { version, counts } = repository.snapshot();
    return { ...base, latestVersionId: version, filesIndexed: counts.files, symbolsIndexed: counts.symbols };
  } catch (error) {
    return {
      ...named,
      error: error instanceof SdlError ? `${error.code}: ${error.message}` : String(error),
    };
  }
}
