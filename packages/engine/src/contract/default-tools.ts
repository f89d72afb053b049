/**
 * Default tools: the actions that agents need for most tasks, listed if a client requests no others, under names that say when to call them. Each
 * lists an action's main parameters; the action's other parameters are accepted too. Data only.
 */

export interface DefaultTool {
  /** Dotted, like canonical names. Every tool list uses this name for the action, and it is accepted in every spelling. */
  readonly name: `sdl.${string}`;
  /** Canonical name. */
  readonly action: `sdl.${string}`;
  readonly title: string;
  /** Description for the agent: the result, and when to call the tool. */
  readonly description: string;
  /** The listed parameters in order, with their descriptions; empty means the schema's own. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The listed parameters that are required, although the action's schema accepts alternatives. */
  readonly needs?: readonly string[];
}

const SYMBOL = "path:line, path#name, Class.method or a name";
/** Needed because some clients start servers outside of the repository. */
const ELSEWHERE = { repoId: "Path of the repository, if not the working directory" };

/** The default tools, in the order of the tool list. */
export const DEFAULT_TOOLS: readonly DefaultTool[] = [
  {
    name: "sdl.context",
    action: "sdl.slice.build",
    title: "Context for a task",
    description:
      "Finds the code that a task needs: the functions that matter with their source, how they are connected, and their tests. Call it first, before searching or reading files, for a bug, a change or a question.",
    parameters: {
      taskText: "The issue, error or question, in full",
      stackTrace: "The stack trace as printed, also of installed or bundled code",
      failingTestPath: "Test file, or file::test",
      editedFiles: "Files being changed: adds their symbols and users",
      entrySymbols: `Symbols to start from: ${SYMBOL}`,
      cursor: "Instead of a task: cursor of the previous answer, to continue",
      budget: "Limits of the answer",
      ...ELSEWHERE,
    },
  },
  {
    name: "sdl.search",
    action: "sdl.symbol.search",
    title: "Search symbols",
    description:
      "Finds functions, classes, methods and variables by name, part of a name, or words of their docs and path. Use it where you would grep for a definition.",
    parameters: { query: "", kinds: "Only these kinds", limit: "", ...ELSEWHERE },
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
      cursor: "Cursor of the previous page",
      ...ELSEWHERE,
    },
    needs: ["symbol"],
  },
  {
    name: "sdl.outline",
    action: "sdl.file.outline",
    title: "Outline of a file",
    description: "The declarations of a file, nested, with lines. Use it before you read a large file.",
    parameters: { file: "", ...ELSEWHERE },
  },
  {
    name: "sdl.changes",
    action: "sdl.pr.risk.analyze",
    title: "Changes and their risk",
    description:
      "The effects of a change: changed signatures, affected dependents, tests to run, a risk score. Call it after editing and before a commit, or to review a branch.",
    parameters: { fromVersion: "Git revision", toVersion: "Default: the files as they are", ...ELSEWHERE },
  },
  {
    name: "sdl.remember",
    action: "sdl.memory.store",
    title: "Remember",
    description:
      "Stores what you found out (why code is as it is, what caused a bug) with the symbols concerned. Later answers about them show it, to colleagues too.",
    parameters: {
      type: "",
      title: "",
      content: "The reasons, in Markdown",
      symbolIds: `Symbols concerned: ${SYMBOL}`,
      ...ELSEWHERE,
    },
  },
];

/** The default tool that runs an action, by the action's canonical name. */
export function defaultToolOf(action: string): DefaultTool | undefined {
  return DEFAULT_TOOLS.find((tool) => tool.action === action);
}
