/** Import of an exported index file into a ledger. Loaded on use. */
import type { CommitResult, Ledger } from "@sdl/graph";
import { GraphError, SdlError } from "@sdl/model";

/**
 * Imports a file. A defect of the file is the caller's error, not the store's. @throws {SdlError} `invalid_params`
 * @throws {GraphError}
 */
export async function importIndex(ledger: Ledger, file: Uint8Array, nowMs: number): Promise<CommitResult> {
  try {
    return await ledger.importVersion(file, { nowMs });
  } catch (error) {
    const isFault = error instanceof GraphError && (error.code === "INVALID_FILE" || error.code === "SCHEMA_MISMATCH");
    throw isFault ? new SdlError("invalid_params", error.message, { cause: error }) : error;
  }
}
