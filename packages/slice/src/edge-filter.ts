/** Minimum confidence of edges that the search crosses and the slice shows. */
import { EDGE_CODE } from "@sdl/model";

/** Tests edges against the minimum. */
export class EdgeFilter {
  private readonly minimum: number;
  private readonly minimumForCalls: number;

  /** @param minConfidence 0..1, minimum for all edges; @param minCallConfidence 0..1, additional minimum for calls */
  constructor(minConfidence: number, minCallConfidence: number | undefined) {
    this.minimum = Math.round(minConfidence * 100);
    this.minimumForCalls = Math.max(this.minimum, Math.round((minCallConfidence ?? 0) * 100));
  }

  /** Whether an edge is confident enough. @param kind code of the edge's kind; @param confidence in hundredths */
  allows(kind: number, confidence: number): boolean {
    return confidence >= (kind === EDGE_CODE.call ? this.minimumForCalls : this.minimum);
  }
}
