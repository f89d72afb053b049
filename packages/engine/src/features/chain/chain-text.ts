/** Text form of a chain's answer: each step under its own heading, as its action's own text if its result is complete. */
import type { Action } from "../../contract/action.js";
import type { TextStyle } from "../../contract/answer-form.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import type { ErrorAnswer } from "../../contract/error-answer.js";
import { errorText } from "../../contract/error-text.js";
import { stateOf, type TextBasis } from "../../text/basis-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { plainText } from "../../text/plain-text.js";
import { isRecord } from "./known-cards.js";

/** One step as the chain's answer holds it. */
interface SentStep {
  readonly step: number;
  readonly fn: string;
  readonly result?: unknown;
  readonly omitted?: { readonly tokens: number; readonly howToResume: string } | undefined;
  readonly error?: Readonly<Record<string, unknown>> | undefined;
  readonly warning?: string | undefined;
}

/** Version and freshness that apply to the results of all steps, stated once for the chain. */
interface SharedBasis {
  readonly pinned?: unknown;
  readonly checkedAt?: string | undefined;
  readonly staleFiles?: number | undefined;
  readonly unsaved?: TextBasis["unsaved"];
}

/** Fields of a chain's answer that the text form shows. */
export interface ChainAnswer extends SharedBasis {
  readonly results?: readonly SentStep[] | undefined;
  readonly stopped?: { readonly step: number; readonly reason: "error" | "maxSteps" | "maxDurationMs" } | undefined;
  readonly budget: {
    readonly used: { readonly tokens: number; readonly steps: number };
    readonly allowed: { readonly maxTotalTokens: number };
    readonly minimumRequired?: number | undefined;
  };
  readonly trace?: readonly SentTrace[] | undefined;
  readonly traceOmitted?: true | undefined;
}

interface SentTrace {
  readonly step: number;
  readonly action?: string | undefined;
  readonly args?: unknown;
}

/** How to word the results of steps. */
export interface StepRendering {
  readonly catalog: ActionCatalog;
  readonly style: TextStyle;
}

/** Formats as text: all steps, then the trace. */
export function chainText(answer: ChainAnswer, rendering: StepRendering): string {
  const { results = [], trace = [], traceOmitted } = answer;
  return textOf([
    ...headLines(answer),
    ...results.flatMap((step) => stepLines(step, answer, rendering)),
    ...traceLines(trace, rendering),
    ...(traceOmitted === true ? ["", "The trace is left out: it did not fit budget.maxTotalTokens."] : []),
  ]);
}

const STOP_REASONS = {
  error: "failed, and onError is stop",
  maxSteps: "exceeds budget.maxSteps",
  maxDurationMs: "exceeds budget.maxDurationMs",
};

function headLines({ budget, stopped, staleFiles, unsaved }: ChainAnswer): string[] {
  const { used, allowed, minimumRequired } = budget;
  const least = minimumRequired === undefined ? "" : `, at least ${minimumRequired} are required`;
  const state = staleFiles === undefined ? "" : `, ${stateOf({ staleFiles, unsaved })}`;
  return [
    `${countText(used.steps, "step")}, ${used.tokens} of ${allowed.maxTotalTokens} tokens${least}${state}`,
    ...(stopped === undefined ? [] : [`The chain ended early: step ${stopped.step} ${STOP_REASONS[stopped.reason]}`]),
  ];
}

function stepLines(step: SentStep, basis: SharedBasis, rendering: StepRendering): string[] {
  const { result, omitted, error, warning } = step;
  const isEmpty = [result, omitted, error].every((part) => part === undefined);
  return [
    "",
    `## ${step.step} ${step.fn}`,
    ...(warning === undefined ? [] : wrapText(`Note: ${warning}`)),
    ...(omitted === undefined
      ? []
      : wrapText(`Left out: it takes ${countText(omitted.tokens, "token")}. ${omitted.howToResume}`)),
    ...(error === undefined ? [] : [errorText(error as unknown as ErrorAnswer, rendering.style).trimEnd()]),
    ...(result === undefined ? [] : [resultText(step, basis, rendering).trimEnd()]),
    ...(isEmpty ? ["An empty result"] : []),
  ];
}

/** A step's result as text. @param basis the fields that were moved from the steps' results to the chain's answer */
export function resultText(
  { fn, result }: Pick<SentStep, "fn" | "result">,
  basis: SharedBasis,
  { catalog, style }: StepRendering,
): string {
  if (!isRecord(result)) return valueText(result);
  if ("inStep" in result) return `The same card as in step ${String(result["inStep"])}`;
  const action = catalog.find(fn);
  if (action === undefined) return plainText(result);
  const { cards } = result;
  const known = Array.isArray(cards) ? cards.filter((card) => isRecord(card) && "inStep" in card) : [];
  if (known.length === 0) return actionText(action, { ...copySharedBasis(basis), ...result }, style);
  const rest = (cards as readonly unknown[]).filter((card) => !known.includes(card));
  const note = `${countText(known.length, "card")} of earlier steps left out`;
  if (rest.length === 0) return note;
  return `${note}\n${actionText(action, { ...copySharedBasis(basis), ...result, cards: rest }, style)}`;
}

function actionText(action: Action, answer: Readonly<Record<string, unknown>>, style: TextStyle): string {
  return action.text(action.decode(answer), style);
}

function copySharedBasis({ pinned, checkedAt, staleFiles }: SharedBasis): SharedBasis {
  return { pinned, checkedAt, staleFiles: staleFiles ?? 0 };
}

/** A transform's result: texts and numbers one per line, objects as their fields. */
function valueText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  if (value.every((entry) => typeof entry !== "object" || entry === null)) return value.map(String).join("\n");
  return value.map((entry) => (isRecord(entry) ? fieldsOnOneLine(entry) : JSON.stringify(entry))).join("\n");
}

function fieldsOnOneLine(entry: Readonly<Record<string, unknown>>): string {
  return Object.entries(entry)
    .map(([key, value]) => `${key}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
}

function traceLines(trace: readonly SentTrace[], { style }: StepRendering): string[] {
  if (trace.length === 0) return [];
  const calls = trace.map(({ step, action, args }) => {
    const given = isRecord(args) ? args : {};
    return `  ${step}  ${action === undefined ? JSON.stringify(given) : style.call(action, given)}`;
  });
  return ["", "Called:", ...calls];
}
