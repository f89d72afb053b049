/**
 * Module of the refresh process: runs one refresh, or imports one version of a remote, for the process that started it,
 * which holds the indexer's lease. Ends at the next turn of a refresh, or after the import, when that process is gone; a
 * killed write would leave the store in doubt.
 */
import process from "node:process";
import { openLedger } from "@sdl/graph";
import { CACHE_BYTES } from "@sdl/model";
import { DraftOverlay } from "../drafts/draft-overlay.js";
import { Drafts, type DraftsOptions } from "../drafts/drafts.js";
import { faultOf, type ProgramFault } from "../machine/program-log.js";
import { Indexer } from "../refresh/indexer.js";
import type { RefreshResult } from "../refresh/refresh-request.js";
import type {
  FetchOutcome,
  FetchTask,
  RefreshCommand,
  RefreshMessage,
  RefreshTask,
  SeparateTask,
} from "../refresh/separate/refresh-messages.js";

const abort = new AbortController();
const askedFor = new AbortController();

async function refresh(task: RefreshTask): Promise<RefreshResult> {
  const { rootPath, storeDirectory, settings, workers, mode, reason } = task;
  if (task.isAskedFor) askedFor.abort();
  const onFault = (fault: ProgramFault): void => send({ kind: "fault", fault });
  const ledger = openLedger({ directory: storeDirectory, factsCacheBytes: CACHE_BYTES.commandFacts });
  const prepare: DraftsOptions["prepare"] = (all) => overlay.difference(all);
  const drafts = new Drafts({ rootPath, storeDirectory, settings, canWrite: true, now: Date.now, onFault, prepare });
  const overlay = new DraftOverlay(ledger, drafts);
  const options = { rootPath, settings, ...(workers === undefined ? {} : { workers }), answersOnce: true, onFault };
  const indexer = new Indexer({ ...options, drafted: () => drafts.facts() }, ledger, storeDirectory);
  try {
    const result = await indexer.refresh({
      ...{ mode, reason, signal: abort.signal, whenAskedFor: askedFor.signal },
      onProgress: (progress) => send({ kind: "progress", progress }),
    });
    if (result.created) await drafts.renewDifference();
    return result;
  } finally {
    await indexer.close();
    await overlay.close();
    await drafts.close();
    await ledger.close();
  }
}

/** Publishes the version. A remote's code is loaded here alone. */
async function fetch({ storeDirectory, remote, manifest, nowMs }: FetchTask): Promise<FetchOutcome> {
  const { fetchManifest } = await import("../remote/fetch-manifest.js");
  const ledger = openLedger({ directory: storeDirectory, factsCacheBytes: CACHE_BYTES.commandFacts });
  try {
    return await fetchManifest({ ledger, remote, manifest, nowMs });
  } finally {
    await ledger.close();
  }
}

/** Sends a message, unless the receiver is gone. */
function send(message: RefreshMessage, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, sent);
}

async function run(task: SeparateTask): Promise<void> {
  const end = (): void => process.disconnect();
  try {
    send({ kind: "done", result: await (task.kind === "refresh" ? refresh(task) : fetch(task)) }, end);
  } catch (error) {
    send({ kind: "fault", fault: faultOf(`a ${task.kind} in a separate process`, undefined, error) }, end);
  }
}

process.once("disconnect", () => abort.abort());
process.on("message", (command: RefreshCommand) => {
  if (command.kind === "abort") abort.abort();
  else if (command.kind === "asked-for") askedFor.abort();
  else void run(command);
});
