/**
 * Cache of actions' answers for later runs in this process, by pinned versions. Only for actions that depend on these versions alone; actions that
 * read files, grant leases or are audited run each time.
 */
import { CACHE_BYTES, estimatedBytes, RecentMap } from "@sdl/model";
import type { Answer } from "../../contract/prune-answer.js";
import type { PinnedVersions } from "../../query/run-query.js";

const REUSABLE: ReadonlySet<string> = new Set(["sdl.symbol.search", "sdl.symbol.getCards", "sdl.symbol.references"]);

/** One call of an action on one repository. */
interface RepositoryCall {
  readonly repoId: string;
  readonly action: string;
  readonly args: object;
}

/** One instance per engine. */
export class AnswerCache {
  private readonly recent = new RecentMap<Answer, string>({ maxBytes: CACHE_BYTES.runAnswers, sizeOf: estimatedBytes });

  /** The cached answer of an equal call at the same versions. */
  find(call: RepositoryCall, pinned: PinnedVersions): Answer | undefined {
    return REUSABLE.has(call.action) ? this.recent.get(cacheKey(call, pinned)) : undefined;
  }

  /** Caches an answer under the versions in the answer itself, because a refresh may have happened since the call began. */
  keep(call: RepositoryCall, answer: Answer): void {
    const pinned = answer["pinned"];
    if (!REUSABLE.has(call.action) || typeof pinned !== "object" || pinned === null) return;
    this.recent.put(cacheKey(call, pinned), answer);
  }
}

function cacheKey({ repoId, action, args }: RepositoryCall, pinned: Partial<PinnedVersions>): string {
  const { ledgerVersion, derivedVersion, asOfDay } = pinned;
  return JSON.stringify([repoId, ledgerVersion, derivedVersion, asOfDay, action, args]);
}
