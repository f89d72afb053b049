/** Measures everything on one corpus. Floors and SDL alternate, so that a changing load affects both. */
import { type Floors, medianFloors, medianTiming } from "../floors/floors.js";
import { measureLowerBounds } from "../floors/measure-floors.js";
import { measurePeers } from "../peers/measure-peers.js";
import { type ColdIndex, runCold } from "../product/cold.js";
import { measureIndexed } from "../product/measure-indexed.js";
import type { CorpusFigures } from "./figures.js";

/** Number of repetitions per measurement. */
export interface Repeats {
  /** At least one. */
  readonly runs: number;
  /** 0 skips the peers. */
  readonly peerRuns: number;
}

/** Measures one corpus. */
export async function measureCorpus(corpus: string, root: string, { runs, peerRuns }: Repeats): Promise<CorpusFigures> {
  console.error(`${corpus}: floors and cold index`);
  const floors: Floors[] = [];
  const colds: ColdIndex[] = [];
  const failures: string[] = [];
  for (let round = 0; round < runs; round++) {
    floors.push(await measureLowerBounds(root));
    try {
      colds.push(await runCold(root));
    } catch (error) {
      failures.push(`cold index: ${error instanceof Error ? error.message : String(error)}`);
      break;
    }
  }
  console.error(`${corpus}: queries and edits`);
  const indexed = await measureIndexed(root);
  if (peerRuns > 0) console.error(`${corpus}: peers`);
  return {
    corpus,
    floors: medianFloors(floors),
    product: {
      ...indexed,
      cold: failures.length === 0 ? medianCold(colds) : undefined,
      failures: [...failures, ...indexed.failures],
    },
    peers: peerRuns > 0 ? await measurePeers(root, peerRuns) : [],
  };
}

function medianCold(rounds: readonly ColdIndex[]): ColdIndex | undefined {
  const last = rounds.at(-1);
  return (
    last && {
      ...last,
      cold: medianTiming(rounds.map((round) => round.cold)),
      again: medianTiming(rounds.map((round) => round.again)),
    }
  );
}
