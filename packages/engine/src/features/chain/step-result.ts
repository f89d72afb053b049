/** Types of a chain's answer: budget, results, trace. */
import type { ErrorAnswer } from "../../contract/error-answer.js";

/** Limits of a whole chain. */
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
  /** Present if the result did not fit: its tokens, and how to get it. */
  readonly omitted?: { readonly tokens: number; readonly howToResume: string };
  readonly error?: ErrorAnswer | undefined;
  readonly warning?: string | undefined;
  /** Tokens of the result as sent. */
  readonly tokens: number;
  readonly durationMs: number;
}

/** Why a chain ended before its last step. */
export type StopReason = "error" | "maxSteps" | "maxDurationMs";

/** Trace of a step: its action, resolved arguments and references. */
export interface StepTrace {
  readonly step: number;
  readonly action?: string | undefined;
  readonly args?: unknown;
  readonly references?: readonly string[];
}
