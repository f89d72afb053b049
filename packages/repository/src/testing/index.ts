/** Helpers for the tests and measurements of what stands on @sdl/engine, and for the reference: the repository that all examples speak of. */
export { type DamageDone, StoreTemplate } from "./damaged-store.js";
export { EXAMPLE_REPOSITORY, writeExampleRepository } from "./example-repository.js";
export { GitFixture } from "./git-repository.js";
export { readHistory } from "./read-history.js";
