/** Words of names and their stems, used for judging queries. Shares no code with the product. */

/** Words of a name in lower case: `_get_contentHash` gives get, content, hash. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** A rough stem: equal for inflected forms of the same word. */
export function roughStem(word: string): string {
  const ended = word.replace(/(?:ations?|ating|ated|ate|ing|ed|es|s|e)$/, "");
  return ended.length >= 3 ? ended : word;
}
