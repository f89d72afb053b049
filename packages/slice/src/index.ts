/** The public API of @sdl/slice: selection under a token budget. */
export {};
