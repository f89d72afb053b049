/** Whether an answer costs what it says, and no more than it may: where it is at its poorest, it may cost what that takes. */
import type { CountTokens } from "@sdl/slice";
import type { Answer } from "../../src/contract/prune-answer.js";
import { decodeAnswer } from "../../src/features/slice/build-slice.js";

/** Tokens that an answer says it costs, those that it does, and the most that it may; `undefined` where there is no limit. */
interface Cost {
  readonly said: unknown;
  readonly real: number;
  readonly allowed: number | undefined;
  /** Nothing more could be left out. */
  readonly isPoorest: boolean;
}

type Values = Readonly<Record<string, unknown>>;
type Coster = (answer: Answer, args: Values, countTokens: CountTokens) => Cost | Promise<Cost>;

const whole = (answer: Answer, countTokens: CountTokens): number => countTokens(JSON.stringify(answer));
const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Values | undefined)?.[name], value);
const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

const COSTERS: Readonly<Record<string, Coster>> = {
  "sdl.slice.build": async (answer, _args, countTokens) => {
    const { budget } = decodeAnswer({ slice: answer["slice"] });
    const isPoorest = budget.minimumRequired !== undefined;
    return { said: budget.used, real: whole(answer, countTokens), allowed: budget.allowed, isPoorest };
  },
  "sdl.context.summary": (answer, _args, countTokens) => ({
    said: within(answer, "summary", "metadata", "totalTokens"),
    real: whole(answer, countTokens),
    allowed: within(answer, "summary", "metadata", "budget") as number,
    isPoorest: within(answer, "summary", "metadata", "minimumRequired") !== undefined,
  }),
  "sdl.context.forTask": (answer, _args, countTokens) => ({
    said: within(answer, "budget", "used"),
    real: whole(answer, countTokens),
    allowed: within(answer, "budget", "allowed") as number,
    isPoorest: within(answer, "budget", "minimumRequired") !== undefined,
  }),
  "sdl.logic.slice": (answer, args, countTokens) => ({
    said: answer["estimatedTokens"],
    real: whole(answer, countTokens),
    allowed: numberOr(args["budget"], 8000),
    isPoorest: answer["minimumRequired"] !== undefined,
  }),
  "sdl.chain": (answer, _args, countTokens) => ({
    said: within(answer, "budget", "used", "tokens"),
    real: whole(answer, countTokens),
    allowed: within(answer, "budget", "allowed", "maxTotalTokens") as number,
    isPoorest: within(answer, "budget", "minimumRequired") !== undefined,
  }),
  "sdl.agent.orchestrate": (answer, args, countTokens) => ({
    said: within(answer, "metrics", "totalTokens"),
    real: whole(answer, countTokens),
    allowed: numberOr(within(args, "budget", "maxTokens"), 6000),
    isPoorest: within(answer, "metrics", "minimumRequired") !== undefined,
  }),
  "sdl.repo.overview": (answer, _args, countTokens) => ({
    said: within(answer, "tokenMetrics", "overviewTokens") ?? whole(answer, countTokens),
    real: whole(answer, countTokens),
    allowed: undefined,
    isPoorest: false,
  }),
  "sdl.delta.get": (answer, args, countTokens) => ({
    said: within(answer, "budget", "used"),
    real: whole(answer, countTokens),
    allowed: numberOr(within(args, "budget", "maxEstimatedTokens"), 4000),
    isPoorest: within(answer, "budget", "minimumRequired") !== undefined,
  }),
  "sdl.code.getSkeleton": (answer, args, countTokens) =>
    textCost(answer, "skeleton", numberOr(args["maxTokens"], 2000), countTokens),
  "sdl.code.getHotPath": (answer, args, countTokens) =>
    textCost(answer, "excerpt", numberOr(args["maxTokens"], 1000), countTokens),
  "sdl.code.needWindow": (answer, args, countTokens) =>
    textCost(answer, "code", numberOr(args["maxTokens"], 100_000), countTokens),
};

function textCost(answer: Answer, field: string, allowed: number, countTokens: CountTokens): Cost {
  const text = answer[field];
  if (typeof text !== "string") return { said: 0, real: 0, allowed, isPoorest: true };
  return { said: answer["estimatedTokens"], real: countTokens(text), allowed, isPoorest: !text.includes("\n") };
}

export async function budgetProblems(
  action: string,
  args: object,
  answer: Answer,
  countTokens: CountTokens,
): Promise<string[]> {
  const cost = await COSTERS[action]?.(answer, args as Values, countTokens);
  if (cost === undefined) return [];
  const { said, real, allowed, isPoorest } = cost;
  return [
    ...(said === real ? [] : [`says that it costs ${String(said)} tokens, and costs ${real}`]),
    ...(allowed === undefined || isPoorest || real <= allowed ? [] : [`costs ${real} tokens of ${allowed}`]),
  ];
}
