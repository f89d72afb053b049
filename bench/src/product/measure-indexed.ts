/** Measures SDL on an indexed corpus: coverage, server start, resident process. */
import { program } from "../paths.js";
import { lastJson, runNode } from "../process/measured-run.js";
import { median } from "../statistics/order.js";
import { copyCorpus, indexSettled, type StorePlace, withStore } from "./cold.js";
import type { Coverage } from "./coverage.js";
import type { ResidentFigures } from "./resident.js";
import type { RetrievalShare } from "./retrieval-share.js";
import { measureServerStart } from "./server-start.js";

/** Figures of an indexed corpus. */
export interface IndexedFigures {
  readonly coverage: Coverage | undefined;
  readonly resident: ResidentFigures | undefined;
  readonly serverStartMs: number | undefined;
  readonly retrieval: RetrievalShare | undefined;
  /** Measurements that failed, with reasons. */
  readonly failures: readonly string[];
}

const SERVER_STARTS = 5;

/** Measures a corpus on an index of a copy. */
export async function measureIndexed(root: string): Promise<IndexedFigures> {
  const failures: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  return withStore(async (place) => {
    const copy = copyCorpus(root, place);
    // With derived layers: answers use all signals, and no background process runs.
    await attempt("index of a copy", () => indexSettled(copy, place));
    const coverage = await attempt("coverage", () => runProgram<Coverage>("product/coverage.js", copy, place));
    const retrieval = await attempt("share of retrieval", () =>
      runProgram<RetrievalShare>("product/retrieval-share.js", copy, place),
    );
    const serverStartMs = await attempt("server start", () => medianStart(copy, place));
    const resident = await attempt("resident process", () =>
      runProgram<ResidentFigures>("product/resident.js", copy, place),
    );
    return { coverage, retrieval, serverStartMs, resident, failures: [...failures, ...(resident?.failures ?? [])] };
  });
}

async function medianStart(root: string, place: StorePlace): Promise<number> {
  const starts: number[] = [];
  for (let i = 0; i < SERVER_STARTS; i++) starts.push(await measureServerStart(root, place, "parse"));
  return median(starts);
}

async function runProgram<T>(name: string, root: string, { store, env }: StorePlace): Promise<T> {
  return lastJson<T>(await runNode(program(name), [root, store], { env, watchMemory: false }));
}
