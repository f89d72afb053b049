/** The page about search, and whether its bars are reached. */
import type { JudgedQuery } from "./ask.js";
import { HANDLE_KINDS, type HandleKind, QUERY_KINDS, type QueryKind } from "./queries.js";
import type { PinnedRepository } from "./repositories.js";

/** A repository with the judged results of its queries. */
export interface Asked {
  readonly repository: PinnedRepository;
  readonly results: readonly JudgedQuery[];
}

const BARS = { mrr: 0.8, calibration: 0.1, silent: 0.95, messages: 0.9, handles: 0.9 };
const BINS = 10;
/** Results of a query that calibration is measured on. */
const CALIBRATED = 5;
const FIRST = 3;

/** Writes the page, and compares its figures with the bars. */
export function renderSearch(
  asked: readonly Asked[],
  lists: boolean,
): { readonly page: string; readonly isReached: boolean } {
  const groups = [
    { name: "development", all: asked.filter(({ repository }) => repository.isDevelopment) },
    { name: "held out", all: asked.filter(({ repository }) => !repository.isDevelopment) },
    { name: "all", all: asked },
  ].filter(({ all }) => all.length > 0);
  const figures = groups.map(({ name, all }) => ({ name, figures: figuresOf(all.flatMap(({ results }) => results)) }));
  const whole = figures.at(-1)?.figures;
  const lines = [
    "| repositories | MRR name | part | concept | these 300 | said nothing, wrongly | calibration error | nonsense says nothing | message in first 3 |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...asked
      .filter(({ repository }) => !repository.isOfHandles)
      .map((one) => row(one.repository.name, figuresOf(one.results))),
    ...figures.map(({ name, figures: own }) => row(`**${name}**`, own)),
    "",
    ...handleTable(asked, groups),
    "",
    ...reliability(asked.flatMap(({ results }) => results)),
    ...(lists ? ["", ...failures(asked)] : []),
  ];
  return { page: `${lines.join("\n")}\n`, isReached: whole !== undefined && reaches(whole) };
}

interface Figures {
  readonly mrr: Readonly<Record<QueryKind, number>>;
  readonly asked: number;
  readonly missed: number;
  readonly calibration: number;
  readonly silent: number;
  readonly messages: number;
  readonly handles: Readonly<Record<HandleKind, number>>;
}

/** Share of the queries of each kind whose answer is among the first results, with the number of queries. */
function handleTable(
  asked: readonly Asked[],
  groups: readonly { readonly name: string; readonly all: readonly Asked[] }[],
): string[] {
  const cells = (judged: readonly JudgedQuery[]) =>
    HANDLE_KINDS.map((kind) => {
      const own = judged.filter(({ query }) => query.kind === kind);
      return own.length === 0 ? "" : `${inFirst(own).toFixed(2)} of ${own.length}`;
    });
  const line = (name: string, judged: readonly JudgedQuery[]) => `| ${[name, ...cells(judged)].join(" | ")} |`;
  return [
    "| in first 3 | option | environment variable | route | test |",
    "| --- | --- | --- | --- | --- |",
    ...asked.map(({ repository, results }) => line(repository.name, results)),
    ...groups.map(({ name, all }) =>
      line(
        `**${name}**`,
        all.flatMap(({ results }) => results),
      ),
    ),
  ];
}

function inFirst(judged: readonly JudgedQuery[]): number {
  return mean(judged.map((one) => Number(reciprocalRank(one) >= 1 / FIRST)));
}

function figuresOf(judged: readonly JudgedQuery[]): Figures {
  const of = (kinds: readonly QueryKind[]) => judged.filter(({ query }) => kinds.includes(query.kind));
  const real = of(["name", "part", "concept"]);
  return {
    mrr: Object.fromEntries(QUERY_KINDS.map((kind) => [kind, mean(of([kind]).map(reciprocalRank))])) as Figures["mrr"],
    asked: mean(real.map(reciprocalRank)),
    missed: mean(real.map(({ saysNothing }) => Number(saysNothing))),
    calibration: calibrationError(judged.filter(({ query }) => !isInHand(query.kind))),
    silent: mean(of(["nonsense"]).map(({ saysNothing }) => Number(saysNothing))),
    messages: inFirst(of(["message"])),
    handles: Object.fromEntries(HANDLE_KINDS.map((kind) => [kind, inFirst(of([kind]))])) as Figures["handles"],
  };
}

function reaches({ asked, calibration, silent, messages, handles }: Figures): boolean {
  const areFound = Object.values(handles).every((share) => share >= BARS.handles);
  const isSure = calibration <= BARS.calibration && silent >= BARS.silent;
  return asked >= BARS.mrr && isSure && messages >= BARS.messages && areFound;
}

/** Whether the query is a text that people copy; what else is near it is not judged. */
function isInHand(kind: QueryKind): boolean {
  return kind === "message" || HANDLE_KINDS.some((handle) => handle === kind);
}

/** 1 / place of the first answer; 0 when it is not among the results. */
function reciprocalRank({ results }: JudgedQuery): number {
  const place = results.findIndex(({ isAnswer }) => isAnswer);
  return place < 0 ? 0 : 1 / (place + 1);
}

interface Bin {
  readonly count: number;
  readonly score: number;
  readonly right: number;
}

/** First results of each query in ten bins of score. */
function binsOf(judged: readonly JudgedQuery[]): Bin[] {
  const first = judged.flatMap(({ results }) => results.slice(0, CALIBRATED));
  return Array.from({ length: BINS }, (_, bin) => {
    const own = first.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    return {
      count: own.length,
      score: mean(own.map(({ score }) => score)),
      right: mean(own.map(({ isAnswer }) => Number(isAnswer))),
    };
  }).filter(({ count }) => count > 0);
}

/** Expected calibration error: the mean distance of score and share of right results over the bins, by their counts. */
function calibrationError(judged: readonly JudgedQuery[]): number {
  const bins = binsOf(judged);
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, { count, score, right }) => sum + (count / all) * Math.abs(score - right), 0);
}

function reliability(judged: readonly JudgedQuery[]): string[] {
  return [
    "| mean score | results | of them right |",
    "| --- | --- | --- |",
    ...binsOf(judged.filter(({ query }) => !isInHand(query.kind))).map(
      ({ count, score, right }) => `| ${score.toFixed(2)} | ${count} | ${right.toFixed(2)} |`,
    ),
  ];
}

function row(name: string, { mrr, asked, missed, calibration, silent, messages }: Figures): string {
  const cells = [mrr.name, mrr.part, mrr.concept, asked, missed, calibration, silent, messages];
  return `| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(" | ")} |`;
}

function failures(asked: readonly Asked[]): string[] {
  return asked.flatMap(({ repository, results }) => results.filter(fails).map((one) => failure(repository.name, one)));
}

function fails(judged: JudgedQuery): boolean {
  const { query, saysNothing } = judged;
  return query.kind === "nonsense" ? !saysNothing : reciprocalRank(judged) < 1 / FIRST || saysNothing;
}

function failure(repository: string, judged: JudgedQuery): string {
  const { query, results, saysNothing } = judged;
  const found = results.slice(0, FIRST).map(({ symbol, score }) => `${symbol} ${score.toFixed(2)}`);
  const wanted = query.answers.slice(0, 2).map(({ file, line, name }) => `${file}:${line} ${name}`);
  const place = results.findIndex(({ isAnswer }) => isAnswer) + 1;
  return [
    `${repository} ${query.kind}${saysNothing ? " (said nothing)" : ""} at ${place}: ${query.text}`,
    `    found  ${found.join("; ")}`,
    `    wanted ${wanted.join("; ")}`,
  ].join("\n");
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}
