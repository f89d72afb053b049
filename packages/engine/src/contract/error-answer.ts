/** Errors in answers: maps anything thrown to a code that a client can act on. */
import { WorkspaceError, type WorkspaceErrorCode } from "@sdl/indexer";
import { GraphError, type GraphErrorCode, ModelError, messageOf, SdlError, type SdlErrorCode } from "@sdl/model";
import { describeRefusal, type ProgramLog } from "@sdl/repository";
import { sanitizeAnswer } from "./sanitize-answer.js";

/** An error as answers contain it. */
export interface ErrorAnswer {
  readonly code: SdlErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly nextBestAction?: { readonly tool: string; readonly args: object; readonly rationale: string };
  readonly candidates?: readonly unknown[];
}

/**
 * Maps an error without a code to `internal`, whose stack is logged. Masks secrets and removes hidden characters, as in answers.
 * @param log receives `internal` errors; their message then names its path
 */
export function toErrorAnswer(error: unknown, log?: ProgramLog): ErrorAnswer {
  const answer = describe(error);
  const { sanitized: _, ...sealed } = sanitizeAnswer({
    ...answer,
    message: answer.message + logNote(error, answer, log),
  });
  return sealed as unknown as ErrorAnswer;
}

function logNote(error: unknown, { code, message }: ErrorAnswer, log: ProgramLog | undefined): string {
  if (code !== "internal" || log === undefined) return "";
  const path = log.record({ during: "a call", message, stack: error instanceof Error ? error.stack : undefined });
  return path === undefined ? "" : ` Details are logged in ${path}.`;
}

function describe(thrown: unknown): ErrorAnswer {
  const error = thrown instanceof SdlError ? thrown : describeRefusal(thrown);
  if (error === undefined) return describeUnexpected(thrown);
  const { code, message, hint, nextBestAction, candidates } = error;
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(nextBestAction === undefined ? {} : { nextBestAction }),
    ...(candidates === undefined || candidates.length === 0 ? {} : { candidates }),
  };
}

function describeUnexpected(error: unknown): ErrorAnswer {
  if (error instanceof ModelError && error.code === "INVALID_ID")
    return { code: "invalid_params", message: error.message };
  const message = messageOf(error);
  if (isCancellation(error)) return { code: "busy", message: "the call was cancelled before it completed; repeat it" };
  const code = error instanceof WorkspaceError ? WORKSPACE_CODES[error.code] : storeErrorCode(error);
  if (code !== undefined) return { code, message };
  return {
    code: "internal",
    message: `${message}. This is an error in the program; repeat the call, and report the error if it persists.`,
  };
}

/** Whether an abort or timeout was thrown. A client that did not cancel sees one only if the program is ending. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

const STORE_CODES: Readonly<Partial<Record<GraphErrorCode, SdlErrorCode>>> = {
  STORE_CORRUPT: "corrupt_store",
  SCHEMA_MISMATCH: "corrupt_store",
  STORE_MISSING: "not_indexed",
  SYMBOL_NOT_FOUND: "symbol_not_found",
  VERSION_NOT_FOUND: "version_not_found",
  VERSION_EXPIRED: "busy",
  WRITE_CONFLICT: "busy",
  STORAGE_FULL: "busy",
  STORE_BUSY: "busy",
  STORE_BLOCKED: "policy_denied",
  STORE_MOVED: "busy",
  STORE_FAILED: "busy",
  STORE_CLOSED: "busy",
  STORE_READ_ONLY: "policy_denied",
  STORE_IO: "internal",
};

/** Codes of file errors at paths that a call names. */
const WORKSPACE_CODES: Readonly<Record<WorkspaceErrorCode, SdlErrorCode>> = {
  ROOT_UNREADABLE: "repo_not_found",
  PATH_INVALID: "invalid_params",
  PATH_OUTSIDE_ROOT: "path_outside_repo",
  NOT_FOUND: "file_not_indexed",
  NOT_A_FILE: "file_not_indexed",
  TOO_LARGE: "too_large",
  UNREADABLE: "policy_denied",
};

function storeErrorCode(error: unknown): SdlErrorCode | undefined {
  return error instanceof GraphError ? STORE_CODES[error.code] : undefined;
}
