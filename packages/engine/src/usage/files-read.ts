/** The files that an answer spares its reader: those whose contents it tells, not all that it names. */

/** What carries a file's contents, beside its name. */
const CONTENTS = ["source", "skeleton", "excerpt", "code", "symbolCount"] as const;

/** Paths, each once, in the order of the answer. A hit of a search, a reference or a minimal card spares nobody a file. */
export function filesRead(answer: unknown): readonly string[] {
  const files = new Set<string>();
  const waiting: unknown[] = [answer];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("file" in value && typeof value.file === "string" && tellsContents(value)) files.add(value.file);
    waiting.push(...Object.values(value).reverse());
  }
  return [...files];
}

function tellsContents(value: object): boolean {
  if ("detailLevel" in value) return value.detailLevel !== "minimal";
  return CONTENTS.some((name) => Object.hasOwn(value, name));
}
