/**
 * What errors of the driver and the server mean. The driver has no class for a lost connection: such errors are told by
 * the system's code, or by the driver's own texts (pg 8).
 */
import { messageOf } from "@sdl/model";
import { RemoteError, type RemoteErrorCode } from "../errors.js";

const LOST_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EAI_AGAIN",
  // The server ends connections, has crashed, or is starting; or it has no free connection.
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);
const LOST_TEXTS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect)/;

/** Whether a connection was lost or could not be made, so that another attempt may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return LOST_CODES.has(codeOf(error)) || codeOf(error).startsWith("08") || LOST_TEXTS.test(messageOf(error));
}

/** Whether the server rolled a statement back because of others, so that the same statement may succeed. */
export function isRolledBack(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** Whether a table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return codeOf(error) === "42P01";
}

/** By SQLSTATE, or the start of it: the error's code, and what to do. */
const MEANINGS: readonly (readonly [string, RemoteErrorCode, string])[] = [
  ["28", "remote_denied", "check user and password in the URL, PGPASSWORD or the password file"],
  [
    "42501",
    "remote_denied",
    "ask the database's owner for the rights: select, for pushes also insert, update and delete",
  ],
  ["25006", "remote_denied", "name the primary server: a standby only reads"],
  ["3D000", "remote_not_found", "create the database (createdb), or correct its name in the URL"],
  ["42P01", "remote_not_found", "the tables are gone: create them with `sdl remote add`"],
  ["3F000", "remote_not_found", "create the schema, or correct the search path of the user"],
  ["53", "remote_full", "give the server room (disk, memory, connections), then try again"],
  ["57014", "remote_unreachable", "the server took too long: try again when it is less busy"],
  ["XX", "remote_damaged", "restore the database from a backup, or create an empty one and push again"],
];

/** The package's error for one of the driver or the server. @param place without a password */
export function postgresError(place: string, cause: unknown): unknown {
  if (cause instanceof RemoteError) return cause;
  const code = codeOf(cause);
  const [, meaning, advice] = MEANINGS.find(([start]) => code.startsWith(start)) ?? [];
  if (meaning !== undefined) return new RemoteError(meaning, `${place}: ${messageOf(cause)}: ${advice}`, { cause });
  const reason = code.startsWith("E") ? code : messageOf(cause) || code;
  const message = `${place} cannot be used (${reason}): check that the server runs and can be reached from here`;
  return new RemoteError("remote_unreachable", message, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
