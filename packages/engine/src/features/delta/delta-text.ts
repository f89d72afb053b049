/** Text form of a delta: changes file by file, then the symbols they may affect and the path to each. */
import type { DeltaPack } from "@sdl/delta";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { changeLines, reachLines, type SentChange, type SentReach } from "../../text/changes-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { shortenList } from "../../text/names-text.js";
import { companionLines } from "../../text/review-lines.js";

/** A delta as sent: empty lists are left out, also those inside differences. */
interface SentDelta extends Pick<DeltaPack, "fromVersion" | "toVersion"> {
  readonly changedSymbols?: readonly SentChange[] | undefined;
  readonly blastRadius?: readonly SentReach[] | undefined;
  readonly trimmedSet?: { readonly changedSymbols: number; readonly blastRadius: number } | undefined;
  readonly spilloverHandle?: string | undefined;
  readonly alsoUsuallyChanges?: readonly Place[] | undefined;
}

interface Place {
  readonly name: string;
  readonly file: string;
}

interface ShownTrend extends Place {
  readonly previous: number;
  readonly current: number;
}

/** Fields of a delta's answer that the text form shows. */
export interface DeltaAnswer extends TextBasis {
  readonly delta: SentDelta;
  readonly budget: { readonly used: number; readonly allowed: number; readonly minimumRequired?: number | undefined };
  readonly amplifiers?: readonly ShownTrend[] | undefined;
}

/** Formats as text: changes, affected symbols, trends and companions. */
export function deltaText(answer: DeltaAnswer, style: TextStyle): string {
  const { delta } = answer;
  return textOf([
    headLine(answer),
    ...warningLines(answer),
    ...changeLines(delta.changedSymbols),
    ...reachLines(delta.blastRadius),
    ...trendLines(answer.amplifiers),
    ...companionLines(delta.alsoUsuallyChanges),
    ...nextLines(delta, style),
  ]);
}

function headLine({ delta, budget, ...basis }: DeltaAnswer): string {
  const { changedSymbols = [], blastRadius = [], trimmedSet } = delta;
  const changed = changedSymbols.length + (trimmedSet?.changedSymbols ?? 0);
  if (changed === 0) return `Nothing changed between the two versions; ${stateOf(basis)}`;
  const reached = blastRadius.length + (trimmedSet?.blastRadius ?? 0);
  const least = budget.minimumRequired === undefined ? "" : `, at least ${budget.minimumRequired} are required`;
  const what = `${shownCountText(changedSymbols.length, changed)} changed, ${shownCountText(blastRadius.length, reached)} may be affected`;
  return `${what}; ${budget.used} of ${budget.allowed} tokens${least}, ${stateOf(basis)}`;
}

/** `12 symbols`, or `5 of 12 symbols` if the others are left out. */
function shownCountText(shown: number, all: number): string {
  return shown === all ? countText(all, "symbol") : `${shown} of ${countText(all, "symbol")}`;
}

/** Maximum trends. */
const MAX_SHOWN = 5;

function trendLines(amplifiers: readonly ShownTrend[] = []): string[] {
  if (amplifiers.length === 0) return [];
  const trends = amplifiers.map(({ name, file, previous, current }) => `${name} (${file}) ${previous} → ${current}`);
  return ["", ...wrapText(`Symbols whose number of dependents grew fast: ${shortenList(trends, MAX_SHOWN)}`)];
}

function nextLines(
  { changedSymbols = [], trimmedSet, spilloverHandle, fromVersion, toVersion }: SentDelta,
  style: TextStyle,
) {
  const lines: string[] = [];
  if (trimmedSet !== undefined && spilloverHandle !== undefined) {
    const rest = trimmedSet.changedSymbols + trimmedSet.blastRadius;
    const call = style.call("sdl.slice.spillover.get", { spilloverHandle });
    lines.push(`Next: ${call}  the ${countText(rest, "entry", "entries")} left out`);
  }
  if (changedSymbols.length > 0)
    lines.push(
      `Next: ${style.call("sdl.pr.risk.analyze", { fromVersion, toVersion })}  the risk of the change, and which tests to run`,
    );
  return lines.length === 0 ? [] : ["", ...lines];
}
