/** Entry point of agents' hooks: exports only what a hook needs, to load quickly. */
export { type AugmentOptions, augment } from "./features/augment/augment.js";
export { tokenUpperBound } from "./features/augment/token-bound.js";
