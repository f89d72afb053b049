/** Graphs in memory, for the tests of packages that stand on @sdl/model and for tools that slice a graph of their own. */
export { type EdgeSpec, type GraphSpec, GraphSpecError, type SymbolSpec } from "./graph-spec.js";
export { parseGraphText } from "./graph-text.js";
export { InMemoryGraph } from "./in-memory-graph.js";
export { InMemoryTermIndex } from "./in-memory-terms.js";
