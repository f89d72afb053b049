/** Text form of the manual and of the action search. */
import type { TextStyle } from "../../contract/answer-form.js";
import { textOf, wrapText } from "../../text/layout.js";

/** Fields of the answer of an action search that the text form shows. */
export interface FoundActions {
  readonly actions?: readonly FoundAction[] | undefined;
}

interface FoundAction {
  readonly action: string;
  readonly description: string;
  readonly schemaSummary?: string | undefined;
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  readonly prerequisites?: readonly string[] | undefined;
  readonly recommendedNextActions?: readonly string[] | undefined;
  readonly fallbacks?: readonly string[] | undefined;
}

/** Formats as text: the found actions with their parameters. */
export function foundActionsText({ actions = [] }: FoundActions, style: TextStyle): string {
  if (actions.length === 0)
    return textOf(["No action matches the query", `Next: ${style.call("sdl.manual", {})}  every action`]);
  return textOf(actions.flatMap((action, index) => [...(index === 0 ? [] : [""]), ...actionLines(action, style)]));
}

function actionLines(found: FoundAction, style: TextStyle): string[] {
  const { action, description, schemaSummary, example, prerequisites, recommendedNextActions, fallbacks } = found;
  return [
    style.words(action),
    ...wrapText(style.words(description), "  "),
    ...(schemaSummary === undefined ? [] : wrapText(style.words(schemaSummary), "  ")),
    ...(example === undefined ? [] : [`  for example: ${style.call(action, example)}`]),
    ...linkLine("before it", prerequisites, style),
    ...linkLine("after it", recommendedNextActions, style),
    ...linkLine("instead", fallbacks, style),
  ];
}

function linkLine(title: string, links: readonly string[] = [], style: TextStyle): string[] {
  return links.length === 0 ? [] : wrapText(`${title}: ${style.words(links.join(", "))}`, "  ");
}

/** The manual itself. */
export function manualText({ manual }: { readonly manual: string }): string {
  return textOf([manual]);
}
