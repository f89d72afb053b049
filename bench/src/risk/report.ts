/** Report on risk scores. */
import { areaUnder } from "../statistics/area-under.js";
import { type Interval, macroMean, pairedDifference } from "../statistics/bootstrap.js";
import { median, quantile } from "../statistics/order.js";
import type { CompanionQuestion, Hits } from "./companions.js";
import type { PlantedScores } from "./planted.js";
import type { ReplayedCommit } from "./replay-commits.js";

/** Results of one repository. */
export interface RepositoryRisk {
  readonly name: string;
  readonly replayed: readonly ReplayedCommit[];
  /** `undefined` if it was not requested. */
  readonly planted: PlantedScores | undefined;
}

/** Minimum difference between the score of a planted break and that of a planted body edit. */
const BAR = 40;

/** Writes the report as Markdown. */
export function renderRisk(all: readonly RepositoryRisk[]): string {
  return `${[...plantedLines(all), "", ...scoreLines(all), "", ...companionLines(all)].join("\n")}\n`;
}

function plantedLines(all: readonly RepositoryRisk[]): string[] {
  const rows = all.flatMap(({ name, planted }) => {
    if (planted === undefined) return [];
    const breaks = planted.breaks.map(({ score }) => score);
    const bodies = planted.bodies.map(({ score }) => score);
    const comments = Math.max(0, ...planted.comments.map(({ score }) => score));
    const gap = Math.min(...breaks) - Math.max(...bodies);
    const verdict = breaks.length === 0 || bodies.length === 0 ? "-" : gap >= BAR && comments === 0 ? "pass" : "FAIL";
    return [`| ${[name, breaks.join(" "), bodies.join(" "), comments, verdict].join(" | ")} |`];
  });
  return [
    `Planted edits; bar: breaks at least ${BAR} above body edits, comments 0.`,
    "",
    "| repository | export with 10 dependents or more breaks | body of a tested leaf | comments, most | |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function scoreLines(all: readonly RepositoryRisk[]): string[] {
  const pooled = all.flatMap(({ replayed }) => replayed);
  const rows = [...all.map(({ name, replayed }) => ({ name, replayed })), { name: "all", replayed: pooled }]
    .filter(({ replayed }) => replayed.length > 0)
    .map(({ name, replayed }) => {
      const scores = replayed.map(({ score }) => score);
      const figures = [0, 0.25, 0.5, 0.75, 0.9].map((share) => quantile(scores, share));
      const mended = replayed.filter(({ isMended }) => isMended).length;
      return `| ${[name, scores.length, ...figures, Math.max(...scores), mended, mendedArea(replayed)].join(" | ")} |`;
    });
  return [
    "Scores of commits. Mended: reverted, or a line of theirs taken out by a fix, within 30 days.",
    "",
    "| repository | commits | least | 25 % | 50 % | 75 % | 90 % | most | mended | AUC |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    `Median of mended ones ${medianScore(pooled, true)}, of the others ${medianScore(pooled, false)}.`,
  ];
}

function medianScore(replayed: readonly ReplayedCommit[], wanted: boolean): string {
  const scores = replayed.filter(({ isMended }) => isMended === wanted).map(({ score }) => score);
  return scores.length === 0 ? "-" : String(median(scores));
}

/** Area under the ROC curve: how well scores separate commits that were fixed later from other commits. */
function mendedArea(replayed: readonly ReplayedCommit[]): string {
  const scoresOf = (wanted: boolean) => replayed.flatMap(({ isMended, score }) => (isMended === wanted ? score : []));
  return areaUnder(scoresOf(true), scoresOf(false))?.toFixed(2) ?? "-";
}

function companionLines(all: readonly RepositoryRisk[]): string[] {
  const questions = all.map(({ replayed }) => replayed.flatMap((one) => one.questions));
  const rows = [
    { name: "what else changed", of: (one: CompanionQuestion) => one },
    { name: "what else changed in other files", of: (one: CompanionQuestion) => one.elsewhere },
    {
      name: "what else changed, where history has an answer",
      of: (one: CompanionQuestion) => (one.isAnswered ? one : undefined),
    },
  ].flatMap(({ name, of }) => {
    const asked = questions.map((list) => list.flatMap((one): readonly Hits[] => [of(one) ?? []].flat()));
    const count = asked.reduce((sum, { length }) => sum + length, 0);
    const histories = asked.filter(({ length }) => length > 0).length;
    const near = asked.map((list) => list.map(({ sameFile }) => sameFile));
    return (["told", "coChange", "repeated"] as const).map((signal) => {
      const found = asked.map((list) => list.map((one) => one[signal]));
      const figures = [histories, count, macroMean(found).toFixed(2), macroMean(near).toFixed(2)];
      return `| ${[name, SIGNALS[signal], ...figures, formatInterval(pairedDifference(found, near))].join(" | ")} |`;
    });
  });
  return [
    "Co-change, Hit@10, a mean over repositories; the nearest symbols of the same file beside it. The difference with its interval (95 %).",
    "",
    "| asked for | signal | histories | questions | Hit@10 | same file | difference |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

const SIGNALS = {
  told: "what a delta tells",
  coChange: "changed with it before",
  repeated: "twice or more",
} as const;

function formatInterval({ mean: middle, low, high }: Interval): string {
  return `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
