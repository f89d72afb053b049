/** Looks at a repository's whole index and says whether all of it is there. What was found is remembered; the index stays as it is. */
import { SdlError } from "@sdl/model";
import type { Engine } from "../registry/engine.js";
import type { Verdict } from "./probe.js";
import { examineStore } from "./sound-store.js";

export interface Verification extends Verdict {
  readonly repoId: string;
  readonly storePath: string;
  /** Whether the latest version was decoded, too. */
  readonly isComplete: boolean;
  readonly durationMs: number;
}

/**
 * @param options.quick reads all pages and checksums; otherwise the latest version is decoded as well
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
  const verdict = await examineStore(storePath, quick);
  if (verdict === undefined) {
    throw new SdlError("not_indexed", `repository ${JSON.stringify(repoId)} has no index yet; index it first`);
  }
  const isComplete = !quick && verdict.verdict === "sound";
  return { repoId, storePath, ...verdict, isComplete, durationMs: Math.round(performance.now() - started) };
}
