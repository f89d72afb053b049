/** The public API of @sdl/retrieval: search, fusion, seeds. */
export {};
