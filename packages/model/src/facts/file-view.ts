/** File view, the common input of linking and comparing. */
import type { FactsPage } from "./page.js";

/** A file in one state, as input of linking and of comparing versions. */
export interface FileView {
  readonly path: string;
  readonly facts: FactsPage;
  /** Symbol ids by ordinal, two words each (high, low). */
  readonly symbolIds: Uint32Array;
}
