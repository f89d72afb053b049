/** Graph ports through which cards, slices and search read a graph and its derived layers, and the links from which a graph is built. */

export type { RetrievalEvidence, SymptomType } from "../retrieval-evidence.js";
export {
  type Cluster,
  type DerivedLayers,
  PROCESS_ROLES,
  type ProcessPart,
  type ProcessRole,
  type TestLink,
} from "./derived.js";
export {
  type Adjacency,
  type AdjacencyColumns,
  countNeighbours,
  EMPTY_ADJACENCY,
  RESOLVERS,
  type ResolverId,
  type UnresolvedTarget,
} from "./edges.js";
export { EMBEDDING_TEXT_LENGTH, embeddingText } from "./embedding-text.js";
export type { CoChange, History, HistoryCommit, HistoryData, HistoryTouch } from "./history.js";
export { openHistory } from "./history-view.js";
export type { FactsSource, LinkColumns, LinkedFile, UnresolvedLink } from "./links.js";
export {
  type GraphPicture,
  PICTURE_SUBJECTS,
  type PictureChange,
  type PictureCluster,
  type PictureEdge,
  type PictureEffect,
  type PictureNode,
  type PictureSource,
  type PictureSubject,
} from "./picture.js";
export {
  type GraphCounts,
  type Param,
  type Postings,
  type Signature,
  type SymbolDetails,
  type SymbolGraph,
  type SymbolRecord,
  type TermIndex,
  wholeName,
} from "./symbol-graph.js";
export {
  type Embedder,
  type SymbolVectors,
  scaleVector,
  storedDimensions,
  storedVector,
  type VectorModel,
} from "./vectors.js";
