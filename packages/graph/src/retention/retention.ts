/**
 * Retention of a ledger: pruning of old versions, removal of facts that no version refers to, and delta-encoding of facts that only old versions
 * use. Plans are made on the latest state and executed in short transactions, so other processes can read and write in between.
 */
import type { VersionId } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import type { StoreEnvironment } from "../store/environment.js";
import {
  computeDelta,
  markPacked,
  type PackedFacts,
  type PackJob,
  type PackPlan,
  planPacking,
  storePacked,
} from "./packing.js";
import { factsBytes } from "./planned-state.js";
import type { PruneStep } from "./prune-plan.js";
import { applyStep, type PrunePlan, planPruneIn, prunedBytes, readVersionSizes, type VersionSize } from "./pruning.js";
import { finishSweep, planSweep, type SweepPlan, sweepFacts } from "./unnamed-facts.js";

/** Plans and runs retention on one ledger. */
export class Retention {
  /** @param reading runs a function on the latest state, in one transaction */
  constructor(
    private readonly environment: StoreEnvironment,
    private readonly reading: <T>(read: (reader: PageReader) => T) => T,
  ) {}

  /** The kept versions with their sizes, newest first. */
  versionSizes(): VersionSize[] {
    return this.reading(readVersionSizes);
  }

  /** Plans a prune that keeps only these versions; the latest one is always kept. */
  planPrune(keep: ReadonlySet<VersionId>): PrunePlan {
    return this.reading((reader) => planPruneIn(reader, keep));
  }

  /** Bytes that a step would free. They are reused later; the file keeps its size. */
  stepBytes(step: PruneStep): number {
    return this.reading((reader) => prunedBytes(reader, step));
  }

  /** Executes one step of a plan. @returns whether it was executed; false if something was published or pruned since it was planned */
  prune(plan: PrunePlan, step: PruneStep): boolean {
    return applyStep(this.environment, plan, step);
  }

  /**
   * Plans the removal of facts that an index run stored and neither that run nor a later one published.
   * @param isNeeded facts to keep although no version refers to them
   * @returns `undefined` if there are no candidates
   */
  planSweep(isNeeded: (key: string) => boolean): SweepPlan | undefined {
    return this.reading((reader) => planSweep(reader, this.environment.currentTables(), isNeeded));
  }

  /** Total bytes of some stored facts. */
  factsBytes(facts: readonly string[]): number {
    return this.reading((reader) => factsBytes(reader, facts));
  }

  /** Removes some of a plan's facts. @returns whether it was done; false if something was published since it was planned */
  sweep(plan: SweepPlan, facts: readonly string[]): boolean {
    return sweepFacts(this.environment, plan, facts);
  }

  /** Records that all facts of a plan were removed. @returns as {@link sweep} */
  finishSweep(plan: SweepPlan): boolean {
    return finishSweep(this.environment, plan);
  }

  /** Plans the delta-encoding of replaced facts; `undefined` if no version was published since the last packing. */
  planPacking(): PackPlan | undefined {
    return this.reading(planPacking);
  }

  /**
   * Computes one delta, taking some milliseconds. @param waiting deltas computed before and not stored yet @returns `undefined` if the page should
   * stay as it is
   */
  packFacts(job: PackJob, waiting: readonly PackedFacts[]): PackedFacts | undefined {
    return this.reading((reader) => computeDelta(reader, job, waiting));
  }

  /** Stores computed deltas in one transaction; skips pages that changed meanwhile. */
  storePacked(packed: readonly PackedFacts[]): void {
    if (packed.length > 0) storePacked(this.environment, packed);
  }

  /** Records that a plan was executed. */
  finishPacking(plan: PackPlan): void {
    markPacked(this.environment, plan);
  }
}
