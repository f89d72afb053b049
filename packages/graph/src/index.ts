/** The public API of @sdl/graph: the ledger of graph versions. */
export {};
