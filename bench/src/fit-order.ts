/**
 * Fits the weights of a sentence's order on the repositories that decisions may use, and reports their gain on held-out
 * ones.
 */
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openLedger } from "@sdl/graph";
import { KeptValues } from "@sdl/model";
import { EVIDENCE, searchEvidence } from "@sdl/retrieval";
import { isTaskFile } from "./replay/commits.js";
import { type FitQuestion, fitWeights, worthsOf } from "./replay/fit-weights.js";
import { findGold } from "./replay/gold.js";
import { MAX_QUERY } from "./replay/questions.js";
import { FORMS, Recordings, type ReplayRecord } from "./replay/record.js";
import { recordRepository } from "./replay/record-repository.js";
import { sourcesOf } from "./replay/sources.js";
import { type ByRepository, intervalText, pairedDifference } from "./statistics/bootstrap.js";

const USAGE = `node bench/dist/fit-order.js --clones FOLDER [options]
  --clones FOLDER    has the tuned and the fitted repositories at OWNER+NAME/repo, or OWNER+NAME
  --commits N        tasks of each clone (60)
  --cache FOLDER     where recordings are kept (bench/.replay)`;

/** One quarter of the repositories is held out at a time. */
const FOLDS = 4;
const DIGITS = 3;
/** Shared between questions, as a server does. */
const VALUES = new KeptValues();
const FIGURES = ["mrr", "file1", "file5"] as const;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    commits: { type: "string", default: "60" },
    cache: { type: "string", default: resolve(import.meta.dirname, "../.replay") },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main();
process.exit(0);

async function main(): Promise<void> {
  const questions: FitQuestion[] = [];
  for (const source of sourcesOf(options)) {
    if (source.group === "never") continue;
    console.error(`${source.name} …`);
    const kept = new Recordings(join(options.cache, source.name.replace("/", "+")));
    for (const record of await recordRepository(source.clone, Number(options.commits), kept)) {
      questions.push(...(await questionsOf(source.name, record, kept)));
    }
  }
  report(questions);
  const weights = fitWeights(questions);
  console.log(`\nof ${questions.length} questions:`);
  EVIDENCE.forEach((name, at) => {
    console.log(`  ${name}: ${Number((weights[at] as number).toPrecision(DIGITS))},`);
  });
}

/**
 * Questions with and without vectors and past commits. Hits that no commit of the list can touch, such as tests, are
 * left out: nothing can be learnt from them.
 */
async function questionsOf(repository: string, record: ReplayRecord, kept: Recordings): Promise<FitQuestion[]> {
  const ledger = openLedger({ directory: kept.storeOf(record.task.commit), mode: "read" });
  const graph = ledger.snapshot();
  const layers = graph.derived();
  const touched = new Set(findGold(graph, record.gold));
  const asked = FORMS.flatMap((form) => [
    {
      form,
      kind: "with vectors and past commits",
      signals: { vectors: layers?.vectors(), history: layers?.history() },
    },
    { form, kind: "with words, names and edges alone", signals: {} },
  ]);
  const questions = asked.map(({ form, kind, signals }): FitQuestion => {
    const text = record.questions[form].slice(0, MAX_QUERY);
    const found = searchEvidence(graph, graph, text, { ...signals, kept: VALUES });
    const hits = found.filter(({ symbol }) => isTaskFile(graph.fileOf(symbol)));
    return {
      repository,
      kind,
      evidence: hits.map(({ evidence }) => evidence),
      isTouched: hits.map(({ symbol }) => touched.has(symbol)),
      files: hits.map(({ symbol }) => graph.fileOf(symbol)),
      touchedFiles: new Set(record.task.files),
    };
  });
  graph.close();
  await ledger.close();
  return questions.filter(({ evidence }) => evidence.length > 1);
}

/** Reports results of questions about repositories that were not used for fitting the weights. */
function report(questions: readonly FitQuestion[]): void {
  const repositories = [...new Set(questions.map(({ repository }) => repository))];
  const folds = Array.from({ length: FOLDS }, (_, fold) => repositories.filter((__, at) => at % FOLDS === fold));
  const weights = folds.map((names) => fitWeights(questions.filter(({ repository }) => !names.includes(repository))));
  console.log("on repositories that were held out, among the hits that are ordered, raw and scrubbed:");
  for (const kind of new Set(questions.map((question) => question.kind))) {
    const own = (name: string) => questions.filter((one) => one.repository === name && one.kind === kind);
    const before = folds.flat().map((name) => own(name).map((one) => ranksUnder(one, (hit) => -hit)));
    const after = folds.flatMap((names, fold) =>
      names.map((name) => own(name).map((one) => ranksUnder(one, byWorth(one, weights[fold] ?? [])))),
    );
    console.log(`  ${kind}: ${FIGURES.map((name) => `${name} ${rankDifference(after, before, name)}`).join(", ")}`);
  }
}

function byWorth(question: FitQuestion, weights: readonly number[]): (hit: number) => number {
  const worths = worthsOf(question, weights);
  return (hit) => worths[hit] as number;
}

function rankDifference(after: readonly (readonly Ranks[])[], before: typeof after, name: keyof Ranks): string {
  return intervalText(pairedDifference(valuesByRepository(after, name), valuesByRepository(before, name)));
}

interface Ranks {
  readonly mrr: number;
  readonly file1: number;
  readonly file5: number;
}

function ranksUnder({ isTouched, files, touchedFiles }: FitQuestion, worthOf: (hit: number) => number): Ranks {
  const order = isTouched.map((_, hit) => hit).sort((a, b) => worthOf(b) - worthOf(a) || a - b);
  const rank = order.findIndex((hit) => isTouched[hit]);
  const place = [...new Set(order.map((hit) => files[hit] as string))].findIndex((file) => touchedFiles.has(file));
  return { mrr: rank < 0 ? 0 : 1 / (rank + 1), file1: Number(place === 0), file5: Number(place >= 0 && place < 5) };
}

function valuesByRepository(ranks: readonly (readonly Ranks[])[], name: keyof Ranks): ByRepository {
  return ranks.map((rows) => rows.map((row) => row[name]));
}
