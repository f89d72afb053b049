/**
 * The errors of the contract. Knows codes and messages; refuses to know transports.
 * Invariant: every message ends in what to do next.
 */

/** The codes a client can meet, as the tool contract lists them. */
export const SDL_ERROR_CODES = [
  "invalid_params",
  "repo_not_found",
  "not_indexed",
  "symbol_not_found",
  "symbol_ambiguous",
  "version_not_found",
  "handle_unknown",
  "lease_expired",
  "path_outside_repo",
  "file_not_indexed",
  "too_large",
  "policy_denied",
  "busy",
  "corrupt_store",
  "internal",
] as const;

export type SdlErrorCode = (typeof SDL_ERROR_CODES)[number];

/** A call that would get the caller further. */
export interface NextBestAction {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly rationale: string;
}

/** What an error may carry beyond its message. */
export interface SdlErrorDetails extends ErrorOptions {
  readonly hint?: string;
  readonly nextBestAction?: NextBestAction;
  readonly candidates?: readonly unknown[];
}

/** An error that a client can act on. */
export class SdlError extends Error {
  override readonly name = "SdlError";
  readonly hint: string | undefined;
  readonly nextBestAction: NextBestAction | undefined;
  readonly candidates: readonly unknown[] | undefined;

  constructor(
    readonly code: SdlErrorCode,
    message: string,
    details: SdlErrorDetails = {},
  ) {
    super(message, details);
    this.hint = details.hint;
    this.nextBestAction = details.nextBestAction;
    this.candidates = details.candidates;
  }
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a ledger fails with. Here, so that who only asks for the code of an error loads no ledger. */
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

/** Misuse of this package: a malformed id, a damaged facts page. */
export type ModelErrorCode = "INVALID_ID" | "INVALID_PAGE";

export class ModelError extends Error {
  override readonly name = "ModelError";
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
