/** Pruner of versions: keeps those that the policy and pins name, and deletes the others in steps, so that queries continue. */
import type { Ledger, PrunePlan, PruneStep } from "@sdl/graph";
import type { VersionId } from "@sdl/model";
import { type KeptBy, type RetentionPolicy, retainedVersions } from "./retention.js";

/** Returns the versions that are in use. */
type Pins = () => Iterable<VersionId>;
/** Returns the commits whose versions are kept; `undefined` if unknown. */
type NamedCommits = () => Promise<ReadonlySet<string> | undefined>;

/** Result of a prune. */
export interface PruneOutcome {
  /** Newest first. */
  readonly dropped: readonly VersionId[];
  readonly kept: number;
  /** Bytes that can be reused; the file keeps its size. */
  readonly freedBytes: number;
}

/** Options of a prune. */
export interface PruneRequest {
  readonly policy: RetentionPolicy;
  readonly nowMs: number;
  /** Whether only to report what would be deleted. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Prunes one ledger. */
export class Pruner {
  /** @param pins versions that it returns are not deleted at that time */
  constructor(
    private readonly ledger: Ledger,
    private readonly pins: Pins = () => [],
    private readonly namedCommits: NamedCommits = async () => new Set(),
  ) {}

  /** Why each kept version is kept; versions without a reason are deleted by the next prune. */
  async reasons(policy: RetentionPolicy, nowMs: number): Promise<ReadonlyMap<VersionId, KeptBy>> {
    const ids = [...this.ledger.versionIds()];
    const reasons = retainedVersions(ids, policy, { pinned: this.pinned(), nowMs });
    // Git is queried only about versions that would be deleted.
    if (reasons.size === ids.length) return reasons;
    const pinned = new Set([...this.pinned(), ...(await this.ofNamedCommits())]);
    return retainedVersions(ids, policy, { pinned, nowMs });
  }

  /**
   * Deletes versions. Ends early if something is published meanwhile; the next prune continues.
   * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL` @throws the signal's reason
   */
  async prune(request: PruneRequest): Promise<PruneOutcome> {
    const { policy, nowMs, dryRun, signal } = request;
    const reasons = await this.reasons(policy, nowMs);
    const before = [...this.ledger.versionIds()].length;
    if (reasons.size === before) return { dropped: [], kept: before, freedBytes: 0 };
    const plan = this.ledger.retention.planPrune(new Set(reasons.keys()));
    const dropped: VersionId[] = [];
    let freedBytes = 0;
    for (const step of plan.steps) {
      signal?.throwIfAborted();
      const bytes = this.ledger.retention.stepBytes(step);
      if (!dryRun && !this.takeStep(plan, step)) break;
      dropped.push(...step.dropped.map(({ id }) => id));
      freedBytes += bytes;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { dropped, kept: before - dropped.length, freedBytes };
  }

  /** Performs a step of the plan, unless a lease that began since then needs the version. */
  private takeStep(plan: PrunePlan, step: PruneStep): boolean {
    const pinned = this.pinned();
    return !step.dropped.some(({ id }) => pinned.has(id)) && this.ledger.retention.prune(plan, step);
  }

  /** The newest version of each named commit; of every commit, if the names are unknown. */
  private async ofNamedCommits(): Promise<VersionId[]> {
    const named = await this.namedCommits();
    const newest = new Map<string, VersionId>();
    for (const { id, commit } of this.ledger.versions()) {
      const isNamed = commit !== undefined && (named === undefined || named.has(commit));
      if (isNamed && !newest.has(commit)) newest.set(commit, id);
    }
    return [...newest.values()];
  }

  private pinned(): ReadonlySet<VersionId> {
    return new Set(this.pins());
  }
}
