/**
 * Write transactions that begin at the newest state, and whether an opened environment reads it.
 *
 * LMDB's lock file names the newest transaction. Every process that opens an environment sets that number to what it read from the data file
 * some time before (`mdb_env_open2`, at least up to lmdb 3.5.6): a commit in between is taken back in the lock file, though not in the
 * data file. Readers then see the state before that commit, and a write transaction would overwrite it. Nor does the library's
 * `beginTxn` report that a write transaction could not begin: what is read inside it comes from an older read transaction.
 */

import process from "node:process";
import { GraphError } from "@sdl/model";
import { ABORT, type RootDatabase } from "lmdb";
import { pauseThread } from "./pause.js";
import { parseReaders } from "./readers.js";

/** An environment that reads an older state than the newest is opened again so often: others may commit, or open it, at the same time. */
const MAX_OPENINGS = 8;
/** Between tries, in milliseconds. A process that has just opened the environment notices within that time and sets the number right. */
const PAUSES_MS: readonly number[] = [1, 2, 4, 8, 16];
/** A commit between two numbers that are compared makes a current environment look outdated; not so often in a row. */
const LOOKS = 3;

/** Runs `look` until it says yes, with pauses. @returns whether it did */
export function waitUntil(look: () => boolean): boolean {
  for (const ms of PAUSES_MS) {
    if (look()) return true;
    pauseThread(ms);
  }
  return look();
}

/**
 * Runs `action` in a write transaction that follows the newest commit; not at all where none can be had.
 * @throws {GraphError} `STORE_MOVED` where none can be had: `action` did not run, and the environment must be opened again
 */
export function writeAtNewest<T>(root: RootDatabase, action: () => T): T {
  let done: { readonly value: T } | undefined;
  let start = "";
  const isDone = waitUntil(() => {
    root.transactionSync(() => {
      const transaction = root.getWriteTxnId();
      if (transaction !== 0 && transaction === newestTransaction(root) + 1) done = { value: action() };
      else start = startText(root, transaction);
      return done === undefined ? ABORT : undefined;
    });
    return done !== undefined;
  });
  if (isDone && done !== undefined) return done.value;
  throw new GraphError("STORE_MOVED", `nothing was written: ${start}; open the store again`);
}

function startText(root: RootDatabase, transaction: number): string {
  // The native error is not passed on by the library.
  if (transaction === 0) return "the store's library could not begin a write transaction";
  return `a write transaction began as number ${transaction}, the data file is at number ${newestTransaction(root)}`;
}

/** Of the two heads of the data file the newer one's number. */
function newestTransaction(root: RootDatabase): number {
  const { lastTxnId = 0 }: { readonly lastTxnId?: number } = root.getStats();
  return lastTxnId;
}

/**
 * Opens an environment so that it, and every other process, reads the newest state.
 * Where others keep committing it may be outdated all the same; then reads and writes notice.
 */
export function openNewest<T extends { readonly root: RootDatabase }>(open: () => T, close: (opened: T) => void): T {
  for (let opening = 1; ; opening++) {
    const opened = open();
    if (opening === MAX_OPENINGS || readsNewest(opened.root)) return opened;
    close(opened);
  }
}

/** Whether a read transaction that begins now sees the newest state, as far as the library's table of readers tells. */
export function readsNewest(root: RootDatabase): boolean {
  for (let look = 0; look < LOOKS; look++) {
    const transaction = root.useReadTransaction();
    try {
      const ours = parseReaders(root.readerList(), newestTransaction(root)).filter(({ pid }) => pid === process.pid);
      if (ours.length === 0 || ours.some(({ commitsBehind }) => commitsBehind === 0)) return true;
    } finally {
      transaction.done();
      root.resetReadTxn();
    }
  }
  return false;
}
