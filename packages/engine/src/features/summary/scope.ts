/** Detects the scope of a query from its form alone. */

export type SummaryScope = "symbol" | "file" | "task";

const FILE_EXTENSION = /\.(?:[cm]?[jt]sx?|pyi?|json|toml|ya?ml|md|cfg|ini|txt|css|html)\b/i;

const TASK_WORDS: ReadonlySet<string> = new Set(
  (
    "add avoid bug build change check clean convert create debug delete document explain extend fail failing feature find fix handle how " +
    "implement improve investigate issue make migrate move optimise optimize prevent refactor remove rename replace review rewrite " +
    "simplify speed support test trace understand update upgrade what when where which why write"
  ).split(" "),
);

/**
 * Rules: a slash or a file extension means a file; three words, or a verb of a task, mean a task; otherwise a symbol.
 */
export function detectScope(query: string): SummaryScope {
  if (/[/\\]/.test(query) || FILE_EXTENSION.test(query)) return "file";
  const words = query.trim().split(/\s+/);
  const isTask = words.length >= 3 || words.some((word) => TASK_WORDS.has(word.toLowerCase()));
  return isTask ? "task" : "symbol";
}
