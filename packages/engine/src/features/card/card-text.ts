/** Text form of cards: signature, summary, dependencies, users, and the source if requested. */
import { pascalCase, placeText } from "@sdl/model/paths";
import type { z } from "zod";
import type { TextStyle } from "../../contract/answer-form.js";
import type { card, cardSource, notModified } from "../../contract/schemas.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, groupBy, textOf, wrapText } from "../../text/layout.js";
import { USED_BY } from "../../text/relation-words.js";
import { sourceText } from "../../text/source-text.js";
import { addressOf } from "../../text/symbol-address.js";
import { shortSignature, symbolTitle } from "../../text/symbol-title.js";

type SentCard = z.output<z.ZodObject<ReturnType<typeof card>>> & {
  readonly source?: z.output<ReturnType<typeof cardSource>> | undefined;
};
type Unchanged = z.output<z.ZodObject<ReturnType<typeof notModified>>>;

/** Words one card, or that it is unchanged, with the next calls. */
export function cardText(answer: (SentCard | Unchanged) & TextBasis, style: TextStyle): string {
  if ("notModified" in answer)
    return textOf([...staleLines(answer), "Not modified: the card with this etag is still current"]);
  const next = nextLines(answer, style);
  const separator = next.length === 0 ? [] : [""];
  return textOf([...staleLines(answer), ...warningLines(answer), ...cardLines(answer), ...separator, ...next]);
}

interface SentCards extends TextBasis {
  readonly cards?: readonly (SentCard | (Unchanged & { readonly symbolId: string }))[] | undefined;
  readonly failures?: readonly { readonly input: string; readonly classification: string }[] | undefined;
}

/** Failures first, then the cards, separated by empty lines. */
export function cardsText(answer: SentCards, style: TextStyle): string {
  const { cards = [], failures = [] } = answer;
  const shown = cards.filter((one): one is SentCard => !("notModified" in one));
  const known = cards.length - shown.length;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    ...failures.map(({ input, classification }) => `${input}: ${FAILURES[classification] ?? classification}`),
    ...failures
      .slice(0, 1)
      .map(({ input }) => `Next: ${style.call("sdl.symbol.search", { query: takeSimpleName(input) })}`),
    known === 0 ? undefined : `Not modified: ${countText(known, "card")} whose etag you passed`,
    ...shown.flatMap((one, index) => (index === 0 && failures.length + known === 0 ? [] : [""]).concat(cardLines(one))),
  ]);
}

const FAILURES: Readonly<Record<string, string>> = {
  not_found: "no symbol has this name",
  ambiguous: "several symbols have this name",
  internal: "the card could not be read",
};

/** `Class.method (src/a.ts:12)` becomes `method`. */
function takeSimpleName(input: string): string {
  return input.replace(/ \(.*$/, "").replace(/^.*[.#:]/, "");
}

const COLUMNS = 100;

function cardLines(one: SentCard): string[] {
  const { source, file } = one;
  return [...headLines(one), ...detailLines(one), ...(source === undefined ? [] : sourceText(source.blocks, file))];
}

/**
 * Location and title, on one line if they fit. The title leaves out the signature when source is shown, because the source contains it, unless it is
 * that of a component, whose source is its template.
 */
function headLines({ kind, name, file, range, visibility, signature, source }: SentCard): string[] {
  const place = placeText(file, range.startLine, range.endLine);
  const shownVisibility = SHOWN_VISIBILITIES.has(visibility) && kind !== "module" ? `${visibility} ` : "";
  const isWritten = source !== undefined && !isComponent(name, file);
  const text = isWritten ? "" : `${signature?.async === true ? "async " : ""}${signature?.text ?? ""}`;
  const title = `${shownVisibility}${symbolTitle({ kind, name, file }, text, MAX_SIGNATURE)}`;
  const overloads = (source === undefined ? (signature?.overloads ?? []) : []).map(
    (overload) => `    ${shortSignature(overload)}`,
  );
  const isShort = place.length + title.length + 2 <= COLUMNS;
  return [
    ...(isShort ? [`${place}  ${title}`] : [place, ...wrapText(title, "  ")]),
    ...shortenedList(overloads, "    and %s more"),
  ];
}

/** Whether a symbol is the component that a file holds, by its name. */
function isComponent(name: string, file: string): boolean {
  const stem = /(?<stem>[^/]*)\.(?:vue|svelte|astro)$/.exec(file)?.groups?.["stem"];
  return stem !== undefined && pascalCase(stem) === name;
}

/** Visibilities that are shown. The others hold for nearly every symbol. */
const SHOWN_VISIBILITIES: ReadonlySet<string> = new Set(["exported", "private", "protected"]);
/** Maximum columns of one signature; it may wrap over several lines. */
const MAX_SIGNATURE = 300;
const MAX_LIST = 4;

/** The first MAX_LIST entries. @param more text of the line that replaces the rest; `%s` is their number */
function shortenedList(list: readonly string[], more: string): string[] {
  if (list.length <= MAX_LIST + 1) return [...list];
  return [...list.slice(0, MAX_LIST), more.replace("%s", String(list.length - MAX_LIST))];
}

function detailLines(one: SentCard): string[] {
  return cardDetails(one).flatMap((text) => wrapText(text, "  "));
}

/** A card's details beside its signature and source: one sentence or list per entry. */
export function cardDetails(one: SentCard): string[] {
  const { summary, invariants = [], sideEffects = [], metrics, processes = [] } = one;
  const said = [
    summary,
    joinList(invariants.map(spellOutMore)),
    joinList(sideEffects.map(spellOutMore)),
    depsText(one),
    ...(one.callResolution?.calls ?? []).map(
      ({ label, confidence, resolutionReason }) => `calls ${label}: ${resolutionReason}, confidence ${confidence}`,
    ),
    usersText(one),
    metrics.testRefs === undefined ? undefined : `tested by ${metrics.testRefs.join(", ")}`,
    joinList(processes.map(({ label }) => `in the call chain ${label}`)),
    changesText(metrics.churn30d),
  ];
  return said.flatMap((text) => (text === undefined ? [] : [text.replace(/\s+/g, " ")]));
}

function joinList(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join("; ");
}

/** Rewrites `+3 more`, the last entry of a card's shortened lists, as `and 3 more`. */
function spellOutMore(label: string): string {
  return label.replace(/^\+(\d+) more$/, "and $1 more");
}

function depsText({ deps, callResolution }: SentCard): string | undefined {
  const calls = callResolution === undefined ? (deps?.calls ?? []) : [];
  const others = deps?.imports ?? [];
  return joinList([
    ...(calls.length === 0 ? [] : [`calls ${calls.map(spellOutMore).join(", ")}`]),
    ...(others.length === 0 ? [] : [`uses ${others.map(spellOutMore).join(", ")}`]),
  ]);
}

/** Users grouped by kind of use, then the number of further users. */
function usersText({ usedBy = [], metrics, kind }: SentCard): string | undefined {
  if (usedBy.length === 0) return kind === "module" ? undefined : "no users found";
  const groups = groupBy(usedBy, ({ by }) => USED_BY[by]);
  const more = metrics.fanIn - usedBy.length;
  const named = [...groups].map(([verb, users]) => `${verb} ${users.map(userLabel).join(", ")}`).join("; ");
  return more > 0 ? `${named}; and by ${more} more` : named;
}

function userLabel({ name, file, line }: NonNullable<SentCard["usedBy"]>[number]): string {
  return name === file ? file : `${name} (${placeText(file, line)})`;
}

function changesText(churn30d = 0): string | undefined {
  return churn30d === 0 ? undefined : `changed by ${countText(churn30d, "commit")} in 30 days`;
}

/** Calls that return the rest of the source, the members, the further users. */
function nextLines(one: SentCard, style: TextStyle): string[] {
  const { source, kind, file, range, metrics, usedBy = [] } = one;
  const symbol = addressOf({ ...one, line: one.line ?? range.startLine });
  const lines: string[] = [];
  const add = (action: string, args: Readonly<Record<string, unknown>>, gives: string) =>
    lines.push(`Next: ${style.call(action, args)}  ${gives}`);
  if (source?.form === "excerpt")
    add("sdl.symbol.getCard", { symbol, source: "full" }, `all ${range.endLine - range.startLine + 1} lines`);
  if (HAS_MEMBERS.has(kind) && source?.form !== "body")
    add("sdl.file.outline", { file }, kind === "module" ? "what it holds" : "its members");
  const direction = usedBy.every(({ by }) => by === "call") ? "callers" : "references";
  if (metrics.fanIn > usedBy.length)
    add("sdl.symbol.references", { symbol, direction }, `all ${metrics.fanIn} that use it`);
  return lines;
}

const HAS_MEMBERS: ReadonlySet<string> = new Set(["module", "class", "interface"]);
