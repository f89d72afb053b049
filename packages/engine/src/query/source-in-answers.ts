/**
 * Controls source in slices, cards, logic slices and task contexts: decides which source an answer may contain, and records it before the answer is
 * sent. Knows no answer's shape. Not for skeletons and hot paths, which are always allowed, nor for code windows, which have their own gate.
 */
import { makeUnrecordedError } from "../audit/write-failure.js";
import { effectivePolicy, type SourceForm } from "../registry/policy.js";
import type { Query } from "./run-query.js";

/** The source that an answer may contain. */
export interface AllowedSource {
  readonly form: SourceForm;
  /** Why source is missing or shortened, as text for the answer; absent if bodies are allowed. */
  readonly withheld?: string;
}

/** An answer, with what the audit log records about its source. */
export interface SourcedAnswer<Answer> {
  readonly answer: Answer;
  /** Ids of the symbols whose source the answer contains. */
  readonly symbols: readonly string[];
  /** Tokens of the whole answer, as the answer states them. */
  readonly tokens: number;
}

/**
 * Builds an answer with the source that the policy allows, and writes one audit record if it contains source. If the record fails, builds the
 * answer again without source, with the reason.
 * @param action canonical name
 */
export async function discloseSource<Answer>(
  query: Query,
  action: string,
  build: (allowed: AllowedSource) => Promise<SourcedAnswer<Answer>>,
): Promise<Answer> {
  const { entry, graph, audit, nowMs } = query;
  const allowed = makeAllowedSource(effectivePolicy(entry.policy).sourceInAnswers);
  const { answer, symbols, tokens } = await build(allowed);
  if (symbols.length === 0) return answer;
  const decision = { event: "source", repoId: entry.repoId, ledgerVersion: graph.version, action, form: allowed.form };
  const outcome = await audit.record(nowMs, { ...decision, symbols, tokens });
  if (outcome.isRecorded) return answer;
  const withheld = makeUnrecordedError("source is shown only if the audit log records it", outcome.failure).message;
  return (await build({ form: "none", withheld })).answer;
}

function makeAllowedSource(form: SourceForm): AllowedSource {
  switch (form) {
    case "bodies":
      return { form };
    case "excerpts":
      return { form, withheld: "the policy allows excerpts but no bodies (sourceInAnswers: excerpts)" };
    case "none":
      return { form, withheld: "the policy allows no source (sourceInAnswers: none)" };
  }
}
