/**
 * The repository that gave out a handle: the one that a call names, else the registered one whose name the handle carries. Stores of other
 * repositories are neither opened nor named.
 */
import { SdlError } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import { isDeltaHandle, mayBelongTo } from "@sdl/repository/session";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";

/** A call that names what it asks about by a handle. */
export interface HandleCall {
  /** Canonical name. */
  readonly action: string;
  /** The parameter that holds the handle. */
  readonly parameter: string;
  readonly handle: string;
  /** Absent: the handle names its repository. */
  readonly repoId?: string | undefined;
}

/** What a handle stands for, and where. */
export interface FoundHandle<T> {
  readonly entry: RegistryEntry;
  readonly repository: Repository;
  readonly known: T;
}

/**
 * @param find looks the handle up in a repository
 * @throws {SdlError} `handle_unknown`; `repo_not_found` for a name that none has; what opening throws
 */
export async function findByHandle<T>(
  engine: Engine,
  call: HandleCall,
  find: (repository: Repository) => T | undefined,
): Promise<FoundHandle<T>> {
  const candidates = await candidatesFor(engine, call);
  for (const entry of candidates) {
    const repository = await engine.open(entry);
    const known = find(repository);
    if (known !== undefined) return { entry, repository, known };
  }
  throw unknownHandle(engine, call, candidates[0]);
}

/** One, but where two names have the same digits, or the handle is of an older program and carries no name. */
async function candidatesFor(engine: Engine, { handle, repoId }: HandleCall): Promise<readonly RegistryEntry[]> {
  if (repoId !== undefined) return [await engine.find(repoId)];
  const entries = engine.registry.list();
  const named = entries.filter((entry) => mayBelongTo(handle, entry.repoId));
  const implied = engine.registry.findContaining(engine.cwd);
  return implied === undefined || named.includes(implied) ? named : [...named, implied];
}

function unknownHandle(engine: Engine, call: HandleCall, asked: RegistryEntry | undefined): SdlError {
  const { action, parameter, handle, repoId } = call;
  const isElsewhere =
    repoId !== undefined &&
    !mayBelongTo(handle, repoId) &&
    engine.registry.list().some((entry) => mayBelongTo(handle, entry.repoId));
  if (isElsewhere) {
    const message = `${parameter}: the handle ${JSON.stringify(handle)} is of another repository than ${JSON.stringify(repoId)}; leave repoId out, or pass the one that it was given out for`;
    const rationale = "the handle names its repository";
    return new SdlError("handle_unknown", message, {
      nextBestAction: { tool: action, args: { [parameter]: handle }, rationale },
    });
  }
  const where = asked === undefined ? "any registered repository" : JSON.stringify(asked.repoId);
  const message = `${parameter}: no handle ${JSON.stringify(handle)} of ${where} is known, or it ended more than a day ago; repeat the call that gave it`;
  const [tool, origin] = isDeltaHandle(handle)
    ? ["sdl.delta.get", "the versions that were compared"]
    : ["sdl.slice.build", "the arguments that the slice was built with"];
  return new SdlError("handle_unknown", message, {
    nextBestAction: {
      tool,
      args: asked === undefined ? {} : { repoId: asked.repoId },
      rationale: `gives a handle; pass ${origin}`,
    },
  });
}
