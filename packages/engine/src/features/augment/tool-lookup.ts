/** What an agent's own tool call searched, listed or read. */
import type { SearchHit } from "./search-hits.js";

/** A search, a listing of files, or a read of a file. */
export type ToolLookup =
  | { readonly kind: "search"; readonly pattern: string; readonly hits: readonly SearchHit[] }
  | { readonly kind: "list"; readonly paths: readonly string[] }
  /** Lines count from 1, both ends included; without them the whole file. */
  | { readonly kind: "read"; readonly path: string; readonly from?: number; readonly to?: number };
