/** Cleaning, for commands; the store's library is loaded only then. */
import type { Engine } from "../contract/engine.js";
import type { CleanRequest, CleanResult } from "./clean.js";

export type { Cleaned, CleanRequest, CleanResult } from "./clean.js";

/** As `clean` of ./clean.ts. */
export async function clean(engine: Engine, request: CleanRequest): Promise<CleanResult> {
  return (await import("./clean.js")).clean(engine, request);
}
