/** Verifies a repository's whole index. Stores the verdict; does not change the index. */
import { openLedger } from "@sdl/graph";
import { GraphError, SdlError } from "@sdl/model";
import { requireLimits } from "@sdl/repository";
import { condemnStore, examineStore, findForeignness, folderIdentity, type Verdict } from "@sdl/repository/soundness";
import type { Engine } from "../../contract/engine.js";

export interface Verification extends Verdict {
  readonly repoId: string;
  readonly storePath: string;
  /** Whether the latest version was decoded, too. */
  readonly isComplete: boolean;
  readonly durationMs: number;
}

/**
 * @param options.quick checks pages and checksums only; otherwise the latest version is decoded as well
 * @throws {SdlError} `repo_not_found`, `not_indexed`
 */
export async function verifyIndex(
  engine: Engine,
  { repoId: wanted, quick }: { readonly repoId?: string | undefined; readonly quick: boolean },
): Promise<Verification> {
  requireLimits();
  const entry = engine.resolve(wanted);
  const { repoId } = entry;
  const storePath = engine.storePath(entry);
  const started = performance.now();
  const seen = await examineStore(storePath, quick);
  if (seen === undefined) {
    throw new SdlError("not_indexed", `repository ${JSON.stringify(repoId)} has no index yet; index it first`);
  }
  const verdict = seen.verdict === "sound" ? await checkOwner(storePath, entry.rootPath, seen) : seen;
  const isComplete = !quick && verdict.verdict === "sound";
  return { repoId, storePath, ...verdict, isComplete, durationMs: Math.round(performance.now() - started) };
}

/** Judges a sound index damaged if it belongs to another repository, because its content is wrong for this one. */
async function checkOwner(directory: string, rootPath: string, sound: Verdict): Promise<Verdict> {
  try {
    const ledger = openLedger({ directory, mode: "read" });
    const isOwn = ledger.owner() === folderIdentity(rootPath);
    const foreignness = isOwn ? undefined : await findForeignness(ledger, rootPath);
    await ledger.close();
    if (foreignness === undefined) return sound;
    condemnStore(directory, foreignness);
    return { ...sound, verdict: "damaged", reasons: [foreignness] };
  } catch (error) {
    // The first index was never completed, so that it has no owner yet.
    if (error instanceof GraphError && error.code === "STORE_MISSING") return sound;
    throw error;
  }
}
