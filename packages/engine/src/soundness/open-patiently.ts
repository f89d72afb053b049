/** Opens a ledger that cannot be opened at this moment, because another process is closing it or this one looks at it. */
import { setTimeout as sleep } from "node:timers/promises";
import { GraphError, type Ledger, type LedgerOptions, openLedger } from "@sdl/graph";

const TRIES = 12;
/** Doubled after each try, up to {@link MAX_PAUSE_MS}. */
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/** @throws {GraphError} as `openLedger`; `STORE_BUSY` only where it stays so */
export async function openPatiently(options: LedgerOptions): Promise<Ledger> {
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt++, pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return openLedger(options);
    } catch (error) {
      if (attempt === TRIES || !(error instanceof GraphError) || error.code !== "STORE_BUSY") throw error;
      await sleep(pauseMs);
    }
  }
}
