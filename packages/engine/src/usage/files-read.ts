/** Files whose reading an answer saves: those whose contents it includes, not all files that it names. */

/** Fields that contain a file's contents, in an object with a `file` field. */
const CONTENTS = ["source", "skeleton", "excerpt", "code", "symbolCount"] as const;

/** Paths, each once, in the answer's order. Search hits, references and minimal cards do not count. */
export function filesCoveredBy(answer: unknown): readonly string[] {
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
