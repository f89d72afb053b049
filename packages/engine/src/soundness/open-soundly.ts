/** Opens a ledger that no damage stands in the way of. */
import { GraphError, type Ledger, type LedgerOptions, openLedger } from "@sdl/graph";
import { damageIn } from "../registry/store-faults.js";
import { ensureSound, type Mended, type SoundnessOptions } from "./sound-store.js";

export interface SoundLedger {
  readonly ledger: Ledger;
  /** What was put out of the way first: the ledger is then empty. */
  readonly mended: Mended | undefined;
}

/** @throws {SdlError} `corrupt_store` @throws {GraphError} what opening throws */
export async function openSoundly(options: SoundnessOptions): Promise<SoundLedger> {
  const mended = await ensureSound(options);
  try {
    return { ledger: openLedger(ledgerOptions(options)), mended };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const second = await ensureSound({ ...options, suspicion: { condemned: damageIn(error) } });
    if (second === undefined) throw error;
    return { ledger: openLedger(ledgerOptions(options)), mended: second };
  }
}

function ledgerOptions({ directory, factsCacheBytes }: SoundnessOptions): LedgerOptions {
  return { directory, ...(factsCacheBytes === undefined ? {} : { factsCacheBytes }) };
}

function isDamage(error: unknown): error is GraphError {
  return error instanceof GraphError && (error.code === "STORE_CORRUPT" || error.code === "SCHEMA_MISMATCH");
}
