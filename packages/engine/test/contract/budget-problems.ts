/**
 * Checks that an answer's stated tokens are exact and within its budget, in the form sent to its client. The smallest possible answer may exceed
 * the budget.
 */
import type { CountTokens } from "@sdl/slice";
import type { Answer } from "../../src/contract/prune-answer.js";
import { decodeAnswer } from "../../src/features/slice/build-slice.js";

/** An answer with the text sent to the client. */
export interface SentAnswer {
  readonly action: string;
  readonly args: object;
  readonly answer: Answer;
  /** `undefined` if the client gets JSON. */
  readonly text: string | undefined;
}

/** An answer's stated tokens, and its budget. */
interface Claim {
  /** Stated tokens; `undefined` if the answer states none. */
  readonly said: unknown;
  /** `undefined` if there is no limit. */
  readonly allowed: number | undefined;
  /** Whether nothing more can be left out. */
  readonly isPoorest: boolean;
  /** The part of the answer that is counted; the whole answer if absent. */
  readonly part?: string;
}

type Values = Readonly<Record<string, unknown>>;
type Claimer = (answer: Answer, args: Values, isText: boolean) => Claim | undefined;

const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Values | undefined)?.[name], value);
const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** Claim of an answer whose stated tokens are under one path. @param otherwise the budget if the request has none */
const claimAt =
  (said: readonly string[], allowed: readonly string[], otherwise: number, poorest: readonly string[]): Claimer =>
  (answer, args) => ({
    said: within(answer, ...said),
    allowed: numberOr(within(args, ...allowed), otherwise),
    isPoorest: within(answer, ...poorest) !== undefined,
  });

const CLAIMS: Readonly<Record<string, Claimer>> = {
  "sdl.slice.build": (answer) => {
    if (answer["notModified"] === true) return undefined;
    const { used, allowed, minimumRequired } = decodeAnswer({ slice: answer["slice"] }).budget;
    return { said: used, allowed, isPoorest: minimumRequired !== undefined };
  },
  "sdl.context.summary": claimAt(["summary", "metadata", "totalTokens"], ["budget"], 2000, [
    "summary",
    "metadata",
    "minimumRequired",
  ]),
  "sdl.context.forTask": claimAt(["budget", "used"], ["budget"], 8000, ["budget", "minimumRequired"]),
  "sdl.logic.slice": claimAt(["estimatedTokens"], ["budget"], 8000, ["minimumRequired"]),
  "sdl.chain": claimAt(["budget", "used", "tokens"], ["budget", "maxTotalTokens"], 50_000, [
    "budget",
    "minimumRequired",
  ]),
  "sdl.agent.orchestrate": claimAt(["metrics", "totalTokens"], ["budget", "maxTokens"], 6000, [
    "metrics",
    "minimumRequired",
  ]),
  "sdl.repo.overview": (answer) => ({
    said: within(answer, "tokenMetrics", "overviewTokens"),
    allowed: undefined,
    isPoorest: false,
  }),
  "sdl.delta.get": (answer, args, isText) => {
    // A text about an unchanged version states no tokens.
    if (isText && within(answer, "delta", "changedSymbols") === undefined) return undefined;
    const minimum = ["budget", "minimumRequired"];
    return claimAt(["budget", "used"], ["budget", "maxEstimatedTokens"], 4000, minimum)(answer, args, isText);
  },
  "sdl.code.getSkeleton": codeClaim("skeleton", 2000),
  "sdl.code.getHotPath": codeClaim("excerpt", 1000),
  "sdl.code.needWindow": codeClaim("code", 1400),
};

/** Claim of code: in JSON the code's own tokens are limited and stated; in a text the limit covers the whole text, which states no tokens. */
function codeClaim(field: string, otherwise: number): Claimer {
  return (answer, args, isText) => {
    const code = answer[field];
    const allowed = numberOr(args["maxTokens"], otherwise);
    const isPoorest = typeof code !== "string" || !code.includes("\n") || answer["minimumRequired"] !== undefined;
    if (isText) return { said: undefined, allowed, isPoorest };
    return {
      said: numberOr(answer["estimatedTokens"], 0),
      allowed,
      isPoorest,
      part: typeof code === "string" ? code : "",
    };
  };
}

/** @returns one line per problem */
export function budgetProblems({ action, args, answer, text }: SentAnswer, countTokens: CountTokens): string[] {
  const claim = CLAIMS[action]?.(answer, args as Values, text !== undefined);
  if (claim === undefined) return [];
  const { said, allowed, isPoorest, part = text ?? JSON.stringify(answer) } = claim;
  const real = countTokens(part);
  return [
    ...(said === undefined || said === real ? [] : [`says that it costs ${String(said)} tokens, and costs ${real}`]),
    ...(said === undefined || text === undefined || prints(text, said)
      ? []
      : [`does not print its ${String(said)} tokens`]),
    ...(allowed === undefined || isPoorest || real <= allowed ? [] : [`costs ${real} tokens of ${allowed}`]),
  ];
}

/** Whether a text's first lines contain `412 of 4000 tokens` or `412 tokens`, also across a line break. */
function prints(text: string, tokens: unknown): boolean {
  return new RegExp(`(?<![\\d.])${String(tokens)}\\s+(?:of\\s+\\d+\\s+)?tokens`).test(text);
}
