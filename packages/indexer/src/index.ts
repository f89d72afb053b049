/** The public API of @sdl/indexer: files to facts, facts to links. */
export {};
