/**
 * Sees to it that a store can be opened: one that is not as this program left it is looked at first, all of it, and set aside when it is
 * damaged. What is stored can be made again from the repository, so nothing is mended and nothing is asked.
 */
import { join } from "node:path";
import {
  findStoreDoubt,
  layersBelow,
  recordDamage,
  recordIntact,
  type StoreDoubt,
  schemaDirectory,
  setStoreAside,
} from "@sdl/graph";
import { GraphError, SdlError } from "@sdl/model";
import { leaseHolder } from "../machine/lease.js";
import { probeStore, type Verdict } from "./probe.js";
import { damageIn } from "./store-faults.js";

/**
 * Why a store is not opened on the word of its stamp. `suspect`: reading it failed, so it is looked at and decoded. `condemned`: reading it
 * failed again after a look had found nothing, a look found it damaged, or it is another repository's; the text says how.
 */
export type Suspicion = "none" | "suspect" | { readonly condemned: string; readonly isForeign?: true };

export interface SoundnessOptions {
  readonly directory: string;
  readonly suspicion: Suspicion;
  readonly now: () => number;
  /** What decoded facts may take in memory; the ledger says how much when absent. */
  readonly factsCacheBytes?: number | undefined;
}

/** A store that was put out of the way. */
export interface Mended {
  readonly path: string;
  readonly reason: string;
  /** Whether it was sound, and another repository's. */
  readonly isForeign: boolean;
}

export function describeMended({ path, reason, isForeign }: Mended): string {
  return `${isForeign ? "The index could not be used" : "The index was damaged"} (${reason}). It was set aside as ${path} and is made again from the repository.`;
}

/**
 * @returns `undefined` when the store can be opened as it is
 * @throws {SdlError} `corrupt_store` when it is damaged and cannot be put away
 */
export async function ensureSound({ directory, suspicion, now }: SoundnessOptions): Promise<Mended | undefined> {
  const damage = await findDamageBelow(directory, suspicion !== "none");
  const doubt = findStoreDoubt(directory, { always: suspicion !== "none" || damage !== undefined });
  if (doubt === undefined) return undefined;
  if (damage !== undefined) return putAway(directory, doubt, damage, now());
  if (typeof suspicion === "object") {
    // Which of them does not fit the others no look has found.
    if (suspicion.isForeign !== true) condemnLayers(directory, suspicion.condemned);
    const mended = putAway(directory, doubt, suspicion.condemned, now());
    return mended === undefined ? undefined : { ...mended, isForeign: suspicion.isForeign === true };
  }
  if (doubt.kind === "damaged") return putAway(directory, doubt, doubt.reason, now());
  // Whoever holds the lease opened it soundly and is writing it: that is why it is not as its stamp says.
  if (suspicion === "none" && leaseHolder(indexerLease(directory)) !== undefined) return undefined;
  const { verdict, reasons } = await judgeStore(directory, doubt, suspicion === "none");
  if (verdict !== "damaged") return undefined;
  if (suspicion === "suspect") condemnLayers(directory, reasons.join("; "));
  return putAway(directory, doubt, reasons.join("; "), now());
}

/**
 * Looks at the layers below a store that are not as they were left, and remembers what was found.
 * @param always at all of them
 * @returns what is wrong, in words
 */
async function findDamageBelow(directory: string, always: boolean): Promise<string | undefined> {
  for (const layer of layersOf(directory)) {
    if (typeof layer !== "string") return layer.damage;
    const doubt = findStoreDoubt(layer, { always });
    if (doubt === undefined) continue;
    if (doubt.kind === "damaged") return `below it: ${doubt.reason}`;
    const { verdict, reasons } = await judgeStore(layer, doubt, true);
    if (verdict !== "damaged") continue;
    recordDamage(layer, doubt, reasons.join("; "));
    return `below it: ${reasons.join("; ")}`;
  }
  return undefined;
}

/** Stores that rest on them are made again, too: nobody can say that they are right. */
function condemnLayers(directory: string, reason: string): void {
  for (const layer of layersOf(directory)) if (typeof layer === "string") refuseStore(layer, reason);
}

function layersOf(directory: string): readonly (string | { readonly damage: string })[] {
  try {
    return layersBelow(directory);
  } catch (error) {
    if (error instanceof GraphError && error.code === "STORE_CORRUPT") return [{ damage: damageIn(error) }];
    throw error;
  }
}

/**
 * Looks at a store, whatever its stamp says, and remembers what was found: a damaged one is set aside by whoever opens it next.
 * @param pagesOnly without decoding its latest version
 * @returns `undefined` when there is none
 */
export async function examineStore(directory: string, pagesOnly: boolean): Promise<Verdict | undefined> {
  const doubt = findStoreDoubt(directory, { always: true });
  if (doubt === undefined) return undefined;
  if (doubt.kind === "damaged") return { verdict: "damaged", reasons: [doubt.reason] };
  const below = await findDamageBelow(directory, true);
  const verdict: Verdict =
    below === undefined ? await judgeStore(directory, doubt, pagesOnly) : { verdict: "damaged", reasons: [below] };
  if (verdict.verdict === "damaged") recordDamage(directory, doubt, verdict.reasons.join("; "));
  return verdict;
}

/** Remembers that a store is not to be used, for a reason that no look at its pages finds. */
export function refuseStore(directory: string, reason: string): void {
  const doubt = findStoreDoubt(directory, { always: true });
  if (doubt !== undefined) recordDamage(directory, doubt, reason);
}

async function judgeStore(directory: string, doubt: StoreDoubt, pagesOnly: boolean): Promise<Verdict> {
  const verdict = await probeStore({ directory, writes: doubt.writes, pagesOnly });
  if (verdict.verdict === "sound") recordIntact(directory, doubt, verdict.inspection?.writes ?? doubt.writes);
  return verdict;
}

/** Where the lease of whoever indexes into this store lies. */
export function indexerLease(directory: string): string {
  return join(directory, schemaDirectory(), "indexer.lease");
}

/** Where the lease of whoever derives layers for this store lies. */
export function derivationLease(directory: string): string {
  return join(directory, schemaDirectory(), "derivation.lease");
}

function putAway(directory: string, doubt: StoreDoubt, reason: string, nowMs: number): Mended | undefined {
  try {
    const path = setStoreAside(directory, doubt.file, nowMs);
    return path === undefined ? undefined : { path, reason, isForeign: false };
  } catch (error) {
    throw new SdlError(
      "corrupt_store",
      `the index in ${directory} cannot be used (${reason}) and cannot be moved away: ${String(error)}; make the folder writable, or pass --store with another`,
      { cause: error },
    );
  }
}
