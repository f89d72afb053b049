/** Problems of an answer's text: empty, contains ids, or does not name the files that the answer is about. */

/** Actions with a budget, whose texts may leave out files; all other texts must name every file. */
const BUDGETED: ReadonlySet<string> = new Set([
  "sdl.slice.build",
  "sdl.slice.refresh",
  "sdl.delta.get",
  "sdl.pr.risk.analyze",
  "sdl.context.summary",
  "sdl.context.forTask",
  "sdl.logic.slice",
  "sdl.repo.overview",
  "sdl.agent.orchestrate",
  "sdl.chain",
]);

/** Actions whose texts may contain ids, because the client requested JSON or selected fields. */
const ITS_OWN_WORDS: ReadonlySet<string> = new Set(["sdl.context.summary", "sdl.chain"]);

/** @param answer the same answer as JSON @returns one line per problem */
export function textProblems(action: string, answer: object, text: string): string[] {
  if (text.trim() === "") return [`${action}: the text is empty`];
  const ids = ITS_OWN_WORDS.has(action) ? [] : idsIn(text);
  return [...ids.map((id) => `${action}: the text holds ${id}`), ...filesMissing(action, answer, text)];
}

/** Ids, hashes, etags and handles that are not part of a path or of a suggested call. */
function idsIn(text: string): string[] {
  const prose = text.replace(/^Next: .*$/gm, "");
  return [...prose.matchAll(/(?<![\w/.-])(?:[0-9a-f]{16}|(?:h|sp|d)_\d{16}|[0-9a-f]{40,64})(?![\w.])/g)].map(
    ([id]) => id,
  );
}

function filesMissing(action: string, answer: object, text: string): string[] {
  const files = [...new Set(symbolFiles(answer))];
  const missing = files.filter((file) => !text.includes(file));
  const isFault = BUDGETED.has(action) ? files.length > 0 && missing.length === files.length : missing.length > 0;
  return isFault ? missing.map((file) => `${action}: the text does not name ${file}`) : [];
}

/** Files of all symbols in an answer. */
function symbolFiles(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { symbolId, file } = value as { readonly symbolId?: unknown; readonly file?: unknown };
  const own = typeof symbolId === "string" && typeof file === "string" ? [file] : [];
  return [...own, ...Object.values(value).flatMap(symbolFiles)];
}
