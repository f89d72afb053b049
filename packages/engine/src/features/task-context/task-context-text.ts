/** Text form of a task's context: source, then the sections for the kind of task. */
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";
import { logicLines, type SentLogicSlice, sizeOf } from "../logic-slice/logic-slice-text.js";

interface SentCommit {
  readonly id: string;
  readonly date: string;
  readonly author: string;
  readonly message: string;
}

interface SentWhy {
  readonly total: number;
  readonly commits?: readonly SentCommit[] | undefined;
  readonly alsoUsuallyChanges?: readonly { readonly name: string; readonly file: string }[] | undefined;
}

interface SentAffected extends AddressedSymbol {
  readonly reason: string;
}

interface SentIntelligence {
  readonly complexity: { readonly cyclomatic: number; readonly lines: number; readonly parameters: number };
  readonly fanIn: number;
  readonly fanOut: number;
  readonly commits?: number | undefined;
  readonly churn30d?: number | undefined;
  readonly ageDays?: number | undefined;
  readonly unchangedDays?: number | undefined;
  readonly authors?: readonly { readonly author: string; readonly commits: number }[] | undefined;
  readonly tests?: readonly { readonly name: string; readonly file: string }[] | undefined;
}

type TaskKind = "fix" | "extend" | "refactor" | "understand";

interface SentContext extends TextBasis {
  readonly taskType: TaskKind;
  readonly slice: SentLogicSlice;
  readonly whyContext?: SentWhy | undefined;
  readonly blastRadius?: { readonly total: number; readonly entries?: readonly SentAffected[] | undefined } | undefined;
  readonly changeIntelligence?: SentIntelligence | undefined;
  readonly omitted?: readonly (keyof typeof SECTIONS)[] | undefined;
  readonly budget: { readonly used: number; readonly allowed: number; readonly minimumRequired?: number | undefined };
}

const SECTIONS = {
  whyContext: "the commits that changed it",
  blastRadius: "the symbols that a change affects",
  changeIntelligence: "its complexity and history",
};

/** Formats as text: the source, then each section. */
export function taskContextText(answer: SentContext, style: TextStyle): string {
  const { slice, whyContext, blastRadius, changeIntelligence, omitted = [] } = answer;
  return textOf([
    headLine(answer),
    ...warningLines(answer),
    ...logicLines(slice, style),
    ...(whyContext === undefined ? [] : whyLines(whyContext)),
    ...(blastRadius === undefined ? [] : reachLines(blastRadius)),
    ...(changeIntelligence === undefined ? [] : intelligenceLines(changeIntelligence)),
    ...(omitted.length === 0
      ? []
      : ["", `Left out, because of the budget: ${omitted.map((name) => SECTIONS[name]).join(" and ")}.`]),
  ]);
}

function headLine(answer: SentContext): string {
  const { taskType, slice, budget } = answer;
  const least = budget.minimumRequired === undefined ? "" : `, at least ${budget.minimumRequired} are required`;
  const spent = `${budget.used} of ${budget.allowed} tokens${least}`;
  return `To ${taskType} ${slice.root.name}: ${sizeOf(slice)}, ${spent}, ${stateOf(answer)}`;
}

function whyLines({ total, commits = [], alsoUsuallyChanges = [] }: SentWhy): string[] {
  const others = alsoUsuallyChanges.map(({ name, file }) => (name === file ? file : `${name} (${file})`));
  return [
    "",
    total === 0 ? "No commit that changed it is known." : `${countText(total, "commit")} changed it, newest first:`,
    ...commits.flatMap(commitLines),
    ...(others.length === 0 ? [] : wrapText(`Usually changes together with ${others.join(", ")}`)),
  ];
}

/** Number of hex digits of an abbreviated commit id. */
const SHORT_COMMIT = 7;

/** Formats as text: a commit: date, short id, author, message. */
export function commitLines({ id, date, author, message }: SentCommit): string[] {
  return wrapText(`${date} ${id.slice(0, SHORT_COMMIT)} ${author}: ${message.replace(/\s+/g, " ")}`, "  ");
}

function reachLines({ total, entries = [] }: NonNullable<SentContext["blastRadius"]>): string[] {
  if (total === 0) return ["", "No symbol that depends on it is known."];
  const shown = entries.length < total ? `, the nearest ${entries.length}` : ", nearest first";
  return [
    "",
    `A change of its signature may affect ${countText(total, "symbol")}${shown}:`,
    ...entries.flatMap(reachLine),
  ];
}

/** Formats as text: an affected symbol with its path to the change. */
export function reachLine(entry: SentAffected): string[] {
  const reason = entry.reason.replace(/: signature changed$/, "");
  return wrapText(`${addressOf(entry)}  ${entry.name === entry.file ? "" : `${entry.name}  `}${reason}`, "  ");
}

function intelligenceLines(known: SentIntelligence): string[] {
  const { complexity, fanIn, fanOut, tests = [] } = known;
  const size = `${countText(complexity.lines, "line")}, ${countText(complexity.parameters, "parameter")}`;
  const ways = `cyclomatic complexity ${complexity.cyclomatic}`;
  return [
    "",
    `${size}, ${ways}; ${countText(fanIn, "symbol")} ${fanIn === 1 ? "uses" : "use"} it, it uses ${fanOut}`,
    ...historyLines(known),
    ...(tests.length === 0
      ? []
      : wrapText(
          `Tested by ${tests.map(({ name, file }) => (name === file ? file : `${name} (${file})`)).join(", ")}`,
        )),
  ];
}

function historyLines({ commits, churn30d = 0, ageDays, unchangedDays, authors = [] }: SentIntelligence): string[] {
  if (commits === undefined) return [];
  const times = ageDays === undefined ? "" : ` in ${countText(ageDays, "day")}, the last ${unchangedDays} days ago`;
  const recent = churn30d === 0 ? "" : `, ${churn30d} of them in the last 30 days`;
  const people = authors.map(({ author, commits: count }) => `${author} (${count})`).join(", ");
  return wrapText(`${countText(commits, "commit")}${times}${recent}${people === "" ? "" : `: ${people}`}`);
}
