/**
 * Answers to denied code windows: the reason, a changed request that would be approved, and the call to make instead.
 */

import type { Query } from "../../../query/run-query.js";
import { labelOf, symbolById } from "../../../query/symbol-ref.js";
import type { Policy } from "../../../registry/policy.js";
import { addressOf } from "../../../text/symbol-address.js";
import type { GateRequest, Refusal, SizedCode } from "./gate.js";

/** The answer to a denied request. */
export interface DeniedWindow {
  readonly approved: false;
  readonly symbolId: string;
  /** `path:line`. */
  readonly symbol: string;
  readonly whyDenied: string;
  readonly suggestedNextRequest: Arguments;
  readonly nextBestAction: NextCall;
  /** Tokens of the smallest code; set only if the request's `maxTokens` is lower and the policy allows that many. */
  readonly minimumRequired?: number;
}

interface NextCall {
  readonly tool: string;
  readonly args: Arguments;
  readonly rationale: string;
}

type Arguments = Readonly<Record<string, unknown>>;

interface DenialInput {
  readonly decision: Refusal<SizedCode>;
  /** The code of `lines` lines of the file around the matches. */
  fileWindow(lines: number): SizedCode;
}

/** Builds the answer: the changed request stays within the policy. */
export function denyWindow(
  { entry: { repoId }, graph }: Query,
  request: GateRequest & { readonly symbolId: string },
  policy: Policy,
  denial: DenialInput,
): DeniedWindow {
  const { symbolId, identifiersToFind, reason } = request;
  const { step, why } = denial.decision;
  const within = {
    repoId,
    symbolId,
    reason,
    expectedLines: Math.min(request.expectedLines, policy.maxWindowLines),
    identifiersToFind,
    granularity: request.granularity,
    ...(request.maxTokens !== undefined && { maxTokens: Math.min(request.maxTokens, policy.maxWindowTokens) }),
  };
  const skeleton = suggestCall(
    "sdl.code.getSkeleton",
    "shows which identifiers the symbol holds, at a fraction of its tokens",
  );
  const hotPath = suggestCall("sdl.code.getHotPath", "shows the lines around the identifiers without the rest");
  const slice = suggestCall(
    "sdl.slice.build",
    "a slice built from a task description grants code windows of the symbols that it finds",
  );
  const onSymbol = { repoId, symbolId };
  const closer = identifiersToFind.length > 0 ? hotPath({ ...onSymbol, identifiersToFind }) : skeleton(onSymbol);
  const withTask = { ...within, sliceContext: { taskText: "<description of your task>" } };
  const limits = withinLimits(within, policy, denial);
  const ways: Readonly<Record<Refusal<SizedCode>["step"], readonly [NextCall, Arguments]>> = {
    identifiers: [skeleton(onSymbol), { ...within, identifiersToFind: ["<identifiers that you expect in the code>"] }],
    limits: [closer, limits.request],
    matches: [skeleton(onSymbol), { ...within, identifiersToFind: ["<identifiers that the skeleton shows>"] }],
    slice: [slice({ repoId, taskText: reason }), within],
    relevance: [slice({ repoId, taskText: reason }), within],
    "break-glass": [slice({ repoId, taskText: reason }), withTask],
    default: [closer, withTask],
  };
  const [nextBestAction, suggestedNextRequest] = ways[step];
  const { minimumRequired } = limits;
  return {
    approved: false,
    symbolId,
    symbol: symbolAddress(graph, symbolId),
    whyDenied: why,
    suggestedNextRequest,
    nextBestAction,
    ...(minimumRequired !== undefined && { minimumRequired }),
  };
}

function symbolAddress(graph: Query["graph"], symbolId: string): string {
  return addressOf(labelOf(graph.symbol(symbolById(graph, symbolId))));
}

function suggestCall(tool: string, rationale: string): (args: Arguments) => NextCall {
  return (args) => ({ tool, args, rationale });
}

/** The request with reduced limits: the tokens of the smallest code, or the number of lines that the policy allows. */
function withinLimits(
  within: Arguments & { readonly expectedLines: number },
  policy: Policy,
  { decision: { smallest }, fileWindow }: DenialInput,
): { readonly request: Arguments; readonly minimumRequired?: number } {
  if (smallest === undefined) return { request: { ...within, granularity: "block" } };
  const isAllowed = ({ lines, tokens }: SizedCode) =>
    lines <= policy.maxWindowLines && tokens <= policy.maxWindowTokens;
  const { tokens } = smallest;
  if (isAllowed(smallest)) return { request: { ...within, maxTokens: tokens }, minimumRequired: tokens };
  let lines = within.expectedLines;
  while (lines > 1 && !isAllowed(fileWindow(lines))) lines >>= 1;
  const { maxTokens: _, ...rest } = { maxTokens: undefined, ...within };
  return { request: { ...rest, granularity: "fileWindow", expectedLines: lines } };
}
