/**
 * Report about symbols that change together. A commit counts once, however many questions it has, because its questions
 * are not independent.
 */

import type { Hits } from "../risk/companions.js";
import { type ByRepository, type Interval, macroMean, pairedDifference } from "../statistics/bootstrap.js";
import type { AskedCommit, HistoryQuestion } from "./ask-history.js";

/** A history and its questions. */
export interface AskedHistory {
  readonly name: string;
  /** Whether the shares were chosen on this history. */
  readonly isTuned: boolean;
  readonly commits: readonly AskedCommit[];
}

const SIGNALS = {
  told: "what a delta tells",
  supported: "of that, changed with it or its file before",
  coChange: "changed with it before",
  repeated: "changed with it twice or more",
} as const;

type Signal = keyof typeof SIGNALS;

interface Subject {
  readonly name: string;
  /** `undefined` if the question is not about this subject. */
  of(question: HistoryQuestion): Hits | undefined;
}

const ALL: Subject = { name: "all questions", of: (question) => question };
const SUBJECTS: readonly Subject[] = [
  ALL,
  { name: "symbols that an older commit changed", of: (question) => (question.isKnown ? question : undefined) },
  { name: "symbols that none did", of: (question) => (question.isKnown ? undefined : question) },
  { name: "what changed in other files", of: ({ elsewhere }) => elsewhere },
];

/** Writes the report as Markdown. */
export function renderCompanions(all: readonly AskedHistory[]): string {
  const heldOut = all.filter(({ isTuned }) => !isTuned);
  const lines = [
    "Hit@10: one of the first ten changed in the same commit. Beside it the ten nearest symbols of the same file; the difference with its",
    "interval (95 %, paired bootstrap over commits).",
    "",
    "| history | commits | questions | Hit@10 | same file | difference |",
    "| --- | --- | --- | --- | --- | --- |",
    ...all.map(
      (one) => `| ${one.name}${one.isTuned ? " (chosen on)" : ""} | ${signalFigures([one], ALL, "told").join(" | ")} |`,
    ),
    "",
    "| histories | asked for | signal | commits | questions | Hit@10 | same file | difference |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...signalRows("all", all),
    ...(heldOut.length === all.length ? [] : signalRows("held out", heldOut)),
    "",
    "Confidences as they are told, and the share that did change:",
    "",
    "| histories | entries | confidence | number | told | was |",
    "| --- | --- | --- | --- | --- | --- |",
    ...confidenceRows("all", all),
    ...(heldOut.length === all.length ? [] : confidenceRows("held out", heldOut)),
  ];
  return `${lines.join("\n")}\n`;
}

function signalRows(name: string, histories: readonly AskedHistory[]): string[] {
  if (histories.length === 0) return [];
  return SUBJECTS.flatMap((subject) =>
    (Object.keys(SIGNALS) as Signal[]).map((signal) => {
      const cells = [
        `${name} (${histories.length})`,
        subject.name,
        SIGNALS[signal],
        ...signalFigures(histories, subject, signal),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
}

/** Lower bounds of the rows. */
const CONFIDENCES = [0, 0.1, 0.2, 0.3, 0.5];

function confidenceRows(name: string, histories: readonly AskedHistory[]): string[] {
  const answers = histories.flatMap(({ commits }) =>
    commits.flatMap(({ questions }) => questions.flatMap((one) => one.answers)),
  );
  const mean = (values: readonly number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
  return [true, false].flatMap((isSupported) =>
    CONFIDENCES.flatMap((low, i) => {
      const high = CONFIDENCES[i + 1] ?? Number.POSITIVE_INFINITY;
      const found = answers.filter(({ confidence, support }) => {
        return support > 0 === isSupported && confidence >= low && confidence < high;
      });
      if (found.length === 0) return [];
      const said = mean(found.map(({ confidence }) => confidence));
      const was = mean(found.map(({ isRight }) => (isRight ? 1 : 0)));
      const entries = isSupported ? "supported by commits" : "near by only";
      return [`| ${[`${name} (${histories.length})`, entries, `from ${low}`, found.length, said, was].join(" | ")} |`];
    }),
  );
}

function signalFigures(histories: readonly AskedHistory[], subject: Subject, signal: Signal): (string | number)[] {
  const asked = histories.map(({ commits }) =>
    commits
      .map(({ questions }) => questions.flatMap((question) => subject.of(question) ?? []))
      .filter((hits) => hits.length > 0),
  );
  const found = byCommit(asked, (hits) => hits[signal]);
  const near = byCommit(asked, (hits) => hits.sameFile);
  const commits = asked.flat();
  if (commits.length === 0) return [0, 0, "-", "-", "-"];
  const share = (values: ByRepository): string => macroMean(values).toFixed(2);
  return [
    commits.length,
    commits.flat().length,
    share(found),
    share(near),
    formatInterval(pairedDifference(found, near)),
  ];
}

/** For each history, each commit's share of answered questions. */
function byCommit(asked: readonly (readonly (readonly Hits[])[])[], read: (hits: Hits) => number): ByRepository {
  return asked.map((commits) => commits.map((hits) => hits.reduce((sum, one) => sum + read(one), 0) / hits.length));
}

function formatInterval({ mean, low, high }: Interval): string {
  const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
  return `${signed(mean)} [${signed(low)}, ${signed(high)}]`;
}
