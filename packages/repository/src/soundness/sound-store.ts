/**
 * Soundness of a store before it is opened: a store that differs from its stamp is inspected completely, and set aside
 * if damaged. Its content can be rebuilt from the repository, so nothing is repaired and the user is not asked.
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
import { damageText } from "./store-faults.js";

/**
 * Why a store's stamp is not trusted. `suspect`: reading it failed, so it is inspected and decoded. `condemned`:
 * reading it failed again after an inspection found nothing, an inspection found damage, or it belongs to another
 * repository; the text has the reason.
 */
export type Suspicion = "none" | "suspect" | { readonly condemned: string; readonly isForeign?: true };

/** Options of {@link ensureSound}. */
export interface SoundnessOptions {
  readonly directory: string;
  readonly suspicion: Suspicion;
  readonly now: () => number;
  /** Memory limit of decoded facts, in bytes; default: the ledger's. */
  readonly factsCacheBytes?: number | undefined;
}

/** A store that was set aside. */
export interface SetAsideStore {
  readonly path: string;
  readonly reason: string;
  /** Whether the store was intact but another repository's. */
  readonly isForeign: boolean;
}

/** Describes a store that was set aside, for the user. */
export function describeSetAside({ path, reason, isForeign }: SetAsideStore): string {
  return `${isForeign ? "The index could not be used" : "The index was damaged"} (${reason}). It was set aside as ${path} and is being rebuilt.`;
}

/**
 * Makes sure that a store can be opened. @returns the store that was set aside; `undefined` if none was
 * @throws {SdlError} `corrupt_store` if it is damaged and cannot be moved
 */
export async function ensureSound({ directory, suspicion, now }: SoundnessOptions): Promise<SetAsideStore | undefined> {
  const damage = await findDamageBelow(directory, suspicion !== "none");
  const doubt = findStoreDoubt(directory, { always: suspicion !== "none" || damage !== undefined });
  if (doubt === undefined) return undefined;
  if (damage !== undefined) return moveAside(directory, doubt, damage, now());
  if (typeof suspicion === "object") {
    // The store and its layers are all condemned: no inspection found which of them is wrong.
    if (suspicion.isForeign !== true) condemnLayers(directory, suspicion.condemned);
    const setAside = moveAside(directory, doubt, suspicion.condemned, now());
    return setAside === undefined ? undefined : { ...setAside, isForeign: suspicion.isForeign === true };
  }
  if (doubt.kind === "damaged") return moveAside(directory, doubt, doubt.reason, now());
  // The process that holds the lease opened the store soundly and is writing it, so its stamp is outdated.
  if (suspicion === "none" && leaseHolder(indexerLease(directory)) !== undefined) return undefined;
  const { verdict, reasons } = await judgeStore(directory, doubt, suspicion === "none");
  if (verdict !== "damaged") return undefined;
  if (suspicion === "suspect") condemnLayers(directory, reasons.join("; "));
  return moveAside(directory, doubt, reasons.join("; "), now());
}

/**
 * Inspects the layers below a store that differ from their stamps, and records the results.
 * @param always inspects all of them
 * @returns the problem as text
 */
async function findDamageBelow(directory: string, always: boolean): Promise<string | undefined> {
  for (const layer of layersBelowStore(directory)) {
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

/** Marks layers as damaged; stores over them are rebuilt too, since their content is uncertain. */
function condemnLayers(directory: string, reason: string): void {
  for (const layer of layersBelowStore(directory)) if (typeof layer === "string") condemnStore(layer, reason);
}

function layersBelowStore(directory: string): readonly (string | { readonly damage: string })[] {
  try {
    return layersBelow(directory);
  } catch (error) {
    if (error instanceof GraphError && error.code === "STORE_CORRUPT") return [{ damage: damageText(error) }];
    throw error;
  }
}

/**
 * Inspects a store, whatever its stamp, and records the result: the next process that opens a damaged store sets it
 * aside.
 * @param pagesOnly without decoding its latest version
 * @returns `undefined` if there is no store
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

/** Marks a store as unusable, for a reason that no inspection of its pages finds. */
export function condemnStore(directory: string, reason: string): void {
  const doubt = findStoreDoubt(directory, { always: true });
  if (doubt !== undefined) recordDamage(directory, doubt, reason);
}

async function judgeStore(directory: string, doubt: StoreDoubt, pagesOnly: boolean): Promise<Verdict> {
  const verdict = await probeStore({ directory, writes: doubt.writes, pagesOnly });
  if (verdict.verdict === "sound") recordIntact(directory, doubt, verdict.inspection?.writes ?? doubt.writes);
  return verdict;
}

/** Path of the lease of the process that indexes into this store. */
export function indexerLease(directory: string): string {
  return join(directory, schemaDirectory(), "indexer.lease");
}

/** Path of the lease of the process that derives layers for this store. */
export function derivationLease(directory: string): string {
  return join(directory, schemaDirectory(), "derivation.lease");
}

function moveAside(directory: string, doubt: StoreDoubt, reason: string, nowMs: number): SetAsideStore | undefined {
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
