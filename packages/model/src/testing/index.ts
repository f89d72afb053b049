/** Helpers for the tests of packages that stand on @sdl/model. */
export {};
