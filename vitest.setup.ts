/**
 * Property tests draw the same cases on every run of CI, so that a red run is a changed program and not an unlucky draw. The long
 * tier (SDL_LONG=1) draws new ones.
 */
import fc from "fast-check";

if (process.env["SDL_LONG"] !== "1") fc.configureGlobal({ seed: 20261121 });
