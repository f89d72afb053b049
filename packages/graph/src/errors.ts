/** What the ledger says of damage. Invariant: every message ends in what to do next. */
import { GraphError } from "@sdl/model";

/** What to do about a damaged store, in the words every message uses. */
export const REBUILD_HINT = 'run "sdl reset" and index again; nothing but time is lost';

export function corrupt(what: string, cause?: unknown): GraphError {
  return new GraphError("STORE_CORRUPT", `${what} is damaged; ${REBUILD_HINT}`, { cause });
}

/** For what must be there: `read() ?? missing("the page")`. */
export function missing(what: string): never {
  throw corrupt(what);
}

export function invalidUpdate(what: string): GraphError {
  return new GraphError("INVALID_UPDATE", `${what}; this is a bug of the indexer, index from scratch and report it`);
}
