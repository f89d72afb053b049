/** Feedback of agents on slices, stored in a journal next to the store. */
import { isSymbolId, parseSymbolId, type SymbolId } from "@sdl/model";
import { hash64Hex } from "@sdl/model/text";
import { JournalFile } from "../files/journal.js";
import type { ProgramFiles } from "../files/program-files.js";

const FEEDBACK_TASKS = ["debug", "review", "implement", "explain"] as const;
/** Kind of the task that a slice was built for. */
export type FeedbackTaskType = (typeof FEEDBACK_TASKS)[number];

/** Feedback as a client sends it. */
export interface FeedbackRequest {
  readonly versionId: string;
  readonly sliceHandle: string;
  readonly usefulSymbols: readonly SymbolId[];
  readonly missingSymbols?: readonly SymbolId[] | undefined;
  readonly taskTags?: readonly string[] | undefined;
  readonly taskType?: FeedbackTaskType | undefined;
  /** Task text with secrets masked. */
  readonly taskText?: string | undefined;
  /** Shown symbols and start symbols of the slice, if its handle is still known. */
  readonly shownSymbols?: readonly SymbolId[] | undefined;
  readonly startSymbols?: readonly SymbolId[] | undefined;
}

/** Feedback as it is stored. */
export interface Feedback {
  readonly feedbackId: string;
  readonly versionId: string;
  readonly sliceHandle: string;
  readonly usefulSymbols: readonly SymbolId[];
  readonly missingSymbols: readonly SymbolId[];
  readonly shownSymbols: readonly SymbolId[];
  readonly startSymbols: readonly SymbolId[];
  readonly taskTags: readonly string[];
  readonly taskType?: FeedbackTaskType;
  readonly taskText?: string;
  /** ISO time. */
  readonly createdAt: string;
}

/** Which feedback to read. */
export interface FeedbackQuery {
  readonly versionId?: string | undefined;
  /** ISO time; only feedback at this time or later is returned. */
  readonly since?: string | undefined;
  readonly limit: number;
}

interface SymbolCount {
  readonly symbolId: SymbolId;
  readonly count: number;
}

/** Feedback with counts over all of it. */
export interface FeedbackAnswer {
  /** Newest first. */
  readonly feedback: readonly Feedback[];
  readonly aggregatedStats: {
    readonly totalFeedback: number;
    readonly topUsefulSymbols: readonly SymbolCount[];
    readonly topMissingSymbols: readonly SymbolCount[];
  };
  readonly hasMore: boolean;
}

const MAX_TOP_SYMBOLS = 10;

/** Records and reads the feedback of one repository. */
export class FeedbackBook {
  private readonly journal: JournalFile<Feedback>;

  /** @param path path of the journal */
  constructor(
    path: string,
    files: ProgramFiles,
    private readonly now: () => number,
  ) {
    this.journal = new JournalFile(path, files, parseFeedback);
  }

  /** Identifier of the recorded feedback's state; `undefined` if there is none. */
  version(): string | undefined {
    const rows = this.journal.rows();
    return rows.length === 0 ? undefined : `f${hash64Hex(rows.map(({ feedbackId }) => feedbackId).join())}`;
  }

  /** All feedback in the order of recording. */
  all(): readonly Feedback[] {
    return this.journal.rows();
  }

  /** Warnings about journal rows that this program cannot interpret. */
  warnings(): readonly string[] {
    return this.journal.warnings();
  }

  record(request: FeedbackRequest): Feedback {
    const { taskType, taskText } = request;
    const createdAt = new Date(this.now()).toISOString();
    const body = {
      versionId: request.versionId,
      sliceHandle: request.sliceHandle,
      usefulSymbols: [...new Set(request.usefulSymbols)],
      missingSymbols: [...new Set(request.missingSymbols ?? [])],
      shownSymbols: request.shownSymbols ?? [],
      startSymbols: request.startSymbols ?? [],
      taskTags: request.taskTags ?? [],
      ...(taskType === undefined ? {} : { taskType }),
      ...(taskText === undefined ? {} : { taskText }),
      createdAt,
    };
    const feedback = { feedbackId: hash64Hex(JSON.stringify([body, this.journal.rows().length])), ...body };
    this.journal.append([feedback]);
    return feedback;
  }

  /** Selects feedback. The statistics cover all matching rows, not only those within the limit. */
  query({ versionId, since, limit }: FeedbackQuery): FeedbackAnswer {
    const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    const fitting = this.all()
      .filter((row) => (versionId === undefined || row.versionId === versionId) && Date.parse(row.createdAt) >= from)
      .toReversed();
    return {
      feedback: fitting.slice(0, limit),
      aggregatedStats: {
        totalFeedback: fitting.length,
        topUsefulSymbols: mostFrequent(fitting.flatMap(({ usefulSymbols }) => usefulSymbols)),
        topMissingSymbols: mostFrequent(fitting.flatMap(({ missingSymbols }) => missingSymbols)),
      },
      hasMore: fitting.length > limit,
    };
  }
}

function mostFrequent(symbols: readonly SymbolId[]): SymbolCount[] {
  const counts = new Map<SymbolId, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts]
    .map(([symbolId, count]) => ({ symbolId, count }))
    .sort((a, b) => b.count - a.count || (a.symbolId < b.symbolId ? -1 : 1))
    .slice(0, MAX_TOP_SYMBOLS);
}

function parseFeedback(value: unknown): Feedback | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const row = value as Partial<Record<keyof Feedback, unknown>>;
  const { feedbackId, versionId, sliceHandle, createdAt, taskType, taskText } = row;
  if (typeof feedbackId !== "string" || typeof versionId !== "string" || typeof sliceHandle !== "string")
    return undefined;
  if (typeof createdAt !== "string" || Number.isNaN(Date.parse(createdAt))) return undefined;
  const type = FEEDBACK_TASKS.find((known) => known === taskType);
  return {
    ...{ feedbackId, versionId, sliceHandle, createdAt },
    usefulSymbols: parseSymbolIds(row.usefulSymbols),
    missingSymbols: parseSymbolIds(row.missingSymbols),
    shownSymbols: parseSymbolIds(row.shownSymbols),
    startSymbols: parseSymbolIds(row.startSymbols),
    taskTags: parseTexts(row.taskTags),
    ...(type === undefined ? {} : { taskType: type }),
    ...(typeof taskText === "string" ? { taskText } : {}),
  };
}

function parseSymbolIds(value: unknown): SymbolId[] {
  return parseTexts(value).filter(isSymbolId).map(parseSymbolId);
}

function parseTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
}
