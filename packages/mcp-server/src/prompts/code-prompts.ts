/** Prompts about code: each contains answers from the index and says what to do with them. */
import { joinParagraphs, REPOSITORY_ARGUMENT, type SdlPrompt } from "./prompt.js";

const explainSymbol: SdlPrompt = {
  name: "explain-symbol",
  title: "Explain a symbol",
  description: "What a function, class or variable does, why it is there, and who depends on it.",
  arguments: [
    {
      name: "symbol",
      description: "path#name, path:line, Class.method or a name",
      required: true,
      completes: "symbol",
    },
    REPOSITORY_ARGUMENT,
  ],
  actions: ["sdl.symbol.getCard", "sdl.symbol.references"],
  write: async ({ symbol = "", ...where }, { ask }) =>
    joinParagraphs([
      `Explain \`${symbol}\` of this repository to someone who will change it. What the index knows of it:`,
      await ask("sdl.symbol.getCard", { ...where, symbol, source: "full" }),
      "Who uses it:",
      await ask("sdl.symbol.references", { ...where, symbol, limit: 20 }),
      "Say what it does and when, what it takes and gives back, what it changes outside of itself, how it fails, and what those that use it rely on. Name places as path:line. Where the text above does not tell, look it up with the tools of this server, or say that you do not know.",
    ]),
};

const reviewPrRisk: SdlPrompt = {
  name: "review-pr-risk",
  title: "Review the risk of a change",
  description: "What a branch or the edits at hand may break, and which tests to run.",
  arguments: [
    {
      name: "fromVersion",
      description: "Git revision to compare with, such as main or HEAD~1; default: the commit that is checked out",
      completes: "revision",
    },
    { name: "toVersion", description: "Git revision; default: the files as they are", completes: "revision" },
    REPOSITORY_ARGUMENT,
  ],
  actions: ["sdl.pr.risk.analyze"],
  write: async ({ fromVersion = "HEAD", ...rest }, { ask }) =>
    joinParagraphs([
      `Review ${rest["toVersion"] === undefined ? "the files as they are" : `\`${rest["toVersion"]}\``} against \`${fromVersion}\`. What the index says of the change:`,
      await ask("sdl.pr.risk.analyze", { ...rest, fromVersion }),
      "Look at the riskiest symbols and at who depends on them before you judge. Then say, the most serious first: what can break and for whom, by path:line; whether the change does what its names say; which tests to run, and which are missing. A risk score is no finding: leave out what you could not confirm in the source.",
    ]),
};

const fixFailingTest: SdlPrompt = {
  name: "fix-failing-test",
  title: "Fix a failing test",
  description: "The code that a failing test reaches, with its source, and how to go about it.",
  arguments: [
    { name: "test", description: "Test file, or file::test", required: true, completes: "test" },
    { name: "error", description: "What the test printed, with its stack trace" },
    REPOSITORY_ARGUMENT,
  ],
  actions: ["sdl.slice.build"],
  write: async ({ test = "", error, ...where }, { ask }) =>
    joinParagraphs([
      `The test \`${test}\` fails. Find out why and fix it.`,
      ...(error === undefined ? [] : [`It printed:\n\n${indentText(error)}`]),
      "The code that it is about:",
      await ask("sdl.slice.build", { ...where, failingTestPath: test, ...failureArguments(error) }),
      "Find the cause in the code above before you change anything; ask this server for what is missing. Change the code and not the test, unless the test itself is wrong: then say why. Make the smallest change that mends the cause, run the test and those beside it, and check what else the change reaches.",
    ]),
};

/** All prompts, in the order of `prompts/list`. */
export const CODE_PROMPTS: readonly SdlPrompt[] = [explainSymbol, reviewPrRisk, fixFailingTest];

/** Limits of the actions' arguments. */
const MAX_TASK_CHARS = 20_000;
const MAX_TRACE_CHARS = 200_000;

/** The stack frames give places; the words before them give the task. */
function failureArguments(error: string | undefined): object {
  if (error === undefined) return {};
  return { taskText: error.slice(0, MAX_TASK_CHARS), stackTrace: error.slice(0, MAX_TRACE_CHARS) };
}

/** Indents a text into one Markdown block that its content cannot end. */
function indentText(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}
