/** API for removing secrets and hidden characters from text. */
export { stripHidden } from "./hidden-characters.js";
export { createMasker, type FoundSecret, findSecrets } from "./masker.js";
