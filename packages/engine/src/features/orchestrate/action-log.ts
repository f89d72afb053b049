/** Runs the actions of one orchestrated task through the action table, records them and enforces the run's limits. */
import { placeText } from "@sdl/model/paths";
import type { Action, ActionContext } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import type { Deadline } from "../../contract/deadline.js";
import { toErrorAnswer } from "../../contract/error-answer.js";
import type { Answer } from "../../contract/prune-answer.js";
import type { Query } from "../../query/run-query.js";
import { AnswerCache } from "./answer-cache.js";

/** One action of a run, with its result. */
export interface ActionTaken {
  readonly id: string;
  readonly type: string;
  readonly status: "completed" | "failed";
  readonly input: object;
  readonly output?: unknown;
  readonly error?: string;
  readonly timestamp: string;
  readonly durationMs: number;
  /** Locations in the output: `src/a.ts:12`. */
  readonly evidence: readonly string[];
}

/** Limits of a whole run. */
export interface RunLimits {
  readonly maxTokens: number;
  readonly maxActions: number;
  readonly maxDurationMs: number;
}

/** Number of tokens that an output takes in the answer as its client receives it. */
export type OutputTokens = (action: Pick<ActionTaken, "type" | "input" | "output">) => number;

/** Which limit of a run is meant. */
export type LimitName = keyof RunLimits;

/** One call of an action. */
export interface WantedAction {
  readonly type: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Selects the part of the answer that is kept as output. Default: the answer without its version and freshness fields. */
  readonly keep?: (answer: Answer) => unknown;
  /** Marks the first rung, which every run has: one action is reserved for it, and the token limit does not apply to it. */
  readonly isFirstRung?: true;
}

/** Runs and records the actions of one run. */
export class ActionLog {
  readonly taken: ActionTaken[] = [];
  /** Descriptions of what was not done. */
  readonly missing: string[] = [];
  /** The first limit that was reached. */
  limit: LimitName | undefined;
  /** Number of actions answered from an earlier run at the same versions. */
  cacheHits = 0;
  private tokens = 0;
  /** Whether the action reserved for the first rung is still unused. */
  private awaitsRung = true;

  /** @param query the query of the run, whose repository every action gets */
  constructor(
    private readonly query: Query,
    private readonly catalog: ActionCatalog,
    private readonly context: ActionContext,
    private readonly limits: RunLimits & { readonly deadline: Deadline; readonly outputTokens: OutputTokens },
  ) {}

  /** Tokens left for outputs. */
  get tokensLeft(): number {
    return Math.max(0, this.limits.maxTokens - this.tokens);
  }

  /** Whether the limits allow another action beside the first rung. */
  canCall(): boolean {
    return this.limitMet(false) === undefined;
  }

  /**
   * @returns `undefined` if the action failed or a limit prevented it; `missing` records which. @throws an AbortError when the caller's signal
   * fires
   */
  async call(wanted: WantedAction): Promise<Answer | undefined> {
    const isFirstRung = wanted.isFirstRung === true;
    const limit = this.limitMet(isFirstRung);
    if (isFirstRung) this.awaitsRung = false;
    const action = this.catalog.find(wanted.action);
    if (limit !== undefined || action === undefined) {
      this.limit ??= limit;
      this.missing.push(
        `${wanted.type} (${limit === undefined ? `${wanted.action} is not available` : `${limit} reached`})`,
      );
      return undefined;
    }
    const started = this.context.engine.now();
    try {
      const answer = await this.answerOf(action, wanted.args);
      const output = wanted.keep === undefined ? withoutBasis(answer) : wanted.keep(answer);
      this.tokens += this.limits.outputTokens({ type: wanted.type, input: { action: wanted.action }, output });
      this.record(wanted, started, { status: "completed", output, evidence: placesIn(output) });
      return answer;
    } catch (error) {
      if (this.context.signal?.aborted === true && !this.limits.deadline.isOver()) throw error;
      const { code, message } = toErrorAnswer(error, this.context.engine.log);
      this.record(wanted, started, { status: "failed", error: `${code}: ${message}`, evidence: [] });
      this.missing.push(`${wanted.type} (${code})`);
      return undefined;
    }
  }

  private async answerOf(action: Action, args: WantedAction["args"]): Promise<Answer> {
    const { engine } = this.context;
    const call = { repoId: this.query.entry.repoId, action: action.name, args };
    const answers = engine.kept.of(engine, AnswerCache);
    const known = answers.find(call, this.query.basis.pinned);
    if (known !== undefined) {
      this.cacheHits++;
      return known;
    }
    const answer = await action.execute({ ...args, repoId: call.repoId }, { ...this.context, isNested: true });
    answers.keep(call, answer);
    return answer;
  }

  private limitMet(isFirstRung: boolean): LimitName | undefined {
    const kept = this.awaitsRung && !isFirstRung ? 1 : 0;
    if (this.taken.length + kept >= this.limits.maxActions) return "maxActions";
    if (this.limits.deadline.isOver()) return "maxDurationMs";
    if (isFirstRung) return undefined;
    return this.tokensLeft === 0 ? "maxTokens" : undefined;
  }

  private record(
    { type, action, args }: WantedAction,
    started: number,
    done: Pick<ActionTaken, "status" | "evidence"> & { readonly output?: unknown; readonly error?: string },
  ): void {
    this.taken.push({
      id: `a${this.taken.length + 1}`,
      type,
      input: { action, ...args },
      timestamp: new Date(started).toISOString(),
      durationMs: this.context.engine.now() - started,
      ...done,
    });
  }
}

const BASIS: ReadonlySet<string> = new Set(["pinned", "checkedAt", "staleFiles", "behind", "unsaved"]);

function withoutBasis(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !BASIS.has(key)));
}

const MAX_PLACES = 10;

/** `file:line` of every object that has both, each once, at most MAX_PLACES. */
function placesIn(output: unknown): readonly string[] {
  const places = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || places.size >= MAX_PLACES) return;
    if (!Array.isArray(value) && "file" in value && typeof value.file === "string") {
      const line = lineOf(value);
      places.add(line === undefined ? value.file : placeText(value.file, line));
    }
    for (const entry of Object.values(value)) visit(entry);
  };
  visit(output);
  return [...places];
}

function lineOf(value: object): number | undefined {
  if ("line" in value && typeof value.line === "number") return value.line;
  const range = "range" in value ? value.range : undefined;
  const isRange = typeof range === "object" && range !== null && "startLine" in range;
  return isRange && typeof range.startLine === "number" ? range.startLine : undefined;
}
