/** What a chain says of each of its steps. */
import type { ErrorAnswer } from "../../contract/error-answer.js";

export interface ChainBudget {
  readonly maxTotalTokens: number;
  readonly maxSteps: number;
  readonly maxDurationMs: number;
}

/** One step as the answer shows it. */
export interface StepResult {
  readonly step: number;
  readonly fn: string;
  readonly ok: boolean;
  readonly result?: unknown;
  /** Tokens of a result that did not fit. */
  readonly omitted?: { readonly tokens: number; readonly howToResume: string };
  readonly error?: ErrorAnswer | undefined;
  readonly warning?: string | undefined;
  /** Of the result as sent. */
  readonly tokens: number;
  readonly durationMs: number;
}

export type StopReason = "error" | "maxSteps" | "maxDurationMs";

export interface StepTrace {
  readonly step: number;
  readonly action?: string | undefined;
  readonly args?: unknown;
  readonly references?: readonly string[];
}
