/** Whether npm has the packages. Set-up lines of the program and of the documents follow this one constant. */
export const PUBLISHED = false;

/** The package whose program is `sdl`. */
export const PACKAGE = "@sdl/cli";
