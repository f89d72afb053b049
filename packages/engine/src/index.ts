/** The public API of @sdl/engine: openWorkspace() and the action table. */
export {};
