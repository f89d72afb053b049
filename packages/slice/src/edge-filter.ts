/** Which edges are sure enough to be crossed and shown. */
import { EDGE_CODE } from "@sdl/model";

export class EdgeFilter {
  private readonly least: number;
  private readonly leastCall: number;

  /** @param minConfidence 0..1, for all edges; @param minCallConfidence 0..1, for calls on top */
  constructor(minConfidence: number, minCallConfidence: number | undefined) {
    this.least = Math.round(minConfidence * 100);
    this.leastCall = Math.max(this.least, Math.round((minCallConfidence ?? 0) * 100));
  }

  /** @param kind code of an edge kind; @param confidence hundredths */
  allows(kind: number, confidence: number): boolean {
    return confidence >= (kind === EDGE_CODE.call ? this.leastCall : this.least);
  }
}
