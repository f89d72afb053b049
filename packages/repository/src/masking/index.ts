/** Secrets and hidden characters, taken out of text. */
export { stripHidden } from "./hidden-characters.js";
export { createMasker, type FoundSecret, findSecrets } from "./masker.js";
