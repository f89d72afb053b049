/**
 * Error classes of the tool contract. Know codes and messages, no transports.
 * Invariant: every message ends with the next action.
 */

/** Error codes that clients may receive, as the tool contract lists them. */
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

/** Codes that clients see. */
export type SdlErrorCode = (typeof SDL_ERROR_CODES)[number];

/** A call that helps the caller to proceed. */
export interface NextBestAction {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly rationale: string;
}

/** Optional fields of an error besides its message. */
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

/** Message of a thrown value of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error codes of ledgers. Defined here, so that checking a code does not load the ledger. */
export type GraphErrorCode =
  | "SYMBOL_NOT_FOUND"
  | "VERSION_NOT_FOUND"
  /** The snapshot's version is no longer the latest, and its read transaction has ended. */
  | "VERSION_EXPIRED"
  | "STORE_MISSING"
  | "STORE_CORRUPT"
  | "STORE_READ_ONLY"
  | "STORE_CLOSED"
  | "STORE_IO"
  /** The store's file was replaced or deleted, or it outgrew its memory mapping: reopen it. */
  | "STORE_MOVED"
  /** The library closed the store after a failed write; the file is intact: reopen it. */
  | "STORE_FAILED"
  /** All reader slots of the store are in use, or this process cannot map memory or open files. */
  | "STORE_BUSY"
  /** Another file or folder occupies the path of the store's folders or files. */
  | "STORE_BLOCKED"
  | "STORAGE_FULL"
  | "SCHEMA_MISMATCH"
  /** A portable index that is damaged, malicious, or not an index. */
  | "INVALID_FILE"
  /** Another writer published between this update's begin and its commit. */
  | "WRITE_CONFLICT"
  /** The caller passed facts or links that are inconsistent. */
  | "INVALID_UPDATE";

/** Errors of the ledger and its snapshots. */
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

/** `INVALID_ID`: a malformed id. `INVALID_PAGE`: a damaged facts page. */
export type ModelErrorCode = "INVALID_ID" | "INVALID_PAGE";

/** Errors of this package's parsers and decoders. */
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
