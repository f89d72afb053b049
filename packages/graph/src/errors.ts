/** The one error class of the ledger. Invariant: every message ends in what to do next. */

export type GraphErrorCode =
  | "SYMBOL_NOT_FOUND"
  | "VERSION_NOT_FOUND"
  /** The snapshot's version is no longer the latest and its read transaction was given back. */
  | "VERSION_EXPIRED"
  | "STORE_MISSING"
  | "STORE_CORRUPT"
  | "STORE_READ_ONLY"
  | "STORE_CLOSED"
  | "STORE_IO"
  /** Another file lies in the store's place, or none, or it outgrew the memory it is mapped into: open it again. */
  | "STORE_MOVED"
  /** The library gave the open store up after a failed write; the file is sound: open it again. */
  | "STORE_FAILED"
  /** More processes read the store than it has places for, or this process has no memory or no file left to open. */
  | "STORE_BUSY"
  /** Something stands where the store's folders or files belong. */
  | "STORE_BLOCKED"
  | "STORAGE_FULL"
  | "SCHEMA_MISMATCH"
  /** A portable index that is damaged, made to do harm, or none. */
  | "INVALID_FILE"
  /** Another writer published between this update's begin and its commit. */
  | "WRITE_CONFLICT"
  /** The caller handed over facts or links that do not fit each other. */
  | "INVALID_UPDATE";

export class GraphError extends Error {
  override readonly name = "GraphError";
  constructor(
    readonly code: GraphErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What to do about a damaged store, in the words every message uses. */
export const REBUILD_HINT = 'run "sdl reset" and index again; nothing but time is lost';

export function corrupt(what: string, cause?: unknown): GraphError {
  return new GraphError("STORE_CORRUPT", `${what} is damaged; ${REBUILD_HINT}`, { cause });
}

export function invalidUpdate(what: string): GraphError {
  return new GraphError("INVALID_UPDATE", `${what}; this is a bug of the indexer, index from scratch and report it`);
}
