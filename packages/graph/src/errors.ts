/** Errors of the ledger. Invariant: every message ends with the next action for the user. */
import { GraphError } from "@sdl/model";

/** Next action after damage, used by every message about a damaged store. */
export const REBUILD_HINT = 'run "sdl reset" and index again; nothing but time is lost';

/** The error for a damaged part of the store. @param what names the part, at the start of the message */
export function damagedError(what: string, cause?: unknown): GraphError {
  return new GraphError("STORE_CORRUPT", `${what} is damaged; ${REBUILD_HINT}`, { cause });
}

/** Throws for a record that must exist: `read() ?? missing("the page")`. */
export function throwMissing(what: string): never {
  throw damagedError(what);
}

/** The error for an update that contradicts itself. @param what names the contradiction */
export function invalidUpdateError(what: string): GraphError {
  return new GraphError("INVALID_UPDATE", `${what}; this is a bug of the indexer, index from scratch and report it`);
}
