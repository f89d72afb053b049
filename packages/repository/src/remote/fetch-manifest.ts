/** Import of a version by the refresh process, which has a connection of its own to the remote. */
import type { Ledger } from "@sdl/graph";
import { isPageId, openRemote } from "@sdl/remote";
import type { FetchOutcome } from "../refresh/separate/refresh-messages.js";
import { fetchVersion } from "./pull.js";

/** What to import, and into which index. */
export interface ManifestTask {
  readonly ledger: Ledger;
  /** Place of the remote; may hold a password. */
  readonly remote: string;
  readonly manifest: string;
  readonly nowMs: number;
}

/** Publishes the version of a manifest. @throws {RemoteError} @throws {GraphError} as `Ledger.importParts` */
export async function fetchManifest({ ledger, remote, manifest, nowMs }: ManifestTask): Promise<FetchOutcome> {
  if (!isPageId(manifest)) throw new Error("the task names no manifest; this is a bug in the sender");
  const store = await openRemote(remote);
  try {
    return await fetchVersion({ store, ledger, nowMs }, manifest);
  } finally {
    await store.close();
  }
}
