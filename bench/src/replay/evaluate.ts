/** Evaluation of SDL on a repository's recordings: runs each query on the index of the commit's parent. */
import { type LedgerSnapshot, openLedger } from "@sdl/graph";
import { type Feedback, feedbackFactors } from "@sdl/memory";
import { isSymbolId, KeptValues, parseSymbolId, type SymbolHandle, type SymbolId } from "@sdl/model";
import { type SearchOptions, searchSymbols } from "@sdl/retrieval";
import { buildSlice, type CountTokens, decodeSlice } from "@sdl/slice";
import { type Figures, figuresOf, filesOf } from "./figures.js";
import { findGold } from "./gold.js";
import type { ModelVectors } from "./model-vectors.js";
import { MAX_QUERY } from "./questions.js";
import { FORMS, type Form, type Recordings, type ReplayRecord } from "./record.js";
import { BUDGET_TOKENS } from "./record-repository.js";
import type { Variant } from "./variants.js";

/** Figures of a question, and the slice's cost. */
export interface SdlFigures extends Figures {
  readonly usedTokens: number;
  readonly cards: number;
  readonly searchMs: number;
  readonly sliceMs: number;
}

/** Cards are limited by tokens, not by number. */
const MAX_CARDS = 500;
/** Shared between questions, as a server does. */
const VALUES = new KeptValues();

/** Feedback after earlier questions, separate for each form. */
export type Reports = Readonly<Record<Form, Feedback[]>>;

/** Variant to measure, with its model and reports. */
export interface EvaluateOptions {
  readonly variant: Variant;
  readonly countTokens: CountTokens;
  /** Used and extended if the variant has feedback. */
  readonly reports: Reports;
  /** Used if the variant has a model. */
  readonly model: ModelVectors | undefined;
}

/** Answers every question of the records. */
export async function evaluate(
  record: ReplayRecord,
  kept: Recordings,
  { reports, model, ...options }: EvaluateOptions,
): Promise<Record<Form, SdlFigures>> {
  const ledger = openLedger({ directory: kept.storeOf(record.task.commit), mode: "read" });
  const snapshot = ledger.snapshot();
  try {
    const answers: SdlFigures[] = [];
    for (const form of FORMS) {
      const question = record.questions[form];
      const vectors =
        options.variant.usesModel === true ? model?.optionsFor(snapshot, record.task.commit, question) : undefined;
      const figures = runQuestion(snapshot, {
        ...options,
        record,
        question,
        search: await vectors,
        reports:
          options.variant.reports === "reworded" ? reportsReworded(snapshot, record, form, options) : reports[form],
      });
      answers.push(figures);
    }
    return Object.fromEntries(FORMS.map((form, at) => [form, answers[at]])) as Record<Form, SdlFigures>;
  } finally {
    snapshot.close();
    await ledger.close();
  }
}

/** Feedback of an agent that requested the same task in the other form; empty if both forms are equal. */
function reportsReworded(
  snapshot: LedgerSnapshot,
  record: ReplayRecord,
  form: Form,
  { variant: { reports: _, ...variant }, countTokens }: Omit<EvaluateOptions, "reports" | "model">,
): Feedback[] {
  const reports: Feedback[] = [];
  const question = FORMS.map((one) => record.questions[one]).find((one) => one !== record.questions[form]);
  if (question !== undefined) runQuestion(snapshot, { record, question, variant, countTokens, reports });
  return reports;
}

interface Question {
  readonly record: ReplayRecord;
  readonly question: string;
  readonly variant: Variant;
  readonly countTokens: CountTokens;
  readonly reports: Feedback[];
  /** Replaces the repository's own vectors. */
  readonly search?: Pick<SearchOptions, "vectors" | "direction"> | undefined;
}

function runQuestion(
  graph: LedgerSnapshot,
  { record, question, variant, countTokens, reports, ...own }: Question,
): SdlFigures {
  const gold = findGold(graph, record.gold);
  const layers = graph.derived();
  const signals = { vectors: layers?.vectors(), history: layers?.history() };
  const search = { ...signals, ...own.search, ...variant.search };
  const text = question.trim() === "" ? "?" : question;
  const started = performance.now();
  const found = searchSymbols(graph, graph, text.slice(0, MAX_QUERY), { limit: 1000, kept: VALUES, ...search });
  const searched = performance.now();
  const { slice, result } = buildSlice(
    graph,
    { taskText: text, budget: { maxEstimatedTokens: BUDGET_TOKENS, maxCards: MAX_CARDS }, ...variant.slice },
    {
      countTokens,
      seeds: {
        findSeeds: (task, limit) => {
          const { results, evidence } = searchSymbols(graph, graph, task, {
            limit,
            kept: VALUES,
            ...(variant.lexicalSeeds === true ? variant.search : { ...signals, ...variant.search }),
          });
          return { seeds: results, evidence };
        },
      },
      derived: variant.withoutDerived ? undefined : graph.derived(),
      kept: VALUES,
      ...(variant.reports !== undefined
        ? { feedback: (task) => feedbackFactors(reports, { ...task, asOfDay: DAY, index: graph }) }
        : {}),
    },
  );
  const sliced = performance.now();
  const symbols = found.results.map(({ symbol }) => symbol);
  const held = new Set<SymbolHandle>();
  const { cards } = decodeSlice((result as { slice: unknown }).slice);
  const shown = cards.map(({ symbolId }) => symbolId);
  reports.push(makeReport({ record, taskText: text, shown }, reports.length));
  for (const { symbolId, detailLevel } of cards) {
    const symbol = detailLevel !== "minimal" ? graph.findSymbol(symbolId) : undefined;
    if (symbol !== undefined) held.add(symbol);
  }
  return {
    ...figuresOf({ symbols, files: filesOf(graph, symbols), held }, { gold, files: record.task.files }),
    usedTokens: slice.budget.used,
    cards: cards.length,
    searchMs: searched - started,
    sliceMs: sliced - searched,
  };
}

/** The date of all feedback: its decay is not measured on commits that are years apart. */
const DAY = "2026-01-01";

interface ShownSymbols {
  readonly record: ReplayRecord;
  readonly taskText: string;
  readonly shown: readonly SymbolId[];
}

/** Feedback of an agent that used exactly the symbols that the commit changed. */
function makeReport({ record, taskText, shown }: ShownSymbols, number: number): Feedback {
  const wanted = record.gold.filter(isSymbolId).map(parseSymbolId);
  const isShown = new Set(shown);
  return {
    feedbackId: String(number),
    versionId: record.task.parent,
    sliceHandle: record.task.commit,
    usefulSymbols: wanted.filter((id) => isShown.has(id)),
    missingSymbols: wanted.filter((id) => !isShown.has(id)),
    shownSymbols: shown,
    startSymbols: [],
    taskTags: [],
    taskText,
    createdAt: `${DAY}T00:00:00.000Z`,
  };
}
