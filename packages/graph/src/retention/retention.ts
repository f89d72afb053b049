/**
 * What of a ledger may go or take less room: old versions, facts that nothing came to name, facts that only old versions name. Plans are made
 * on the latest state, and what they say is done in short transactions, so that others read and write in between.
 */
import type { VersionId } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import type { StoreEnvironment } from "../store/environment.js";
import {
  markPacked,
  type PackedFacts,
  type PackJob,
  type PackPlan,
  packJob,
  planPacking,
  storePacked,
} from "./packing.js";
import { factsBytes } from "./planned-state.js";
import type { PruneStep } from "./prune-plan.js";
import { applyStep, bytesOf, type PrunePlan, planOf, sizesOf, type VersionSize } from "./pruning.js";
import { finishSweep, planSweep, type SweepPlan, sweepFacts } from "./unnamed-facts.js";

export class Retention {
  /** @param reading runs a function on the latest state, in one transaction */
  constructor(
    private readonly environment: StoreEnvironment,
    private readonly reading: <T>(read: (reader: PageReader) => T) => T,
  ) {}

  /** The versions that are kept with what they take, the newest first. */
  versionSizes(): VersionSize[] {
    return this.reading(sizesOf);
  }

  /** What would go if only these versions stayed; the latest one always does. */
  planPrune(keep: ReadonlySet<VersionId>): PrunePlan {
    return this.reading((reader) => planOf(reader, keep));
  }

  /** Bytes that a step would free. They are used again; the file keeps its size. */
  stepBytes(step: PruneStep): number {
    return this.reading((reader) => bytesOf(reader, step));
  }

  /** Does one step of a plan. @returns whether it was done; not when something was published or pruned since it was planned */
  prune(plan: PrunePlan, step: PruneStep): boolean {
    return applyStep(this.environment, plan, step);
  }

  /**
   * Facts that an index stored and never published, nor a later one. @param isNeeded facts that stay though no version names them
   * @returns `undefined` when there are none to look at
   */
  planSweep(isNeeded: (key: string) => boolean): SweepPlan | undefined {
    return this.reading((reader) => planSweep(reader, this.environment.current(), isNeeded));
  }

  /** Bytes that some facts take. */
  factsBytes(facts: readonly string[]): number {
    return this.reading((reader) => factsBytes(reader, facts));
  }

  /** Removes some of a plan's facts. @returns whether it was done; not when something was published since it was planned */
  sweep(plan: SweepPlan, facts: readonly string[]): boolean {
    return sweepFacts(this.environment, plan, facts);
  }

  /** Notes that all facts of a plan are gone. @returns as {@link sweep} */
  finishSweep(plan: SweepPlan): boolean {
    return finishSweep(this.environment, plan);
  }

  /** Facts that newer ones took the place of; `undefined` when no version came since they were last packed. */
  planPacking(): PackPlan | undefined {
    return this.reading(planPacking);
  }

  /** Works one job out, after those that wait to be stored; some milliseconds. @returns `undefined` when the page is better left as it is */
  packFacts(job: PackJob, waiting: readonly PackedFacts[]): PackedFacts | undefined {
    return this.reading((reader) => packJob(reader, job, waiting));
  }

  /** Stores what was worked out, in one transaction; what changed meanwhile is left alone. */
  storePacked(packed: readonly PackedFacts[]): void {
    if (packed.length > 0) storePacked(this.environment, packed);
  }

  /** Notes that a plan is done. */
  finishPacking(plan: PackPlan): void {
    markPacked(this.environment, plan);
  }
}
