/** Reads a repository's whole index and says whether all of it is there, in a process of its own. Changes nothing. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { doubtStore, schemaDirectory } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import type { Engine } from "../registry/engine.js";
import { probeStore, type Verdict } from "./probe.js";

export interface Verification extends Verdict {
  readonly repoId: string;
  readonly storePath: string;
  /** Whether every record was read; `quick` stops after a while. */
  readonly isComplete: boolean;
  readonly durationMs: number;
}

const QUICK_MS = 250;

/**
 * @param options.quick reads checksums for a quarter of a second; otherwise everything is read, decoded and compared
 * @throws {SdlError} `repo_not_found`, `not_indexed`
 */
export async function verifyIndex(
  engine: Engine,
  { repoId: wanted, quick }: { readonly repoId?: string | undefined; readonly quick: boolean },
): Promise<Verification> {
  const entry = engine.resolve(wanted);
  const { repoId } = entry;
  const storePath = engine.storePath(entry);
  const started = performance.now();
  if (!existsSync(join(storePath, schemaDirectory(), "ledger", "data.mdb"))) {
    throw new SdlError("not_indexed", `repository ${JSON.stringify(repoId)} has no index yet; index it first`);
  }
  const doubt = doubtStore(storePath, { always: true });
  const verdict: Verdict =
    doubt?.kind === "damaged"
      ? { verdict: "damaged", reasons: [doubt.reason] }
      : await probeStore({
          directory: storePath,
          writes: doubt?.writes ?? 0,
          ...(quick ? { budgetMs: QUICK_MS } : {}),
        });
  const isComplete = verdict.walk?.isComplete === true;
  return { repoId, storePath, ...verdict, isComplete, durationMs: Math.round(performance.now() - started) };
}
