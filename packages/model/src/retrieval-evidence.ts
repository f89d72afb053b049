/** How search and slices say what an answer rests on: the shape of the tool contract. */

/** What kind of symptom a task describes, the most telling first. */
export type SymptomType = "stackTrace" | "failingTest" | "editedFiles" | "taskText";

/** How the symbols of an answer were found. */
export interface RetrievalEvidence {
  readonly mode: "hybrid" | "legacy";
  readonly symptomType: SymptomType;
  /** `fts`, `names`, `graph`, `history`, `vector:<model>`; of slices also the parts of the request. */
  readonly sources: readonly string[];
  readonly candidateCountPerSource: Readonly<Record<string, number>>;
  readonly fusionLatencyMs: number;
  readonly fallbackReason: string | null;
}
