/**
 * The tools that are listed where a client asks for no others: what an agent needs for most tasks, under names that say when to call them.
 * Each is an action of the table with the parameters that matter; the rest of an action's parameters are accepted all the same. Data alone.
 */

export interface DefaultTool {
  /** Dotted, as canonical names are; the action is listed under it in every list, and found by it in every spelling. */
  readonly name: `sdl.${string}`;
  /** Canonical name. */
  readonly action: `sdl.${string}`;
  readonly title: string;
  /** What the agent gets, and when to call it. */
  readonly description: string;
  /** The parameters listed, in order, with what is said of each. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of those, what a call needs where the action's schema has other ways to say it. */
  readonly needs?: readonly string[];
}

const SYMBOL = "path:line, path#name, Class.method or a name";
/** Some clients start servers outside of the repository that they work on. */
const ELSEWHERE = { repoId: "Path of the repository, if not the working directory" };

export const DEFAULT_TOOLS: readonly DefaultTool[] = [
  {
    name: "sdl.context",
    action: "sdl.slice.build",
    title: "Context for a task",
    description:
      "Finds the code that a task needs: the functions that matter with their source, how they are connected, and their tests. Call it first, before searching or reading files, for a bug, a change or a question.",
    parameters: {
      taskText: "The issue, error or question, in full",
      stackTrace: "As it was printed",
      failingTestPath: "Test file, or file::test",
      editedFiles: "Files being changed: what they hold and who uses it",
      entrySymbols: `Symbols to start from: ${SYMBOL}`,
      cursor: "Instead: of the answer before, for what it left out",
      budget: "Of the answer",
      ...ELSEWHERE,
    },
  },
  {
    name: "sdl.search",
    action: "sdl.symbol.search",
    title: "Search symbols",
    description:
      "Finds functions, classes, methods and variables by name, part of a name, or words of their docs and path. Use it where you would grep for a definition.",
    parameters: { query: "", kinds: "Only these", limit: "", ...ELSEWHERE },
  },
  {
    name: "sdl.symbol",
    action: "sdl.symbol.getCard",
    title: "One symbol",
    description:
      "One symbol: signature, source, what it calls and who uses it, side effects, tests. Use it instead of reading the file.",
    parameters: { symbol: SYMBOL, source: "", ...ELSEWHERE },
    needs: ["symbol"],
  },
  {
    name: "sdl.references",
    action: "sdl.symbol.references",
    title: "References of a symbol",
    description:
      "Every place that calls, uses, implements or tests a symbol, or what it calls itself. Use it before you change or rename a symbol.",
    parameters: {
      symbol: SYMBOL,
      direction: "",
      depth: "Callers of callers",
      cursor: "Of the page before",
      ...ELSEWHERE,
    },
    needs: ["symbol"],
  },
  {
    name: "sdl.outline",
    action: "sdl.file.outline",
    title: "Outline of a file",
    description: "What a file declares, nested, with lines. Use it before you read a large file.",
    parameters: { file: "", ...ELSEWHERE },
  },
  {
    name: "sdl.changes",
    action: "sdl.pr.risk.analyze",
    title: "Changes and their risk",
    description:
      "What a change breaks: changed signatures, dependents that it reaches, which tests to run, a risk score. Call it after editing and before a commit, or to review a branch.",
    parameters: { fromVersion: "Git revision", toVersion: "Default: the files as they are", ...ELSEWHERE },
  },
  {
    name: "sdl.remember",
    action: "sdl.memory.store",
    title: "Remember",
    description:
      "Keeps what you found out (why code is so, what caused a bug) with the symbols it is about. Later answers about them show it, to colleagues too.",
    parameters: {
      type: "",
      title: "",
      content: "The why, in Markdown",
      symbolIds: `What it is about: ${SYMBOL}`,
      ...ELSEWHERE,
    },
  },
];

export function defaultToolOf(action: string): DefaultTool | undefined {
  return DEFAULT_TOOLS.find((tool) => tool.action === action);
}
