/** Implements the actions on editors' buffers: push, checkpoint, status. */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { CLOCK_TICK_MS, type DraftEvent, faultOf, type Repository } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import { refreshRepository } from "../../query/refresh-repository.js";

/** One event of an editor's buffer. */
export interface BufferPushRequest {
  readonly repoId?: string | undefined;
  readonly eventType: DraftEvent;
  readonly filePath: string;
  readonly content: string;
  readonly version: number;
  readonly dirty: boolean;
  readonly timestamp: string;
  readonly sourceId?: string | undefined;
}

/** @throws {SdlError} `repo_not_found`, `path_outside_repo`, `too_large`, `policy_denied` */
export async function pushBuffer(context: ActionContext, request: BufferPushRequest): Promise<object> {
  const entry = await context.engine.find(request.repoId);
  const repository = await context.engine.open(entry);
  const source = request.sourceId ?? defaultSource();
  const pushed = await repository.drafts.push({
    event: request.eventType,
    filePath: request.filePath,
    content: request.content,
    version: request.version,
    isDirty: request.dirty,
    timestampMs: Date.parse(request.timestamp),
    source,
  });
  if (pushed.isSaved) indexSaved(context, repository, { path: pushed.path, source, version: request.version });
  if (request.eventType === "checkpoint") void repository.drafts.checkpoint();
  const { accepted, overlayVersion, isParseScheduled, isSaved, warnings } = pushed;
  return {
    accepted,
    repoId: entry.repoId,
    overlayVersion,
    parseScheduled: isParseScheduled,
    checkpointScheduled: isSaved || request.eventType === "checkpoint",
    warnings,
  };
}

/** Default source of drafts pushed without a `sourceId`: this process. */
function defaultSource(): string {
  return `process ${process.pid}`;
}

/**
 * Wait before a saved file is indexed: longer than one tick of the file system's clock. The next refresh reads a file again that was read within a
 * tick of its modification time.
 */
const PAST_TICK_MS = CLOCK_TICK_MS + 2;

/** Indexes a saved file in the background. The draft replaces the file until the index has it. */
function indexSaved(
  { engine }: ActionContext,
  repository: Repository,
  saved: { readonly path: string; readonly source: string; readonly version: number },
): void {
  const options = { mode: "incremental", reason: "a file was saved in an editor", trustsWatcher: true } as const;
  Promise.all([repository.drafts.readNow(saved), sleep(PAST_TICK_MS)])
    .then(() => refreshRepository({ engine, signal: engine.ending }, repository, options))
    .then(() => repository.drafts.settleSaved(saved))
    .catch((error: unknown) => {
      if (engine.ending.aborted) return;
      engine.log.record({ repoId: repository.repoId, ...faultOf("indexing a saved file", saved.path, error) });
    });
}

/** Parses every pending draft of a repository and waits for it. */
export async function checkpointBuffers(
  { engine }: ActionContext,
  { repoId }: { readonly repoId?: string | undefined },
): Promise<object> {
  const entry = await engine.find(repoId);
  const { drafts } = await engine.open(entry);
  const { checkpointId, atMs, pending, read, failed } = await drafts.checkpoint();
  return {
    repoId: entry.repoId,
    requested: true,
    checkpointId,
    pendingBuffers: pending,
    checkpointedFiles: read,
    failedFiles: failed,
    lastCheckpointAt: isoTime(atMs),
  };
}

/** Reads the state of drafts; with a source, renews that editor's drafts. */
export async function bufferStatus(
  { engine }: ActionContext,
  { repoId, sourceId }: { readonly repoId?: string | undefined; readonly sourceId?: string | undefined },
): Promise<object> {
  const entry = await engine.find(repoId);
  return { repoId: entry.repoId, ...liveIndexStatus(await engine.open(entry), sourceId) };
}

/** @param source the editor that calls: its drafts are renewed */
export function liveIndexStatus({ drafts, readOnly }: Repository, source?: string): object {
  const status = drafts.status(source);
  const { lastCheckpoint } = status;
  return {
    enabled: !readOnly,
    pendingBuffers: status.pending,
    waitingForCheckpoint: status.held.length === 0 ? undefined : [...new Set(status.held)].sort(),
    dirtyBuffers: status.dirty,
    parseQueueDepth: status.queued,
    checkpointPending: status.pending > 0,
    lastBufferEventAt: isoTime(status.lastEventMs),
    lastCheckpointAt: isoTime(lastCheckpoint?.atMs),
    lastCheckpointResult: lastCheckpoint && checkpointResult(lastCheckpoint),
    lastCheckpointError: lastCheckpoint?.error,
    overlayVersion: status.overlayVersion,
  };
}

function checkpointResult({
  failed,
  read,
  error,
}: {
  readonly failed: number;
  readonly read: number;
  readonly error: string | undefined;
}): string {
  if (error !== undefined || (failed > 0 && read === 0)) return "failed";
  return failed > 0 ? "partial" : "success";
}

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
