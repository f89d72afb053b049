/** Text form of a slice refresh: changes of its symbols' code, symbols that entered or left it. */
import { placeText } from "@sdl/model/paths";
import type { SliceCard } from "@sdl/slice";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { changeLines, reachLines, type SentChange, type SentReach } from "../../text/changes-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";

/** Answer of a slice refresh, as far as its text needs it. */
export interface RefreshAnswer extends TextBasis {
  readonly notModified: boolean;
  readonly delta?: Readonly<Record<string, unknown>> | undefined;
}

interface SentChanges {
  readonly changedSymbols?: readonly (SentChange & { readonly symbolId: string })[];
  readonly blastRadius?: readonly SentReach[];
  readonly cards?: readonly SliceCard[];
  readonly entered?: readonly string[];
  readonly left?: readonly string[];
}

/** Words what changed in the slice, or that it is current. */
export function sliceRefreshText(answer: RefreshAnswer, style: TextStyle): string {
  if (answer.delta === undefined) return textOf([`Not modified: the slice is still current; ${stateOf(answer)}`]);
  const changes = answer.delta as SentChanges;
  const { entered = [], left = [], changedSymbols = [], cards = [] } = changes;
  const arrived = cards.filter(({ symbolId }) => entered.includes(symbolId));
  const parts = [
    `${countText(changedSymbols.length, "symbol")} of the slice changed`,
    ...(entered.length === 0 ? [] : [`${entered.length} entered it`]),
    ...(left.length === 0 ? [] : [`${left.length} left it`]),
  ];
  return textOf([
    `${parts.join(", ")}; ${stateOf(answer)}`,
    ...warningLines(answer),
    ...changeLines(changedSymbols),
    ...reachLines(changes.blastRadius),
    ...cardLines("New in the slice:", arrived),
    ...cardLines(
      "Changed description:",
      cards.filter((card) => isRewritten(card, changes)),
    ),
    ...nextLines(arrived, style),
  ]);
}

/** Whether a known card's text changed although its symbol's code did not: its comment or its dependencies changed. */
function isRewritten({ symbolId }: SliceCard, { entered = [], changedSymbols = [] }: SentChanges): boolean {
  return !entered.includes(symbolId) && !changedSymbols.some((change) => change.symbolId === symbolId);
}

function cardLines(title: string, cards: readonly SliceCard[]): string[] {
  if (cards.length === 0) return [];
  const lines = cards.flatMap(({ file, line, name, signature }) =>
    wrapText(`${placeText(file, line)}  ${(signature?.text ?? name).replace(/\s+/g, " ")}`, "  "),
  );
  return ["", title, ...lines];
}

function nextLines([first]: readonly SliceCard[], style: TextStyle): string[] {
  if (first === undefined) return [];
  return [
    "",
    `Next: ${style.call("sdl.symbol.getCard", { symbol: placeText(first.file, first.line) })}  the full card of ${first.name}`,
  ];
}
