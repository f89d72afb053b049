/**
 * Source in answers that are no windows: slices, cards, logic slices, contexts of tasks. The one place that decides which source such an
 * answer may hold, and that records which it holds before it leaves. Knows no answer's shape. Skeletons and hot paths, which show lines and
 * not bodies, are rungs of the ladder and always allowed; windows pass their own gate.
 */
import { refusedUnrecorded } from "../audit/write-failure.js";
import { policyOf, type SourceForm } from "../registry/policy.js";
import type { Query } from "./run-query.js";

/** What an answer is built with. */
export interface AllowedSource {
  readonly form: SourceForm;
  /** Why source is missing or shortened, for the reader of the answer; absent where bodies are allowed. */
  readonly withheld?: string;
}

export interface SourcedAnswer<Answer> {
  readonly answer: Answer;
  /** Ids of the symbols whose source it holds. */
  readonly symbols: readonly string[];
  /** Of the whole answer, as it says itself. */
  readonly tokens: number;
}

/**
 * Builds an answer with the source that the policy allows, and records it: one record for each answer that holds source. Where it cannot be
 * recorded, the answer is built again without source and says why.
 * @param action canonical name
 */
export async function discloseSource<Answer>(
  query: Query,
  action: string,
  build: (allowed: AllowedSource) => Promise<SourcedAnswer<Answer>>,
): Promise<Answer> {
  const { entry, graph, audit, nowMs } = query;
  const allowed = allowedSource(policyOf(entry.policy).sourceInAnswers);
  const { answer, symbols, tokens } = await build(allowed);
  if (symbols.length === 0) return answer;
  const decision = { event: "source", repoId: entry.repoId, ledgerVersion: graph.version, action, form: allowed.form };
  const outcome = await audit.record(nowMs, { ...decision, symbols, tokens });
  if (outcome.isRecorded) return answer;
  const withheld = refusedUnrecorded("no source is shown without a record of it", outcome.failure).message;
  return (await build({ form: "none", withheld })).answer;
}

function allowedSource(form: SourceForm): AllowedSource {
  switch (form) {
    case "bodies":
      return { form };
    case "excerpts":
      return { form, withheld: "the policy allows excerpts, no bodies (sourceInAnswers: excerpts)" };
    case "none":
      return { form, withheld: "the policy holds source back (sourceInAnswers: none)" };
  }
}
