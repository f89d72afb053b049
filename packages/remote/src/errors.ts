/** The one error class of the package. Invariants: a message ends with what to do next, and holds no password. */

/** What went wrong at a remote. */
export type RemoteErrorCode =
  /** The folder or the server does not answer, or a connection was lost more often than it is retried. */
  | "remote_unreachable"
  /** User, password or rights are not sufficient. */
  | "remote_denied"
  /** The place can be reached and holds no store. */
  | "remote_not_found"
  /** A page or a head is missing or is not what was stored. */
  | "remote_damaged"
  /** Pages that a head would lead to are not in the store. */
  | "remote_conflict"
  /** The store is of an older program; it must be upgraded. */
  | "remote_too_old"
  /** The store is of a newer program. */
  | "remote_too_new"
  | "remote_full"
  /** A URL, name or page that no store accepts. */
  | "remote_invalid"
  /** The place cannot hold a store: a file system without hard links, a server that ignores conditions, a folder of other files. */
  | "remote_unsupported"
  /** The PostgreSQL driver is not installed. */
  | "remote_driver_missing";

/** Why a remote did not do what it was asked for. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  constructor(
    readonly code: RemoteErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
