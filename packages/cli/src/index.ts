/** The public API of @sdl/cli: the program behind the `sdl` command. */
export {};
