/** Common parts of retention plans: reading the latest state, and transactions that run only while that state is the latest. */
import type { PageReader } from "../read/page-reader.js";
import { readHead } from "../records/head.js";
import type { StoreEnvironment } from "../store/environment.js";

/** The store's tables. */
export type Tables = StoreEnvironment["tables"];

/** A plan and the state that it is valid for. */
export interface PlanForGeneration {
  /** Generation of the state; a plan is valid until the next publish. */
  readonly generation: number;
}

/** Facts keys of the latest version's files. */
export function latestKeys(reader: PageReader): Set<string> {
  return new Set(Array.from(reader.state.files.all(), ({ factsKey }) => factsKey));
}

/** Sum of the stored sizes of facts pages. */
export function factsBytes(reader: PageReader, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (reader.factsRecord(key)?.length ?? 0), 0);
}

/**
 * Runs `work` in one transaction, unless something was published since the plan was made.
 * @param work returns whether its work could be done
 * @returns whether the work was done
 */
export function whileCurrent(
  environment: StoreEnvironment,
  { generation }: PlanForGeneration,
  work: (tables: Tables) => boolean,
): boolean {
  const { tables } = environment;
  return environment.write(() => readHead(tables).generation === generation && work(tables));
}
