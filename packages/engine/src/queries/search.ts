/** Search as a client asks for it: filters before the limit, evidence on request. */
import type { SymbolKind } from "@sdl/model";
import type { Query } from "./pinned.js";
import { labelOf } from "./symbol-ref.js";

export interface SearchRequest {
  readonly query: string;
  readonly kinds?: readonly SymbolKind[] | undefined;
  readonly limit: number;
  readonly semantic: boolean;
  readonly includeRetrievalEvidence: boolean;
}
