/** Errors that an editor is not shown: the index is missing, or it has no symbol at the cursor. */
import { SdlError, type SdlErrorCode } from "@sdl/engine";

const EXPECTED_ERROR_CODES: ReadonlySet<SdlErrorCode> = new Set<SdlErrorCode>([
  "busy",
  "file_not_indexed",
  "not_indexed",
  "path_outside_repo",
  "repo_not_found",
  "symbol_ambiguous",
  "symbol_not_found",
]);

/** Whether an error means that the index or a symbol is missing. */
export function isExpectedError(error: unknown): boolean {
  return error instanceof SdlError && EXPECTED_ERROR_CODES.has(error.code);
}
