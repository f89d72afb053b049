/** Feedback on slices: recorded and asked for. */
import type { FeedbackQuery, FeedbackTaskType } from "@sdl/memory";
import { parseSymbolId } from "@sdl/model";
import type { ActionContext } from "../actions/action.js";
import { createMasker } from "../masking/masker.js";
import type { OpenRepository } from "../registry/engine.js";
import { feedbackOf, writing } from "./repository-memories.js";

interface ReportArguments {
  readonly repoId?: string | undefined;
  readonly versionId: string;
  readonly sliceHandle: string;
  readonly usefulSymbols: readonly string[];
  readonly missingSymbols?: readonly string[] | undefined;
  readonly taskTags?: readonly string[] | undefined;
  readonly taskType?: FeedbackTaskType | undefined;
  readonly taskText?: string | undefined;
}

/** @throws {SdlError} `busy` where it cannot be written */
export async function recordFeedback(context: ActionContext, request: ReportArguments): Promise<object> {
  const entry = context.engine.resolve(request.repoId);
  const repository = await context.engine.open(entry);
  const book = await feedbackOf(context.engine, repository);
  const { mask } = createMasker();
  const slice = await sentSlice(repository, request.sliceHandle);
  const feedback = writing("the report", () =>
    book.record({
      ...request,
      ...slice,
      usefulSymbols: request.usefulSymbols.map(parseSymbolId),
      missingSymbols: request.missingSymbols?.map(parseSymbolId),
      taskTags: request.taskTags?.map(mask),
      taskText: request.taskText === undefined ? undefined : mask(request.taskText),
    }),
  );
  const { feedbackId, versionId, usefulSymbols, missingSymbols } = feedback;
  return {
    ok: true,
    feedbackId,
    repoId: entry.repoId,
    versionId,
    symbolsRecorded: usefulSymbols.length + missingSymbols.length,
  };
}

/** What the reported slice showed and started from, while its handle is known: what it showed in vain counts too. */
async function sentSlice({ workspace }: OpenRepository, handle: string) {
  const known = workspace.sessions.find(handle);
  const version = known?.lease.versions.at(-1);
  const sent = version === undefined ? undefined : workspace.sessions.shape(handle, version);
  if (sent === undefined) return {};
  const { decodeShape } = await import("@sdl/slice");
  const { cards, cardRefs, startSymbols } = decodeShape(sent.shape);
  return {
    shownSymbols: [...cards, ...cardRefs].map(({ symbolId }) => symbolId),
    startSymbols: startSymbols.filter(({ source }) => source !== "taskText").map(({ symbolId }) => symbolId),
  };
}

export async function queryFeedback(
  context: ActionContext,
  request: FeedbackQuery & { readonly repoId?: string | undefined },
): Promise<object> {
  const entry = context.engine.resolve(request.repoId);
  const book = await feedbackOf(context.engine, await context.engine.open(entry));
  const { feedback, ...rest } = book.query(request);
  const shown = feedback.map(({ shownSymbols: _shown, startSymbols: _starts, ...row }) => row);
  return { repoId: entry.repoId, feedback: shown, ...rest };
}
