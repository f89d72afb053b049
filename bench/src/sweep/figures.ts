/** Figures that the sweep records of one checkout. */
import type { SkipClass } from "@sdl/model";

/** A file that could not be read. */
export interface SkippedFailure {
  readonly file: string;
  /** The fault in the index's words. */
  readonly reason: string;
}

/** Medians over the rounds. */
export interface SweepTimes {
  readonly rounds: number;
  readonly coldMs: number;
  readonly coldCpuSeconds: number | undefined;
  readonly coldPeakRssBytes: number | undefined;
  /** The second `index`, which finds nothing to do and then derives clusters, tests, processes and vectors. */
  readonly settleMs: number;
  readonly floorMs: number | undefined;
  readonly floorCpuSeconds: number | undefined;
  /** Cold index ÷ parse floor, by time and by CPU time. */
  readonly ratio: number | undefined;
  readonly cpuRatio: number | undefined;
}

/** Numbers of files, symbols and edges in an index, with sizes. */
export interface IndexCounts {
  readonly files: number;
  /** Bytes of the indexed files. */
  readonly bytes: number;
  readonly symbols: number;
  readonly edges: number;
  readonly storeBytes: number;
}

/** Results of a checkout; absent parts were not reached. */
export interface CheckoutFigures {
  readonly counts?: IndexCounts;
  readonly times?: SweepTimes;
  /** Number of files with a source's name that are not indexed, by class. */
  readonly skipped?: Readonly<Record<SkipClass, number>>;
  readonly failedFiles?: readonly SkippedFailure[];
  /** Number of files whose content the clone lacks: a snapshot may lack large ones. */
  readonly missingFiles?: number;
  /** Problems, one sentence each; empty if there are none. */
  readonly problems: readonly string[];
}

/** One row of the sweep. */
export interface SweepRecord extends CheckoutFigures {
  readonly repository: string;
  readonly commit: string;
  /** Date of the commit, `YYYY-MM-DD`. */
  readonly date: string;
  readonly language: string;
  /** Fingerprint of the bundle that indexed it. */
  readonly program: string;
}
