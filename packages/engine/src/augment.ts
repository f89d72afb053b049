/** What a hook of an agent loads: nothing else of the engine. */
export { type AugmentOptions, augment } from "./features/augment/augment.js";
export { tokensAtMost } from "./features/augment/token-bound.js";
