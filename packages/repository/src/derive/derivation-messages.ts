/** Messages between the process that derives layers and the process that stores them. */

import type { StoredLayers } from "@sdl/graph";
import type { StoredEmbeddings } from "@sdl/graph/derive";
import type { GraphErrorCode } from "@sdl/model";
import type { ChosenModel } from "../embeddings/chosen-model.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import type { ProgramFault } from "../machine/program-log.js";

/** Layers and vectors to derive, with folders. */
export interface DerivationTask {
  readonly directory: string;
  readonly rootPath: string;
  readonly withLayers: boolean;
  /** The sentence model for the symbols' vectors; absent if no vectors are needed. */
  readonly model: ChosenModel | undefined;
}

/**
 * Message of the deriving process. Layers and embeddings are answered by {@link DerivationAnswer}; after `done` and
 * `failure` the process ends.
 */
export type DerivationMessage =
  | { readonly kind: "layers"; readonly layers: StoredLayers }
  | { readonly kind: "embeddings"; readonly embeddings: StoredEmbeddings }
  | { readonly kind: "progress"; readonly progress: EmbeddingProgress }
  | { readonly kind: "embedding-failure"; readonly reason: string }
  /** A part of the layers that failed; the other parts are derived. */
  | { readonly kind: "fault"; readonly fault: ProgramFault }
  | { readonly kind: "failure"; readonly reason: string; readonly stack?: string; readonly code?: GraphErrorCode }
  | { readonly kind: "done" };

/** Answer to the deriving process: whether to continue. */
export interface DerivationAnswer {
  readonly goOn: boolean;
}
