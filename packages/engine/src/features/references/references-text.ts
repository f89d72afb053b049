/** Text form of references: files as headings, a line per symbol with the lines of its references. */

import { placeText } from "@sdl/model/paths";
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, groupBy, textOf } from "../../text/layout.js";
import { linesText } from "../../text/source-text.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";
import { symbolTitle } from "../../text/symbol-title.js";
import type { DIRECTIONS } from "./directions.js";

interface Place {
  readonly file: string;
  readonly line: number;
}

interface SentItem extends AddressedSymbol {
  readonly kind: string;
  readonly confidence: number;
  readonly depth: number;
  readonly sites?: readonly Place[] | undefined;
  readonly moreSites?: number | undefined;
}

type Direction = (typeof DIRECTIONS)[number];

interface SentReferences extends TextBasis {
  readonly symbol: AddressedSymbol & { readonly kind: string };
  readonly direction: Direction;
  readonly total: number;
  readonly items?: readonly SentItem[] | undefined;
  readonly next?: Readonly<Record<string, unknown>> | undefined;
}

/** Words each symbol with its lines, and the call for the next page. */
export function referencesText(answer: SentReferences, style: TextStyle): string {
  const { items = [], next, total, direction } = answer;
  const rest = next === undefined ? [] : ["", `Next: ${style.call("sdl.symbol.references", next)}  the next page`];
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    headLine(answer),
    ...[...groupBy(items, ({ file }) => file)].flatMap(([file, group]) => [
      "",
      file,
      ...group.map((item) => itemLine(item, direction)),
    ]),
    ...(total === 0 && direction === "callers" ? otherUses(answer, style) : rest),
  ]);
}

/** Head line per direction. `count` is `2 symbols` or `no symbol`. */
const HEADS: Readonly<Record<Direction, (name: string, count: string, isMany: boolean) => string>> = {
  callers: (name, count, isMany) => `${count} ${isMany ? "call" : "calls"} ${name}`,
  callees: (name, count) => `${name} calls ${count}`,
  references: (name, count, isMany) => `${count} ${isMany ? "use" : "uses"} ${name}`,
  implementations: (name, count, isMany) =>
    `${count} ${isMany ? "implement or extend" : "implements or extends"} ${name}`,
  supertypes: (name, count) => `${name} implements or extends ${count}`,
  tests: (name, count) => `${name} is tested by ${count}`,
};

function headLine({ symbol, direction, total, items = [] }: SentReferences): string {
  const isFile = symbol.name === symbol.file;
  // Who imports from a file that passes on what others declare uses the others.
  const file = isFile && total === 0 && direction === "references" ? `what ${symbol.file} declares` : symbol.file;
  const name = isFile ? file : `${symbol.name} (${addressOf(symbol)})`;
  const noun = direction === "tests" ? "test" : "symbol";
  const head = HEADS[direction](name, total === 0 ? `no ${noun}` : countText(total, noun), total > 1);
  const shown = items.length < total ? `; ${items.length} of them on this page` : "";
  return `${total === 0 ? head.replace(/^no /, "No ") : head}${shown}`;
}

/** A symbol without callers may still be passed as a value or imported: suggests all references. */
function otherUses({ symbol }: SentReferences, style: TextStyle): string[] {
  const args = { symbol: addressOf(symbol), direction: "references" };
  return [`Next: ${style.call("sdl.symbol.references", args)}  uses other than calls`];
}

/** Confidence below which a reference is marked as not sure. */
const LEAST_SURE = 0.6;

function itemLine(item: SentItem, direction: Direction): string {
  const { line, file, depth, confidence } = item;
  const isModule = item.name === file;
  const said = [
    sitesText(item),
    depth > 1 && direction !== "tests" ? `${depth} edges away` : "",
    confidence < LEAST_SURE ? "not sure" : "",
  ].filter((text) => text !== "");
  return `${isModule ? "" : `${linesText(file, line)}  `}${symbolTitle({ ...item, file })}${said.length === 0 ? "" : `  ${said.join(", ")}`}`;
}

/** `at 12, 15`; sites in another file with their path. */
function sitesText({ sites = [], moreSites, file }: SentItem): string {
  if (sites.length === 0) return "";
  const places = [...new Set(sites.map((site) => (site.file === file ? linesText(file, site.line) : addressIn(site))))];
  return `at ${places.join(", ")}${moreSites === undefined ? "" : ` and ${moreSites} more`}`;
}

function addressIn({ file, line }: Place): string {
  return placeText(file, line);
}
