/**
 * Server instructions that a client shows its model, in the names of the listed tools. At most 2 kB: clients cut longer
 * texts.
 */
import { ActionSelection, type ListMode, type NameStyle, withListedNames } from "@sdl/engine";

/** Inputs of the instructions: names, list mode, offered actions and served repositories. */
export interface InstructionOptions {
  readonly names: NameStyle;
  readonly mode: ListMode;
  /** The offered actions; absent means all. Other actions are not mentioned. */
  readonly selection?: ActionSelection | undefined;
  /** Names of the served repositories, if calls must name one. */
  readonly repositories?: readonly string[] | undefined;
}

const ABOUT = `SDL answers questions about this code repository from an index of its symbols, with the source that matters. Nothing needs to be set up, and edits are seen.`;

const ADDRESSES = `A symbol is written as answers show it: path:line, path#name, Class.method or a name. Lines that begin with "Next:" are calls that work as they are written. Errors say what to call instead.`;

/** A sentence, or part of one, that mentions an action. */
type ActionSentence = readonly [action: string, words: string];

const FIRST = "it finds the code that a task needs, with its source";

const LOOKUPS: readonly ActionSentence[] = [
  ["sdl.symbol.getCard", "sdl.symbol.getCard for one symbol"],
  ["sdl.symbol.references", "sdl.symbol.references before you change one"],
  ["sdl.symbol.search", "sdl.symbol.search for a name"],
  ["sdl.file.outline", "sdl.file.outline for a file"],
];

/** Builds the text for a list mode; sentences about actions that are not offered are left out. */
export function buildInstructions(options: InstructionOptions): string {
  const { names, mode, selection = new ActionSelection(), repositories = [] } = options;
  const isOffered = ([action]: ActionSentence) => selection.offers(action);
  const how = HOW[mode](isOffered);
  const where =
    repositories.length < 2 ? "" : `It serves the repositories ${repositories.join(", ")}: pass one as repoId.`;
  const parts = [ABOUT, where, how.filter((sentence) => sentence !== "").join(" "), ADDRESSES];
  return withListedNames(parts.filter((part) => part !== "").join("\n\n"), names);
}

type IsOffered = (spoken: ActionSentence) => boolean;

const HOW: Readonly<Record<ListMode, (isOffered: IsOffered) => readonly string[]>> = {
  core: workflowSentences,
  all: workflowSentences,
  gateway: (isOffered) => {
    const lookups = LOOKUPS.filter(isOffered).map(([action]) => action.replace("sdl.", ""));
    return [
      "Each tool takes an action and its arguments.",
      ...offeredSentences(isOffered, [
        ["sdl.slice.build", `Call sdl.query with {"action":"slice.build","args":{"taskText":"…"}} first: ${FIRST}.`],
      ]),
      lookups.length === 0 ? "" : `Ask sdl.query for what is missing with the actions ${joinInWords(lookups)}.`,
      ...offeredSentences(isOffered, [
        ["sdl.pr.risk.analyze", "After editing, call sdl.change with pr.risk.analyze."],
        ["sdl.manual", "sdl.agent with manual explains every action."],
      ]),
    ];
  },
  code: (isOffered) => {
    if (!isOffered(["sdl.chain", ""])) return offeredSentences(isOffered, EXPLAINERS);
    return [
      `sdl.chain runs actions as steps, {"steps":[{"fn":"symbolSearch","args":{"query":"…"}}]}, and a later step may use what an earlier one found.`,
      ...offeredSentences(isOffered, [
        ["sdl.slice.build", `Begin with sliceBuild and a taskText: ${FIRST}.`],
        ...EXPLAINERS,
      ]),
    ];
  },
};

const EXPLAINERS: readonly ActionSentence[] = [
  ["sdl.action.search", "sdl.action.search finds further actions."],
  ["sdl.manual", "sdl.manual explains them."],
];

function workflowSentences(isOffered: IsOffered): readonly string[] {
  const lookups = LOOKUPS.filter(isOffered).map(([, words]) => words);
  return [
    ...offeredSentences(isOffered, [
      [
        "sdl.slice.build",
        "Give sdl.slice.build the task in full first: it finds the code, shows its source and names the tests.",
      ],
    ]),
    lookups.length === 0 ? "" : `Ask for what is missing: ${lookups.join(", ")}.`,
    ...offeredSentences(isOffered, [
      ["sdl.pr.risk.analyze", "After editing, sdl.pr.risk.analyze says what the change breaks and which tests to run."],
      ["sdl.memory.store", "Keep what took long to find out with sdl.memory.store."],
    ]),
  ];
}

function offeredSentences(isOffered: IsOffered, sentences: readonly ActionSentence[]): readonly string[] {
  return sentences.filter(isOffered).map(([, words]) => words);
}

function joinInWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
