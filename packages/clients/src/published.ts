/** Whether the packages are on npm. All set-up command lines in the program and the documents depend on this constant. */
export const PUBLISHED = false;

/** Package that provides the program `sdl`. */
export const PACKAGE = "@sdl/cli";
