/**
 * Sees to it that a store can be opened: one that is not as this program left it is looked at first, and set aside when it is damaged. What
 * is stored can be made again from the repository, so nothing is mended and nothing is asked.
 */
import { join } from "node:path";
import { type Doubt, doubtStore, schemaDirectory, setStoreAside, trustStore } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { leaseHolder } from "../registry/lease.js";
import { probeStore } from "./probe.js";

export interface SoundnessOptions {
  readonly directory: string;
  /** Something went wrong with it: it is looked at whole, whatever its stamp says. */
  readonly isSuspect: boolean;
  readonly now: () => number;
  /** What decoded facts may take in memory; the ledger says how much when absent. */
  readonly factsCacheBytes?: number | undefined;
}

/** A damaged store that was put out of the way. */
export interface Mended {
  readonly path: string;
  readonly reason: string;
}

export function describeMended({ path, reason }: Mended): string {
  return `The index was damaged (${reason}). It was set aside as ${path} and is made again from the repository.`;
}

/** How long to read records of a store that is in doubt; a small one is read whole in it. */
const BUDGET_MS = 200;

/**
 * @returns `undefined` when the store can be opened as it is
 * @throws {SdlError} `corrupt_store` when it is damaged and cannot be put away
 */
export async function ensureSound({ directory, isSuspect, now }: SoundnessOptions): Promise<Mended | undefined> {
  const doubt = doubtStore(directory, { always: isSuspect });
  if (doubt === undefined) return undefined;
  if (doubt.kind === "damaged") return putAway(directory, doubt, doubt.reason, now());
  // Whoever holds the lease opened it soundly and is writing it: that is why it is not as its stamp says.
  if (!isSuspect && leaseHolder(indexerLease(directory)) !== undefined) return undefined;
  const { verdict, reasons, walk } = await probeStore({
    directory,
    writes: doubt.writes,
    ...(isSuspect ? {} : { budgetMs: BUDGET_MS }),
  });
  if (verdict === "damaged") return putAway(directory, doubt, reasons.join("; "), now());
  if (walk !== undefined) trustStore(directory, doubt, walk.writes);
  return undefined;
}

/** Where the lease of whoever indexes into this store lies. */
export function indexerLease(directory: string): string {
  return join(directory, schemaDirectory(), "indexer.lease");
}

/** Where the lease of whoever derives layers for this store lies. */
export function derivationLease(directory: string): string {
  return join(directory, schemaDirectory(), "derivation.lease");
}

function putAway(directory: string, doubt: Doubt, reason: string, nowMs: number): Mended | undefined {
  try {
    const path = setStoreAside(directory, doubt.file, nowMs);
    return path === undefined ? undefined : { path, reason };
  } catch (error) {
    throw new SdlError(
      "corrupt_store",
      `the index in ${directory} is damaged (${reason}) and cannot be moved away: ${String(error)}; make the folder writable, or pass --store with another`,
      { cause: error },
    );
  }
}
