/** Safe opening of a ledger: one that is undamaged, and belongs to the repository it is opened for. */

import { findStoreDoubt, type Ledger, type LedgerOptions, openLedgerAfterCheck } from "@sdl/graph";
import { GraphError } from "@sdl/model";
import { folderIdentity } from "../machine/folder-identity.js";
import { leaseHolder } from "../machine/lease.js";
import { findForeignness } from "./foreign-ledger.js";
import { ensureSound, indexerLease, type SetAsideStore, type SoundnessOptions } from "./sound-store.js";
import { damageText } from "./store-faults.js";
import { createWorktreeStore } from "./worktree-store.js";

/** An opened ledger. */
export interface SoundLedger {
  readonly ledger: Ledger;
  /** The store that was set aside first; the ledger is then empty. */
  readonly setAside: SetAsideStore | undefined;
}

/** Options of {@link openSoundly}. */
export interface OpeningOptions extends SoundnessOptions {
  /** Root of the repository. */
  readonly rootPath: string;
}

/** Opens the ledger. @throws {SdlError} `corrupt_store` @throws {GraphError} errors of opening */
export async function openSoundly(options: OpeningOptions): Promise<SoundLedger> {
  const { directory, rootPath } = options;
  const wasAsLeft = findStoreDoubt(directory) === undefined;
  const owner = folderIdentity(rootPath);
  const opened = await openUndamaged(options, owner);
  const { ledger } = opened;
  const noted = ledger.owner();
  if (opened.setAside !== undefined || owner === undefined || noted === owner) return opened;
  // Programs that recorded no owner already wrote stamps, so a ledger that matches its stamp was built for this folder.
  const isOwn = noted === undefined && wasAsLeft;
  const foreignness = isOwn ? undefined : await findForeignness(ledger, rootPath);
  if (foreignness === undefined) {
    recordOwner(ledger, directory, owner);
    return opened;
  }
  await ledger.close();
  const setAside = await ensureSound({ ...options, suspicion: { condemned: foreignness, isForeign: true } });
  // Another process may have set it aside first.
  return { ledger: await openOrBegin(options, owner), setAside };
}

async function openUndamaged(options: OpeningOptions, owner: string | undefined): Promise<SoundLedger> {
  const setAside = await ensureSound(options);
  try {
    return { ledger: await openOrBegin(options, owner), setAside };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const second = await ensureSound({ ...options, suspicion: { condemned: damageText(error) } });
    if (second === undefined) throw error;
    return { ledger: await openOrBegin(options, owner), setAside: second };
  }
}

async function openOrBegin(options: OpeningOptions, owner: string | undefined): Promise<Ledger> {
  await createWorktreeStore(options);
  return openLedgerAfterCheck(ledgerOptions(options, owner));
}

function ledgerOptions({ directory, factsCacheBytes }: SoundnessOptions, owner: string | undefined): LedgerOptions {
  return {
    directory,
    ...(owner === undefined ? {} : { owner }),
    ...(factsCacheBytes === undefined ? {} : { factsCacheBytes }),
  };
}

/** Records the owner. If this fails, the check is repeated at the next opening. */
function recordOwner(ledger: Ledger, directory: string, owner: string): void {
  // A write would wait for the process that indexes.
  if (ledger.isReadOnly || leaseHolder(indexerLease(directory)) !== undefined) return;
  try {
    ledger.setOwner(owner);
  } catch (error) {
    // The disk is full: queries still work.
    if (!(error instanceof GraphError)) throw error;
  }
}

function isDamage(error: unknown): error is GraphError {
  return error instanceof GraphError && (error.code === "STORE_CORRUPT" || error.code === "SCHEMA_MISMATCH");
}
