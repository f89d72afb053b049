/**
 * Answers of earlier runs in this process that still hold: those of actions that rest on the pinned versions alone, by those versions. What
 * reads files, hands out leases or is audited is asked anew each time.
 */
import { CACHE_BYTES, estimatedBytes, RecentMap } from "@sdl/model";
import type { Answer } from "../../contract/prune-answer.js";
import type { Pinned } from "../../query/run-query.js";

const REUSABLE: ReadonlySet<string> = new Set(["sdl.symbol.search", "sdl.symbol.getCards", "sdl.symbol.references"]);

/** One call of an action on one repository. */
interface RepositoryCall {
  readonly repoId: string;
  readonly action: string;
  readonly args: object;
}

/** Of one engine. */
export class KnownAnswers {
  private readonly recent = new RecentMap<Answer, string>({ maxBytes: CACHE_BYTES.runAnswers, sizeOf: estimatedBytes });

  /** What an earlier run was answered at the same versions. */
  find(call: RepositoryCall, pinned: Pinned): Answer | undefined {
    return REUSABLE.has(call.action) ? this.recent.get(keyOf(call, pinned)) : undefined;
  }

  /** Keeps an answer under the versions that it names itself: a refresh may have come between. */
  keep(call: RepositoryCall, answer: Answer): void {
    const pinned = answer["pinned"];
    if (!REUSABLE.has(call.action) || typeof pinned !== "object" || pinned === null) return;
    this.recent.put(keyOf(call, pinned), answer);
  }
}

function keyOf({ repoId, action, args }: RepositoryCall, pinned: Partial<Pinned>): string {
  const { ledgerVersion, derivedVersion, asOfDay } = pinned;
  return JSON.stringify([repoId, ledgerVersion, derivedVersion, asOfDay, action, args]);
}
