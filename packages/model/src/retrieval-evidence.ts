/** Retrieval evidence: how the symbols of an answer were found, in the form of the tool contract. */

/** Kind of symptom that a task describes, the most specific first. */
export type SymptomType = "stackTrace" | "failingTest" | "editedFiles" | "taskText";

/** How the symbols of an answer were found. */
export interface RetrievalEvidence {
  readonly mode: "hybrid" | "legacy";
  readonly symptomType: SymptomType;
  /** `fts`, `names`, `graph`, `history`, `vector:<model>`; for slices also the fields of the request. */
  readonly sources: readonly string[];
  readonly candidateCountPerSource: Readonly<Record<string, number>>;
  readonly fusionLatencyMs: number;
  readonly fallbackReason: string | null;
}
