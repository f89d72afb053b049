/**
 * Write transactions that begin at the newest state, and a check whether an opened environment reads the newest state.
 *
 * LMDB's lock file names the newest transaction. Every process that opens an environment sets that number to the one it read from the data file
 * shortly before (`mdb_env_open2`, at least up to lmdb 3.5.6): a commit in between is reverted in the lock file, though not in the data file.
 * Readers then see the state before that commit, and a write transaction would overwrite it. Moreover, the library's `beginTxn` does not report
 * that a write transaction could not begin: reads inside it then come from an older read transaction.
 */

import process from "node:process";
import { GraphError } from "@sdl/model";
import { ABORT, type RootDatabase } from "lmdb";
import { pauseThread } from "./pause.js";
import { parseReaders } from "./readers.js";

/** Maximum number of times that an environment which reads an outdated state is opened again; others may commit or open it at the same time. */
const MAX_OPENINGS = 8;
/** Pauses between tries in milliseconds. A process that has just opened the environment detects and corrects the number within their sum. */
const PAUSES_MS: readonly number[] = [1, 2, 4, 8, 16];
/**
 * Number of comparisons before an environment counts as outdated: a commit between reading the two compared numbers makes a current one look
 * outdated, but rarely several times in a row.
 */
const MAX_COMPARISONS = 3;

/** Runs `look` with pauses until it returns true. @returns whether it returned true */
export function waitUntil(look: () => boolean): boolean {
  for (const ms of PAUSES_MS) {
    if (look()) return true;
    pauseThread(ms);
  }
  return look();
}

/**
 * Runs `action` in a write transaction that follows the newest commit.
 * @throws {GraphError} `STORE_MOVED` if no such transaction can be had: `action` did not run, and the environment must be opened again
 */
export function writeAtNewest<T>(root: RootDatabase, action: () => T): T {
  let done: { readonly value: T } | undefined;
  let start = "";
  const isDone = waitUntil(() => {
    root.transactionSync(() => {
      const transaction = root.getWriteTxnId();
      if (transaction !== 0 && transaction === newestTransaction(root) + 1) done = { value: action() };
      else start = describeStart(root, transaction);
      return done === undefined ? ABORT : undefined;
    });
    return done !== undefined;
  });
  if (isDone && done !== undefined) return done.value;
  throw new GraphError("STORE_MOVED", `nothing was written: ${start}; open the store again`);
}

function describeStart(root: RootDatabase, transaction: number): string {
  // The library does not pass on the native error.
  if (transaction === 0) return "the store's library could not begin a write transaction";
  return `a write transaction began as number ${transaction}, the data file is at number ${newestTransaction(root)}`;
}

/** The larger transaction number of the data file's two meta pages. */
function newestTransaction(root: RootDatabase): number {
  const { lastTxnId = 0 }: { readonly lastTxnId?: number } = root.getStats();
  return lastTxnId;
}

/**
 * Opens an environment so that this and every other process reads the newest state. If other processes keep committing, it may still be outdated;
 * later reads and writes detect that.
 */
export function openNewest<T extends { readonly root: RootDatabase }>(open: () => T, close: (opened: T) => void): T {
  for (let opening = 1; ; opening++) {
    const opened = open();
    if (opening === MAX_OPENINGS || readsNewest(opened.root)) return opened;
    close(opened);
  }
}

/** Whether a read transaction that begins now sees the newest state, judged by the library's table of readers. */
export function readsNewest(root: RootDatabase): boolean {
  for (let look = 0; look < MAX_COMPARISONS; look++) {
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
