/**
 * Finds the repository that issued a handle: the one that the call names, else the registered one whose name the handle encodes. Opens and names no
 * store of another repository.
 */
import { SdlError } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import { isDeltaHandle, mayBelongToRepository } from "@sdl/repository/session";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";

/** Arguments from which the repository of a handle is found. */
export interface HandleCall {
  /** Canonical name. */
  readonly action: string;
  /** Name of the parameter that contains the handle. */
  readonly parameter: string;
  readonly handle: string;
  /** If absent, the handle determines the repository. */
  readonly repoId?: string | undefined;
}

/** A handle's record and its repository. */
export interface FoundHandle<T> {
  readonly entry: RegistryEntry;
  readonly repository: Repository;
  readonly known: T;
}

/**
 * @param find looks the handle up in a repository
 * @throws {SdlError} `handle_unknown`; `repo_not_found` for an unknown repoId; any error of opening
 */
export async function findByHandle<T>(
  engine: Engine,
  call: HandleCall,
  find: (repository: Repository, entry: RegistryEntry) => T | undefined | Promise<T | undefined>,
): Promise<FoundHandle<T>> {
  const candidates = await candidateRepositories(engine, call);
  for (const entry of candidates) {
    const repository = await engine.open(entry);
    const known = await find(repository, entry);
    if (known !== undefined) return { entry, repository, known };
  }
  throw unknownHandleError(engine, call, candidates[0]);
}

/** Usually one; several if names have the same hash, or the handle is from an older program and encodes no name. */
async function candidateRepositories(
  engine: Engine,
  { handle, repoId }: HandleCall,
): Promise<readonly RegistryEntry[]> {
  if (repoId !== undefined) return [await engine.find(repoId)];
  const entries = engine.registry.list();
  const named = entries.filter((entry) => mayBelongToRepository(handle, entry.repoId));
  const implied = engine.registry.findContaining(engine.cwd);
  return implied === undefined || named.includes(implied) ? named : [...named, implied];
}

function unknownHandleError(engine: Engine, call: HandleCall, asked: RegistryEntry | undefined): SdlError {
  const { action, parameter, handle, repoId } = call;
  const isElsewhere =
    repoId !== undefined &&
    !mayBelongToRepository(handle, repoId) &&
    engine.registry.list().some((entry) => mayBelongToRepository(handle, entry.repoId));
  if (isElsewhere) {
    const message = `${parameter}: the handle ${JSON.stringify(handle)} belongs to another repository than ${JSON.stringify(repoId)}; leave repoId out, or pass the handle's repository`;
    const rationale = "call without repoId: the handle already names its repository";
    return new SdlError("handle_unknown", message, {
      nextBestAction: { tool: action, args: { [parameter]: handle }, rationale },
    });
  }
  const where = asked === undefined ? "any registered repository" : JSON.stringify(asked.repoId);
  const message = `${parameter}: the handle ${JSON.stringify(handle)} is unknown in ${where}, or expired more than a day ago; repeat the call that returned it`;
  const [tool, origin] = isDeltaHandle(handle)
    ? ["sdl.delta.get", "the versions that were compared"]
    : ["sdl.slice.build", "the arguments that the slice was built with"];
  return new SdlError("handle_unknown", message, {
    nextBestAction: {
      tool,
      args: asked === undefined ? {} : { repoId: asked.repoId },
      rationale: `returns a new handle; pass ${origin}`,
    },
  });
}
