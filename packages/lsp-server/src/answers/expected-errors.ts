/** What an editor need not hear: an index that is not there, or does not know what the cursor stands on. */
import { SdlError, type SdlErrorCode } from "@sdl/engine";

const EXPECTED: ReadonlySet<SdlErrorCode> = new Set<SdlErrorCode>([
  "busy",
  "file_not_indexed",
  "not_indexed",
  "path_outside_repo",
  "repo_not_found",
  "symbol_ambiguous",
  "symbol_not_found",
]);

export function isExpected(error: unknown): boolean {
  return error instanceof SdlError && EXPECTED.has(error.code);
}
