/** Patterns of texts in requests, each with a description for errors and the reference. */

export interface TextPattern {
  readonly pattern: RegExp;
  /** Completes the phrase "a string of". */
  readonly words: string;
}

/** Ids of symbols and memories. */
export const HEX_ID: TextPattern = { pattern: /^[0-9a-f]{16}$/, words: "16 lower-case hex digits" };

/** How answers name a version. */
export const VERSION_ID: TextPattern = {
  pattern: /^v\d{1,15}$/,
  words: "v and up to 15 digits, as answers name a version",
};

/** Names of registered repositories. */
export const REPO_NAME: TextPattern = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/,
  words: "1..100 letters, digits and ._@-, the first one a letter or digit",
};

const ALL: readonly TextPattern[] = [HEX_ID, VERSION_ID, REPO_NAME];

/** @param source source of a pattern in a JSON Schema @returns the pattern's description; `undefined` if it has none */
export function patternDescription(source: string): string | undefined {
  return ALL.find(({ pattern }) => pattern.source === source)?.words;
}
