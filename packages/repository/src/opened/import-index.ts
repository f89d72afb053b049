/** A portable file put into a ledger. Loaded when somebody imports. */
import type { CommitResult, Ledger } from "@sdl/graph";
import { GraphError, SdlError } from "@sdl/model";

/** What is wrong with a file is the caller's to mend, not the store's. @throws {SdlError} `invalid_params` @throws {GraphError} */
export async function importIndex(ledger: Ledger, file: Uint8Array, nowMs: number): Promise<CommitResult> {
  try {
    return await ledger.importVersion(file, { nowMs });
  } catch (error) {
    const isFault = error instanceof GraphError && (error.code === "INVALID_FILE" || error.code === "SCHEMA_MISMATCH");
    throw isFault ? new SdlError("invalid_params", error.message, { cause: error }) : error;
  }
}
