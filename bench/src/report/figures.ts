/** Figures of a run. */
import type { Floors } from "../floors/floors.js";
import type { PeerFigures } from "../peers/measure-peers.js";
import type { ColdIndex } from "../product/cold.js";
import type { IndexedFigures } from "../product/measure-indexed.js";

/** Figures of SDL on one corpus. */
export interface ProductFigures extends IndexedFigures {
  /** Absent if the index failed. */
  readonly cold: ColdIndex | undefined;
}

/** All figures of one corpus. */
export interface CorpusFigures {
  readonly corpus: string;
  readonly floors: Floors;
  readonly product: ProductFigures;
  readonly peers: readonly PeerFigures[];
}

/** A corpus that could not be measured. */
export interface SkippedCorpus {
  readonly corpus: string;
  readonly reason: string;
}

/** Date, machine and options of a run. */
export interface RunConditions {
  readonly date: string;
  readonly node: string;
  readonly cpus: number;
  readonly cpuModel: string;
  /** One-minute load averages before and after: above the number of CPUs, times mean little. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly runs: number;
  readonly peerRuns: number;
}
