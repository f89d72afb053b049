import type { FactsPage } from "./page.js";

/** A file in one state, as linking and the comparison of versions read it. */
export interface FileView {
  readonly path: string;
  readonly facts: FactsPage;
  /** Two words a symbol. */
  readonly symbolIds: Uint32Array;
}
