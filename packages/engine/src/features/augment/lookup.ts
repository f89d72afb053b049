/** What an agent looked for with a tool of its own. */
import type { Hit } from "./hits.js";

export type Lookup =
  | { readonly kind: "search"; readonly pattern: string; readonly hits: readonly Hit[] }
  | { readonly kind: "list"; readonly paths: readonly string[] }
  /** Lines from 1, both ends included; the whole file without them. */
  | { readonly kind: "read"; readonly path: string; readonly from?: number; readonly to?: number };
