/** Text form of a run on a task: findings with locations, source, what is missing, and the next action. */
import type { TextStyle } from "../../contract/answer-form.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { textOf, wrapText } from "../../text/layout.js";
import { SOURCE_HEADING } from "./answer.js";

/** One action as the answer contains it. */
interface SentAction {
  readonly type: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly error?: string | undefined;
}

/** Fields of the answer of a run that the text form shows. */
export interface RunAnswer extends TextBasis {
  readonly summary: string;
  readonly answer: string;
  readonly nextBestAction: string;
  readonly error?: string | undefined;
  readonly actionsTaken?: readonly SentAction[] | undefined;
  readonly metrics: { readonly totalTokens: number; readonly minimumRequired?: number | undefined };
}

/**
 * Actions whose outputs are source; findings of other actions are in the answer's text. The action is compared, not the type, because a `tests`
 * action may search for tests or read one.
 */
const SOURCE_ACTIONS: ReadonlySet<unknown> = new Set([
  "sdl.code.getSkeleton",
  "sdl.code.getHotPath",
  "sdl.code.needWindow",
]);

/** How to word the outputs of actions. */
export interface RunRendering {
  readonly catalog: ActionCatalog;
  readonly style: TextStyle;
}

/** Formats as text: the findings with places, then source, then the next action. */
export function runText(answer: RunAnswer, rendering: RunRendering): string {
  const { actionsTaken = [], metrics, error, summary } = answer;
  const least = metrics.minimumRequired === undefined ? "" : `, at least ${metrics.minimumRequired} are required`;
  const head = error === undefined ? summary : `Nothing found: ${error}. ${summary}`;
  return textOf([
    ...wrapText(`${head} ${metrics.totalTokens} tokens${least}, ${stateOf(answer)}`),
    ...warningLines(answer),
    ...paragraphLines(answer.answer, actionsTaken),
    ...shownActions(actionsTaken).flatMap((action) => sourceLines(action, answer, rendering)),
    "",
    ...wrapText(`Next: ${rendering.style.words(answer.nextBestAction)}`),
  ]);
}

/** Leaves out the list of included source if all of that source is shown below. */
function paragraphLines(text: string, actions: readonly SentAction[]): string[] {
  const isAllShown = actions.every((action) => !isSource(action) || isComplete(action.output));
  const paragraphs = text.split("\n\n").filter((paragraph) => !isAllShown || !paragraph.startsWith(SOURCE_HEADING));
  return paragraphs
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph) => ["", ...paragraph.split("\n").flatMap((line) => wrapText(line))]);
}

/** For each symbol, only the action of the highest rung: it shows more than lower rungs. */
function shownActions(actions: readonly SentAction[]): readonly SentAction[] {
  const shows = (action: SentAction) => isSource(action) && isComplete(action.output);
  return actions.filter((action, at) => {
    const later = actions.slice(at + 1).filter(shows);
    return !shows(action) || !later.some(({ input }) => input["symbolId"] === action.input["symbolId"]);
  });
}

function isSource({ input }: Pick<SentAction, "input">): boolean {
  return SOURCE_ACTIONS.has(input["action"]);
}

function sourceLines(action: SentAction, basis: TextBasis, rendering: RunRendering): string[] {
  const text = outputText(action, basis, rendering);
  return text === "" ? [] : ["", text];
}

/** The text that an action adds; empty if the answer's text already states it. */
export function outputText(
  { type, input, output, error }: SentAction,
  { staleFiles }: TextBasis,
  { catalog, style }: RunRendering,
): string {
  if (error !== undefined) return wrapText(`${type} failed: ${style.words(error)}`).join("\n");
  const action = catalog.find(String(input["action"]));
  if (!isSource({ input }) || action === undefined || !isComplete(output)) return "";
  return action.text(action.decode({ ...output, staleFiles }), style).trimEnd();
}

/** Whether the output is complete: outputs left out for room have only their size, and the answer's text states denials. */
function isComplete(output: unknown): output is Readonly<Record<string, unknown>> {
  if (typeof output !== "object" || output === null || "omittedTokens" in output) return false;
  return !("approved" in output) || output.approved === true;
}
