/**
 * The gate in front of raw source: a request, a policy and what is known of the code to a decision. Pure but for the questions that it
 * asks; asks none that the decision does not need.
 * Invariant: the steps are taken in the contract's order, and the first that speaks decides.
 */
import type { Policy } from "../../../registry/policy.js";
import { GRANULARITIES, type Granularity } from "./window-code.js";

type GateStep = "identifiers" | "limits" | "matches" | "slice" | "relevance" | "break-glass" | "default";

/** What a relevance must reach to speak for a window: the share of the best match at which a slice's search stops too. */
const RELEVANCE_THRESHOLD = 0.35;

export interface GateRequest {
  readonly reason: string;
  readonly expectedLines: number;
  readonly identifiersToFind: readonly string[];
  readonly granularity: Granularity;
  readonly maxTokens?: number | undefined;
}

/** Code of one granularity with its size. */
export interface SizedCode {
  readonly granularity: Granularity;
  readonly lines: number;
  readonly tokens: number;
}

/** What the gate asks for, when it comes to that. */
export interface GateQuestions<Code extends SizedCode> {
  /** The code at a granularity. */
  code(granularity: Granularity): Code;
  /** The wanted identifiers that the code holds. */
  matched(code: Code): readonly string[];
  /** What of the client's live slices holds the symbol: `slice sl…`, `frontier of slice sl…`. */
  sliceHolding(): Promise<string | undefined>;
  /** Said where no slice speaks for the symbol: which slices were looked through. */
  missingSlice(): string;
  /** How well the symbol fits the reason, 0..1: its share of the best match's score. */
  relevance(): number;
}

export type GateDecision<Code extends SizedCode> =
  | { readonly approved: true; readonly step: GateStep; readonly why: string; readonly code: Code }
  | Refusal<Code>;

export interface Refusal<Code extends SizedCode> {
  readonly approved: false;
  readonly step: GateStep;
  readonly why: string;
  readonly isBreakGlassRefused?: true;
  /** Of what is over the limits, that with the fewest tokens. */
  readonly smallest?: Code;
}

export async function decideWindow<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateQuestions<Code>,
): Promise<GateDecision<Code>> {
  if (policy.requireIdentifiers && request.identifiersToFind.length === 0)
    return refuse("identifiers", "identifiersToFind is empty, and the policy requires identifiers");
  const excess = excessOf(request, policy);
  if (excess !== undefined) return refuse("limits", excess);
  const sized = widestWithin(request, policy, questions);
  if ("why" in sized) return sized;
  const { code } = sized;
  if (request.identifiersToFind.length > 0 && questions.matched(code).length === 0)
    return refuse("matches", `none of ${request.identifiersToFind.join(", ")} is an identifier in the ${words(code)}`);
  return decideByNeed(request, policy, questions, code);
}

/** The code may be shown; is it needed? */
async function decideByNeed<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateQuestions<Code>,
  code: Code,
): Promise<GateDecision<Code>> {
  const slice = await questions.sliceHolding();
  if (slice !== undefined) return { approved: true, step: "slice", why: `the symbol is in the ${slice}`, code };
  const relevance = questions.relevance();
  if (relevance >= RELEVANCE_THRESHOLD)
    return { approved: true, step: "relevance", why: `relevance ${rounded(relevance)} to the reason`, code };
  const isUrgent = /(?:^|\s)(?:AUDIT|BREAK-GLASS):/.test(request.reason);
  if (isUrgent && policy.allowBreakGlass)
    return { approved: true, step: "break-glass", why: "the reason breaks the glass, and the policy allows it", code };
  if (!policy.defaultDenyRaw)
    return { approved: true, step: "default", why: "the policy allows raw code by default", code };
  const glass = isUrgent ? "; the policy allows no break-glass" : "";
  const why = `${questions.missingSlice()}, and its relevance to the reason is ${rounded(relevance)}, under ${RELEVANCE_THRESHOLD}${glass}`;
  return { ...refuse("default", why), ...(isUrgent && { isBreakGlassRefused: true }) };
}

function refuse(step: GateStep, why: string): { approved: false; step: GateStep; why: string } {
  return { approved: false, step, why };
}

function excessOf({ expectedLines, maxTokens }: GateRequest, policy: Policy): string | undefined {
  if (expectedLines > policy.maxWindowLines)
    return `expectedLines ${expectedLines} is over the policy's maxWindowLines ${policy.maxWindowLines}`;
  if (maxTokens !== undefined && maxTokens > policy.maxWindowTokens)
    return `maxTokens ${maxTokens} is over the policy's maxWindowTokens ${policy.maxWindowTokens}`;
  return undefined;
}

/** The granularity asked for, or the widest narrower one whose code keeps the limits. */
function widestWithin<Code extends SizedCode>(
  request: GateRequest,
  policy: Policy,
  questions: GateQuestions<Code>,
): { readonly code: Code } | Refusal<Code> {
  const maxTokens = Math.min(request.maxTokens ?? policy.maxWindowTokens, policy.maxWindowTokens);
  let smallest = questions.code(request.granularity);
  for (const granularity of GRANULARITIES.slice(GRANULARITIES.indexOf(request.granularity))) {
    const code = questions.code(granularity);
    if (code.lines <= policy.maxWindowLines && code.tokens <= maxTokens) return { code };
    if (code.tokens < smallest.tokens) smallest = code;
  }
  const { lines, tokens } = smallest;
  const why = `even the smallest statement of ${lines} lines and ${tokens} tokens is over the limits of ${policy.maxWindowLines} lines and ${maxTokens} tokens`;
  return { ...refuse("limits", why), smallest };
}

function words({ granularity }: SizedCode): string {
  return granularity === "fileWindow" ? "window of the file" : granularity;
}

function rounded(share: number): string {
  return share.toFixed(2);
}
