/** What the text of an answer must not be: empty, written in ids, or silent about the files that the answer is about. */

/** Answers under a budget hold what fits in their form; of the others a text names every file. */
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

/** What a client asked for as JSON, or picked out of other answers by a step of its own, may hold ids. */
const ITS_OWN_WORDS: ReadonlySet<string> = new Set(["sdl.context.summary", "sdl.chain"]);

/** @param answer the same as JSON @returns a line each */
export function textProblems(action: string, answer: object, text: string): string[] {
  if (text.trim() === "") return [`${action}: the text is empty`];
  const ids = ITS_OWN_WORDS.has(action) ? [] : idsIn(text);
  return [...ids.map((id) => `${action}: the text holds ${id}`), ...filesMissing(action, answer, text)];
}

/** Ids, hashes, etags and handles that are no part of a path and of no call that goes on. */
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

/** Files of the symbols that an answer holds, wherever they stand in it. */
function symbolFiles(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { symbolId, file } = value as { readonly symbolId?: unknown; readonly file?: unknown };
  const own = typeof symbolId === "string" && typeof file === "string" ? [file] : [];
  return [...own, ...Object.values(value).flatMap(symbolFiles)];
}
