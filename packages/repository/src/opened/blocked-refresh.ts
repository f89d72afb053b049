/** Waiting for another process that holds the indexer's lease: a notice after some seconds, and the error `busy` at the end. */
import { SdlError } from "@sdl/model";
import type { LeaseHolder } from "../machine/lease.js";
import { isStopped, ownIdentity } from "../machine/process-identity.js";
import { describeOtherVersion } from "../version.js";

/** Default wait for another process that indexes, in milliseconds. Clients give up after about a minute. */
export const LEASE_WAIT_MS = 30_000;
/** Shorter waits are not reported. */
const NOTICE_MS = 5_000;

/** A call that may have to wait. */
export interface BlockedCall {
  readonly repoId: string;
  readonly waitMs: number;
  /** Called once. */
  readonly onNotice: (text: string) => void;
}

/**
 * Limits a wait. @returns a function to call repeatedly while the holder blocks; throws {SdlError} `busy` when the time
 * is over
 */
export function limitedWait({ repoId, waitMs, onNotice }: BlockedCall): (holder: LeaseHolder) => void {
  const startedMs = performance.now();
  let isNoticed = false;
  return (holder) => {
    const waitedMs = performance.now() - startedMs;
    if (waitedMs >= waitMs) throw blocked(repoId, holder, waitMs);
    if (isNoticed || waitedMs < NOTICE_MS) return;
    isNoticed = true;
    onNotice(`another process (${describeHolder(holder)}) is indexing this repository; waiting`);
  };
}

/** The error of a call whose wait timed out. */
export function blocked(repoId: string, holder: LeaseHolder, waitMs: number): SdlError {
  const waited = waitMs === 0 ? "" : `; waited ${Math.round(waitMs / 1000)} s for it`;
  const message = `another process (${describeHolder(holder)}) is indexing ${repoId}${waited}. Queries answer from the last version. Refresh again later, or ${remedyText(holder)}`;
  return new SdlError("busy", message);
}

function describeHolder(holder: LeaseHolder): string {
  if (holder.pid === 0) return "unknown: its lease cannot be read";
  const place = isElsewhere(holder) ? ` on ${holder.host}` : "";
  const state = isStopped(holder) ? ", stopped" : "";
  return `PID ${holder.pid}${place}${describeOtherVersion(holder.program)}, since ${new Date(holder.sinceMs).toISOString()}${state}`;
}

function remedyText(holder: LeaseHolder): string {
  if (holder.pid === 0) return "end the process that indexes it";
  if (isElsewhere(holder)) return "end that process";
  return isStopped(holder)
    ? `continue that process (kill -CONT ${holder.pid}) or end it (kill -KILL ${holder.pid})`
    : `end that process (kill ${holder.pid})`;
}

function isElsewhere({ host, namespace }: LeaseHolder): boolean {
  const own = ownIdentity();
  return host !== own.host || namespace !== own.namespace;
}
