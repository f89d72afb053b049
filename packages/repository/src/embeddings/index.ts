/** API of sentence models: the chosen model, its runtime, vectors of texts and queries. */
export { type ChosenModel, inspectModel, labelOfModel, modelNamed } from "./chosen-model.js";
export { type EmbeddingProgress, embedTexts } from "./embed-texts.js";
export { installCommand, loadEmbedder, runtimeFault } from "./load-embedder.js";
export { QueryEmbedder, RETRY_MS } from "./query-embedder.js";
