/** Requests `sdl/status`, `sdl/reindex` and `sdl/doctor`: state of an index, and the user's means to repair it. */
import { bufferStatusAction, diagnose, indexRefresh, makeToolStyle, repoStatus, toErrorAnswer } from "@sdl/engine";
import { byPercent } from "../workspace/prepare-index.js";
import type { ServerContext } from "./inquiry.js";
import { type RequestSubject, startInquiry } from "./subject.js";

const STYLE = makeToolStyle("underscore");

/** Handles `sdl/status`: text and data about index and drafts. */
export async function handleStatusRequest(
  sources: ServerContext,
  params: RequestSubject,
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await startInquiry(sources, params, signal);
  const repository = await inquiry.runActionAsText(repoStatus, {}, STYLE);
  const buffers = await inquiry.runActionAsText(bufferStatusAction, {}, STYLE);
  return {
    text: `${repository.text}\n${buffers.text}`,
    rootPath: inquiry.entry.rootPath,
    status: repository.answer,
    buffers: buffers.answer,
  };
}

/**
 * Refreshes the index. @param params `full`: extract every file again. A folder without an index gets one, even if the configuration forbids
 * indexing on the server's own initiative.
 */
export async function handleReindexRequest(
  sources: ServerContext,
  params: RequestSubject & { readonly full?: boolean },
  signal: AbortSignal,
): Promise<object> {
  const { engine, repositories, phases } = sources;
  const { folder } = params;
  if (folder !== undefined && phases.of(folder).kind === "none") await repositories.prepareAgain(folder);
  const { entry } = await startInquiry(sources, params, signal);
  const folders = await repositories.foldersOfRepository(entry);
  const tell = byPercent((percent, message) => {
    for (const folder of folders) phases.set(folder, { kind: "indexing", percent, message });
  });
  const mode = params.full === true ? "full" : "incremental";
  try {
    const args = { repoId: entry.repoId, mode, reason: "requested in an editor" };
    const context = { engine, signal: AbortSignal.any([signal, engine.ending]), onProgress: tell, text: STYLE };
    const answer = await indexRefresh.execute(args, context);
    for (const folder of folders) phases.set(folder, { kind: "ready" });
    return { text: indexRefresh.text({ ...answer }, STYLE), ...answer };
  } catch (error) {
    const isIndexed = (await engine.open(entry)).isIndexed();
    const reason = toErrorAnswer(error, engine.log).message;
    for (const folder of folders) phases.set(folder, isIndexed ? { kind: "ready" } : { kind: "none", reason });
    throw error;
  }
}

/** Problems of the installation and the index. */
export async function handleDoctorRequest(
  sources: ServerContext,
  params: RequestSubject,
  signal: AbortSignal,
): Promise<object> {
  const { entry } = await startInquiry(sources, params, signal);
  const findings = await diagnose(sources.engine, entry.repoId);
  return { findings, problems: findings.filter(({ level }) => level === "problem").length };
}
