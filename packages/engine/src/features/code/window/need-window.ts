/**
 * Code windows (ranges of raw source) as clients request them: the gate decides, the audit log records the decision, the answer has the code or the
 * next call.
 */
import type { Range } from "@sdl/model";
import { openSources } from "@sdl/repository/source";
import { searchSymbols } from "@sdl/retrieval";
import { loadTokenCounter } from "@sdl/slice";
import type { Decision } from "../../../audit/audit-record.js";
import { makeUnrecordedError } from "../../../audit/write-failure.js";
import type { RunContext } from "../../../contract/action.js";
import { sanitizeAnswer, sanitizeText } from "../../../contract/sanitize-answer.js";
import type { Query } from "../../../query/run-query.js";
import { resolveRequestedSymbol, type SymbolChoice } from "../../../query/symbol-ref.js";
import { effectivePolicy } from "../../../registry/policy.js";
import { findIdentifierMatches, type IdentifierMatches } from "../matches.js";
import { parseSection, type SourceSection, symbolSection } from "../syntax-of.js";
import { lineCount } from "../text-limits.js";
import { type DeniedWindow, denyWindow } from "./denial.js";
import { decideWindow, type GateDecision, type GateFacts, type GateRequest, type SizedCode } from "./gate.js";
import { describeMissingSlice, findContainingSlice, type SliceContext } from "./slice-context.js";
import { type Granularity, makeFileWindow, makeWindowCodes, type WindowCode } from "./window-code.js";

interface WindowOptions extends GateRequest {
  readonly sliceContext?: SliceContext | undefined;
}

/** The request as a client sends it. */
export type AskedWindow = WindowOptions & SymbolChoice;

interface WindowRequest extends WindowOptions {
  readonly symbolId: string;
}

/** Approved code with its place, or a denial. */
export type WindowAnswer =
  | {
      readonly approved: true;
      readonly symbolId: string;
      readonly file: string;
      readonly range: Range;
      readonly code: string;
      readonly whyApproved: string;
      readonly estimatedTokens: number;
      readonly downgradedFrom?: string;
      readonly matchedIdentifiers: readonly string[];
      readonly matchedLineNumbers: readonly number[];
      readonly missingIdentifiers: readonly string[];
      readonly isStale?: true;
      readonly sanitized?: number;
      readonly warnings?: readonly string[];
    }
  | (DeniedWindow & { readonly warnings?: readonly string[] });

interface WindowCandidate extends WindowCode, SizedCode {}

type WindowDecision = GateDecision<WindowCandidate>;

/**
 * Decides on a code window, records the decision and answers.
 * @throws {SdlError} any error of `SourceReader`; `symbol_not_found`; any error of building the slice of `sliceContext`; `policy_denied` and `busy`
 * if an approval cannot be recorded
 */
export async function answerWindowRequest(
  query: Query,
  asked: AskedWindow,
  { text, sentAs }: Pick<RunContext, "text" | "sentAs">,
): Promise<WindowAnswer> {
  const handle = resolveRequestedSymbol(query, asked);
  const request: WindowRequest = { ...asked, symbolId: query.graph.symbol(handle).id };
  const policy = effectivePolicy(query.entry.policy);
  const sources = openSources(query);
  const section = await symbolSection(sources, query.graph, handle);
  const count = await loadTokenCounter();
  const cut = await parseSection(section, (parsed): CutSection => {
    const matches = findIdentifierMatches(parsed, request.identifiersToFind);
    return { section, matches, codes: makeWindowCodes(parsed, matches, request.expectedLines) };
  });
  const view: WindowView = new WindowView(cut, request, (code) =>
    text === undefined ? count(code.code) : count(sentAs(answerWithCode(query, request, code, view))),
  );
  const questions: GateFacts<WindowCandidate> = {
    code: (granularity) => view.findCandidate(granularity),
    matched: (code) => view.matchesInSymbol(code).found,
    containingSlice: () => findContainingSlice(query, request.symbolId, request.sliceContext),
    missingSlice: () => describeMissingSlice(query, request.sliceContext),
    relevance: () => relevanceToReason(query, request),
  };
  const decision = await decideWindow(request, policy, questions);
  const warnings = await recordDecision(query, request, decision);
  const answer = decision.approved
    ? approvalAnswer(request, decision, view)
    : denyWindow(query, request, policy, { decision, fileWindow: (lines) => view.fileWindow(lines) });
  return { ...answer, ...(warnings.length > 0 && { warnings }) };
}

/** A section with what its syntax tree was needed for. */
interface CutSection {
  readonly section: SourceSection;
  readonly matches: IdentifierMatches;
  readonly codes: ReadonlyMap<Granularity, WindowCode>;
}

/** The code at each granularity, and the requested identifiers that it contains. */
class WindowView {
  constructor(
    private readonly cut: CutSection,
    private readonly request: WindowRequest,
    /** Tokens of the answer that shows the code. */
    private readonly costOf: (code: WindowCode) => number,
  ) {}

  get source(): SourceSection["source"] {
    return this.cut.section.source;
  }

  findCandidate(granularity: WindowCode["granularity"]): WindowCandidate {
    const found = this.cut.codes.get(granularity);
    if (found === undefined) throw new RangeError(`no granularity ${granularity}`);
    return this.measureCandidate(found);
  }

  /** The code of `lines` lines of the file around the matches. */
  fileWindow(lines: number): WindowCandidate {
    return this.measureCandidate(makeFileWindow(this.cut.section, this.cut.matches, lines));
  }

  private measureCandidate(code: WindowCode): WindowCandidate {
    return { ...code, lines: lineCount(code.code), tokens: this.costOf(code) };
  }

  /** Matches within the symbol only; the rest of a file window is not searched. */
  matchesInSymbol({ range }: WindowCode): Pick<IdentifierMatches, "found" | "missing" | "lines"> {
    const { matches } = this.cut;
    const lines = matches.lines.filter((line) => line >= range.startLine && line <= range.endLine);
    return lines.length > 0 || this.request.identifiersToFind.length === 0
      ? { found: matches.found, missing: matches.missing, lines }
      : { found: [], missing: this.request.identifiersToFind, lines };
  }
}

/** The symbol's score as a share of the best score in a search for the reason and task text. */
function relevanceToReason({ graph, kept }: Query, { symbolId, reason, sliceContext }: WindowRequest): number {
  const text = `${sliceContext?.taskText ?? ""} ${reason}`.trim();
  const { results } = searchSymbols(graph, graph, text, { kept });
  const best = results[0]?.score ?? 0;
  const own = results.find(({ symbol }) => graph.symbol(symbol).id === symbolId)?.score ?? 0;
  return best > 0 ? own / best : 0;
}

/**
 * Records the decision in the audit log. @returns warnings, if a denial could not be recorded, which discloses nothing @throws {SdlError} if an
 * approval cannot be recorded
 */
async function recordDecision(
  query: Query,
  request: WindowRequest,
  decision: WindowDecision,
): Promise<readonly string[]> {
  const outcome = await query.audit.record(query.nowMs, makeAuditEntry(query, request, decision));
  if (outcome.isRecorded) return [];
  if (decision.approved)
    throw makeUnrecordedError("raw code is shown only if the approval is recorded in the audit log", outcome.failure);
  return [`the denial was not recorded: ${outcome.failure.message}`];
}

function makeAuditEntry({ entry, graph }: Query, request: WindowRequest, decision: WindowDecision): Decision {
  const { symbolId, reason, granularity, expectedLines, identifiersToFind } = request;
  const shown = decision.approved
    ? { granularity: decision.code.granularity, lines: decision.code.lines, tokens: decision.code.tokens }
    : {};
  return {
    event: "window",
    repoId: entry.repoId,
    ledgerVersion: graph.version,
    symbolId,
    granularity,
    expectedLines,
    identifiers: identifiersToFind.map(sanitizeText),
    reason: sanitizeText(reason),
    decision: decision.approved ? "approved" : "denied",
    step: decision.step,
    why: decision.why,
    shown,
  };
}

/** The answer that would show the code, to count its tokens. Its own line and token counts are not part of the text. */
function answerWithCode(query: Query, request: WindowRequest, code: WindowCode, view: WindowView): object {
  const shown = approvalAnswer(request, { code: { ...code, lines: 0, tokens: 0 }, why: "" }, view);
  return sanitizeAnswer({ ...shown, ...query.basis });
}

function approvalAnswer(
  request: WindowRequest,
  { code, why }: Pick<Extract<WindowDecision, { approved: true }>, "code" | "why">,
  view: WindowView,
): WindowAnswer {
  const { source } = view;
  const { found, missing, lines } = view.matchesInSymbol(code);
  const isNarrower = code.granularity !== request.granularity;
  return {
    approved: true,
    symbolId: request.symbolId,
    file: source.file,
    range: code.range,
    code: code.code,
    whyApproved: isNarrower
      ? `${why}; the ${request.granularity} exceeds the limits, so this is the ${code.granularity}`
      : why,
    estimatedTokens: code.tokens,
    ...(isNarrower && { downgradedFrom: request.granularity }),
    matchedIdentifiers: found,
    matchedLineNumbers: lines,
    missingIdentifiers: missing,
    ...(code.removed > 0 && { sanitized: code.removed }),
    ...(source.isStale && { isStale: true }),
  };
}
