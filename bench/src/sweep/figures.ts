/** What the sweep records of one checkout. */
import type { SkipClass } from "@sdl/model";

export interface SkippedFailure {
  readonly file: string;
  /** The fault, as the index tells it. */
  readonly reason: string;
}

/** Times are medians over the rounds. */
export interface SweepTimes {
  readonly rounds: number;
  readonly coldMs: number;
  readonly coldCpuSeconds: number | undefined;
  readonly coldPeakRssBytes: number | undefined;
  /** The second `index`: it finds nothing to do, then derives clusters, tests, processes and vectors. */
  readonly settleMs: number;
  readonly floorMs: number | undefined;
  readonly floorCpuSeconds: number | undefined;
  /** Cold index ÷ parse floor, by time and by CPU. */
  readonly ratio: number | undefined;
  readonly cpuRatio: number | undefined;
}

export interface IndexCounts {
  readonly files: number;
  /** Bytes of the indexed files. */
  readonly bytes: number;
  readonly symbols: number;
  readonly edges: number;
  readonly storeBytes: number;
}

/** What was found of a checkout; what was not reached is absent. */
export interface CheckoutFigures {
  readonly counts?: IndexCounts;
  readonly times?: SweepTimes;
  /** How many files of a source's name are not indexed, by class. */
  readonly skipped?: Readonly<Record<SkipClass, number>>;
  readonly failedFiles?: readonly SkippedFailure[];
  /** How many files of the commit the clone has no content for: large ones may be absent from a snapshot. */
  readonly missingFiles?: number;
  /** What is wrong, one sentence each; none when all is well. */
  readonly problems: readonly string[];
}

/** One row of the sweep. */
export interface SweepRecord extends CheckoutFigures {
  readonly repository: string;
  readonly commit: string;
  /** The day of the commit, `YYYY-MM-DD`. */
  readonly date: string;
  readonly language: string;
  /** Fingerprint of the bundle that indexed it. */
  readonly program: string;
}
