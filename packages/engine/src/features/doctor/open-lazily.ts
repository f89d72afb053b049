/** The looks at a store that commands take; the store's library is loaded only then. */

import { requireFiles } from "@sdl/repository";
import type { Engine } from "../../contract/engine.js";
import type { Finding } from "./finding.js";
import type { Verification } from "./verify-index.js";

export type { Finding } from "./finding.js";
export type { Verification } from "./verify-index.js";

/** As `diagnose` of ./diagnose.ts. */
export async function diagnose(engine: Engine, repoId: string | undefined): Promise<readonly Finding[]> {
  requireFiles();
  return (await import("./diagnose.js")).diagnose(engine, repoId);
}

/** As `verifyIndex` of ./verify-index.ts. */
export async function verifyIndex(
  engine: Engine,
  request: { readonly repoId?: string | undefined; readonly quick: boolean },
): Promise<Verification> {
  requireFiles();
  return (await import("./verify-index.js")).verifyIndex(engine, request);
}
