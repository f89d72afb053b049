/** What the process that derives and the one that stores say to each other. */

import type { StoredLayers } from "@sdl/graph";
import type { StoredEmbeddings } from "@sdl/graph/derive";
import type { GraphErrorCode } from "@sdl/model";
import type { ChosenModel } from "../embeddings/chosen-model.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import type { ProgramFault } from "../machine/program-log.js";

/** What is to be made. */
export interface DerivationTask {
  readonly directory: string;
  readonly rootPath: string;
  readonly withLayers: boolean;
  /** Of the symbols' vectors, where they are wanted. */
  readonly model: ChosenModel | undefined;
}

/** From the process. Layers and embeddings are answered by {@link DerivationAnswer}; after `done` and `failure` it ends. */
export type DerivationMessage =
  | { readonly kind: "layers"; readonly layers: StoredLayers }
  | { readonly kind: "embeddings"; readonly embeddings: StoredEmbeddings }
  | { readonly kind: "progress"; readonly progress: EmbeddingProgress }
  | { readonly kind: "embedding-failure"; readonly reason: string }
  /** A part of the layers that could not be made; the others are. */
  | { readonly kind: "fault"; readonly fault: ProgramFault }
  | { readonly kind: "failure"; readonly reason: string; readonly stack?: string; readonly code?: GraphErrorCode }
  | { readonly kind: "done" };

/** To the process: whether to go on. */
export interface DerivationAnswer {
  readonly goOn: boolean;
}
