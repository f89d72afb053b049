/** Calls the actions of each rung of the ladder: cards of several symbols, skeletons of fewer, hot paths of fewer still, raw source of one. */

import type { SymbolHandle } from "@sdl/model";
import { placeText } from "@sdl/model/paths";
import { identifierTerms, isTextStopWord, queryTerms } from "@sdl/model/text";
import type { LadderRung } from "../../contract/action.js";
import type { Answer } from "../../contract/prune-answer.js";
import type { Query } from "../../query/run-query.js";
import type { ActionLog } from "./action-log.js";

/** Maximum number of symbols per rung (level of detail). */
const RUNG_SYMBOLS: Readonly<Record<LadderRung, number>> = { card: 6, skeleton: 3, hotPath: 2, raw: 1 };
/** Approximate tokens of one card's kept fields: with fewer tokens left, fewer cards are requested. */
const CARD_TOKENS = 100;
/** Fields of a card that a run keeps. The full card is one call away; its tokens are better spent on source. */
const CARD_FIELDS = [
  "symbolId",
  "name",
  "qualifiedName",
  "kind",
  "file",
  "range",
  "summary",
  "invariants",
  "sideEffects",
];
const MAX_IDENTIFIERS = 8;
type SourceRung = Exclude<LadderRung, "card">;
/** Maximum tokens of one output. */
const MOST_TOKENS: Readonly<Record<SourceRung, number>> = { skeleton: 600, hotPath: 800, raw: 1400 };
/** Minimum tokens of one output: a shorter output is of little use, and the gate grants no smaller block of raw source. */
const LEAST_TOKENS: Readonly<Record<SourceRung, number>> = { skeleton: 150, hotPath: 120, raw: 256 };
const MAX_RAW_LINES = 120;

/** A run between two rungs. */
export interface ClimbState {
  readonly query: Query;
  readonly taskText: string;
  /** Best first. */
  readonly symbols: readonly SymbolHandle[];
  readonly log: ActionLog;
  readonly includeTests: boolean;
  /** Number of remaining levels of detail, this one included; each gets an equal share of the remaining tokens. */
  readonly rungsLeft: number;
}

/** Results of the levels of detail that were read. */
export interface LevelFindings {
  /** Cards in the order of the symbols. */
  readonly cards: Answer[];
  /** Source included in the answer; `place` is `src/a.ts:12`. */
  readonly read: {
    readonly rung: LadderRung;
    readonly name: string;
    readonly place: string;
    readonly tokens?: number;
  }[];
}

/** Reads the symbols of one rung and adds the findings to `finds`. */
export async function climbRung(climb: ClimbState, rung: LadderRung, finds: LevelFindings): Promise<void> {
  if (rung === "card") return readCards(climb, finds);
  const share = climb.log.tokensLeft / climb.rungsLeft;
  const above = climb.log.tokensLeft - share;
  // Reads fewer symbols rather than only the first lines of many.
  const count = Math.max(1, Math.min(RUNG_SYMBOLS[rung], Math.floor(share / LEAST_TOKENS[rung])));
  const symbols = symbolsToRead(climb, rung).slice(0, count);
  for (const [i, symbol] of symbols.entries()) {
    const left = Math.floor((climb.log.tokensLeft - above) / (symbols.length - i));
    const room = Math.min(climb.log.tokensLeft, Math.max(LEAST_TOKENS[rung], left));
    await readSource(climb, wantedSource(climb, { rung, symbol, room }), finds);
  }
  if (rung === "hotPath" && climb.includeTests) await readTests(climb, finds);
}

async function readCards({ query, symbols, log }: ClimbState, finds: LevelFindings): Promise<void> {
  const count = Math.max(1, Math.min(RUNG_SYMBOLS.card, Math.floor(log.tokensLeft / 3 / CARD_TOKENS)));
  const symbolIds = symbols.slice(0, count).map((symbol) => query.graph.symbol(symbol).id);
  const answer = await log.call({
    type: "card",
    action: "sdl.symbol.getCards",
    args: { symbolIds },
    keep: briefCards,
    isFirstRung: true,
  });
  const cards = answer?.["cards"];
  if (Array.isArray(cards)) finds.cards.push(...cards);
}

function briefCards({ cards }: Answer): object {
  if (!Array.isArray(cards)) return {};
  return { cards: cards.map((card: Answer) => ({ ...pickFields(card, CARD_FIELDS), signature: signatureText(card) })) };
}

function pickFields(card: Answer, fields: readonly string[]): Answer {
  return Object.fromEntries(fields.flatMap((field) => (card[field] === undefined ? [] : [[field, card[field]]])));
}

function signatureText({ signature }: Answer): unknown {
  return typeof signature === "object" && signature !== null && "text" in signature ? signature.text : undefined;
}

/**
 * Symbols with a body, best first. Above the skeleton rung, members come before a class that contains them: the class's skeleton already shows
 * their context.
 */
function symbolsToRead(climb: ClimbState, rung: LadderRung): readonly SymbolHandle[] {
  const all = climb.symbols.filter((symbol) => hasBody(climb, symbol));
  if (rung === "skeleton") return all;
  const whole = new Set(all.map((symbol) => climb.query.graph.symbol(symbol).container));
  return [...all.filter((symbol) => !whole.has(symbol)), ...all.filter((symbol) => whole.has(symbol))];
}

/**
 * Whether reading source adds to the card: cards show types, interface members and constants in full, and top-level code has no single location.
 */
function hasBody({ query: { graph } }: ClimbState, symbol: SymbolHandle): boolean {
  const { kind, container } = graph.symbol(symbol);
  const isDeclared = container !== undefined && graph.kindOf(container) === "interface";
  return !isDeclared && (kind === "function" || kind === "method" || kind === "class" || kind === "constructor");
}

interface Reading {
  readonly rung: SourceRung;
  readonly symbol: SymbolHandle;
  /** Maximum tokens of the output. */
  readonly room: number;
}

interface WantedSource extends Reading {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

async function readSource(
  { query, log }: ClimbState,
  { rung, symbol, action, args }: WantedSource,
  finds: LevelFindings,
) {
  const { qualifiedName, file, line } = query.graph.symbol(symbol);
  const answer = await log.call({ type: rung, action, args });
  if (answer === undefined) return;
  const tokens = answer["estimatedTokens"];
  const isDenied = answer["approved"] === false;
  if (isDenied) log.missing.push(`raw source of ${qualifiedName} (${String(answer["whyDenied"])})`);
  else {
    const cost = typeof tokens === "number" ? { tokens } : {};
    finds.read.push({ rung, name: qualifiedName, place: placeText(file, line), ...cost });
  }
}

function wantedSource(climb: ClimbState, reading: Reading): WantedSource {
  const { rung, symbol, room } = reading;
  const { id, range } = climb.query.graph.symbol(symbol);
  const maxTokens = Math.min(room, MOST_TOKENS[rung]);
  const common = { symbolId: id, maxTokens };
  switch (rung) {
    case "skeleton":
      return { ...reading, action: "sdl.code.getSkeleton", args: common };
    case "hotPath":
      return {
        ...reading,
        action: "sdl.code.getHotPath",
        args: { ...common, identifiersToFind: identifiersOf(climb, symbol) },
      };
    case "raw":
      return {
        ...reading,
        action: "sdl.code.needWindow",
        args: {
          ...common,
          reason: climb.taskText.slice(0, 500),
          expectedLines: Math.min(MAX_RAW_LINES, range.endLine - range.startLine + 1),
          identifiersToFind: identifiersOf(climb, symbol),
          sliceContext: { taskText: climb.taskText.slice(0, 20_000) },
        },
      };
  }
}

/** Adds a hot path of the best linked test, around the name of the tested symbol. */
async function readTests(climb: ClimbState, finds: LevelFindings): Promise<void> {
  const { graph, derived } = climb.query;
  const [tested] = climb.symbols;
  const [link] = tested === undefined ? [] : (derived?.testsOf(tested) ?? []);
  if (tested === undefined || link === undefined) {
    climb.log.missing.push(derived === undefined ? "tests (test links are not built yet)" : "tests (none is linked)");
    return;
  }
  const { id, qualifiedName, file, line } = graph.symbol(link.test);
  const answer = await climb.log.call({
    type: "tests",
    action: "sdl.code.getHotPath",
    args: { symbolId: id, identifiersToFind: [graph.symbol(tested).name], maxTokens: 500 },
  });
  if (answer !== undefined) finds.read.push({ rung: "hotPath", name: qualifiedName, place: placeText(file, line) });
}

/**
 * Identifiers in the symbol's body: names that it calls and uses, those that match the task's terms first, then its parameters and its own name.
 */
function identifiersOf({ query, taskText }: ClimbState, symbol: SymbolHandle): readonly string[] {
  const { graph } = query;
  const wanted = new Set(queryTerms(taskText).map(({ term }) => term));
  const used = [...new Set(graph.outgoing(symbol).symbols)].map((callee) => graph.symbol(callee));
  const names = used.filter(({ kind }) => kind !== "module" && kind !== "constructor").map(({ name }) => name);
  const parameters = (graph.details(symbol).signature?.params ?? []).map(({ name }) => name);
  const all = [...new Set([...names, ...parameters, graph.symbol(symbol).name])].filter((name) =>
    /^[\p{L}_$]/u.test(name),
  );
  const matches = (name: string) => identifierTerms(name).some((term) => wanted.has(term) && !isTextStopWord(term));
  return [...all.filter(matches), ...all.filter((name) => !matches(name))].slice(0, MAX_IDENTIFIERS);
}
