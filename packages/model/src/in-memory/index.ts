/** In-memory graphs, for programs that slice or search a graph of their own, and for tests. */
export { type EdgeSpec, type GraphSpec, GraphSpecError, type SymbolSpec } from "./graph-spec.js";
export { parseGraphText } from "./graph-text.js";
export { InMemoryGraph } from "./in-memory-graph.js";
export { InMemoryTermIndex } from "./in-memory-terms.js";
