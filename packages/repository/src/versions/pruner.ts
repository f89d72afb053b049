/** Keeps the versions that the policy and pins name, and takes the others out, a step at a time, so that queries go on. */
import type { Ledger, PrunePlan, PruneStep } from "@sdl/graph";
import type { VersionId } from "@sdl/model";
import { type KeptBy, type RetentionPolicy, retainedVersions } from "./retention.js";

/** Versions that stay while somebody needs them. */
type Pins = () => Iterable<VersionId>;
/** Commits whose versions stay; `undefined` where that cannot be told. */
type NamedCommits = () => Promise<ReadonlySet<string> | undefined>;

export interface PruneOutcome {
  /** The newest first. */
  readonly dropped: readonly VersionId[];
  readonly kept: number;
  /** They are used again; the file keeps its size. */
  readonly freedBytes: number;
}

export interface PruneRequest {
  readonly policy: RetentionPolicy;
  readonly nowMs: number;
  /** Says what would go, and leaves it. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

export class Pruner {
  /** @param pins versions that it names are not taken at that time */
  constructor(
    private readonly ledger: Ledger,
    private readonly pins: Pins = () => [],
    private readonly namedCommits: NamedCommits = async () => new Set(),
  ) {}

  /** Why each kept version is kept; those that are missing go with the next prune. */
  async reasons(policy: RetentionPolicy, nowMs: number): Promise<ReadonlyMap<VersionId, KeptBy>> {
    const ids = [...this.ledger.versionIds()];
    const reasons = retainedVersions(ids, policy, { pinned: this.pinned(), nowMs });
    // Only what would go is worth asking git about.
    if (reasons.size === ids.length) return reasons;
    const pinned = new Set([...this.pinned(), ...(await this.ofNamedCommits())]);
    return retainedVersions(ids, policy, { pinned, nowMs });
  }

  /**
   * Ends early when something is published meanwhile: what is left goes with the next prune.
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
      if (!dryRun && !this.take(plan, step)) break;
      dropped.push(...step.dropped.map(({ id }) => id));
      freedBytes += bytes;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { dropped, kept: before - dropped.length, freedBytes };
  }

  /** A lease may have begun since the plan was made. */
  private take(plan: PrunePlan, step: PruneStep): boolean {
    const pinned = this.pinned();
    return !step.dropped.some(({ id }) => pinned.has(id)) && this.ledger.retention.prune(plan, step);
  }

  /** The newest version of each commit that has a name; of every commit, where nobody knows. */
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
