/** What each rung of the ladder asks for: cards of several symbols, skeletons of few, hot paths of fewer, raw source of one. */
import { identifierTerms, isTextStopWord, queryTerms, type SymbolHandle } from "@sdl/model";
import type { LadderRung } from "../actions/action.js";
import type { Answer } from "../actions/prune-answer.js";
import type { Query } from "../queries/pinned.js";
import type { ActionLog, WantedAction } from "./action-log.js";

/** How many symbols a rung looks at, at most. */
const RUNG_SYMBOLS: Readonly<Record<LadderRung, number>> = { card: 6, skeleton: 3, hotPath: 2, raw: 1 };
/** What one card costs, roughly: fewer are asked for where there is less room. */
const CARD_TOKENS = 130;
const MAX_IDENTIFIERS = 8;
const MAX_RAW_LINES = 120;

export interface Climb {
  readonly query: Query;
  readonly taskText: string;
  /** Best first. */
  readonly symbols: readonly SymbolHandle[];
  readonly log: ActionLog;
  readonly includeTests: boolean;
}

/** What the rungs found. */
export interface Finds {
  /** Cards in the order of the symbols. */
  readonly cards: Answer[];
  /** Source that was read: `src/a.ts:12` by kind. */
  readonly read: {
    readonly rung: LadderRung;
    readonly name: string;
    readonly place: string;
    readonly tokens?: number;
  }[];
}

export async function climbRung(climb: Climb, rung: LadderRung, finds: Finds): Promise<void> {
  if (rung === "card") return readCards(climb, finds);
  for (const symbol of climb.symbols.filter((one) => hasBody(climb, one)).slice(0, RUNG_SYMBOLS[rung])) {
    await readSource(climb, rung, symbol, finds);
  }
  if (rung === "hotPath" && climb.includeTests) await readTests(climb, finds);
}

async function readCards({ query, symbols, log }: Climb, finds: Finds): Promise<void> {
  const count = Math.max(1, Math.min(RUNG_SYMBOLS.card, Math.floor(log.tokensLeft / 3 / CARD_TOKENS)));
  const symbolIds = symbols.slice(0, count).map((symbol) => query.graph.symbol(symbol).id);
  const answer = await log.call({ type: "card", action: "sdl.symbol.getCards", args: { symbolIds } });
  const cards = answer?.["cards"];
  if (Array.isArray(cards)) finds.cards.push(...cards);
}

/** Types and constants are shown whole by their cards; top-level code is no one place. */
function hasBody({ query }: Climb, symbol: SymbolHandle): boolean {
  const kind = query.graph.kindOf(symbol);
  return kind === "function" || kind === "method" || kind === "class" || kind === "constructor";
}

async function readSource(climb: Climb, rung: Exclude<LadderRung, "card">, symbol: SymbolHandle, finds: Finds) {
  const { qualifiedName, file, line } = climb.query.graph.symbol(symbol);
  const answer = await climb.log.call(wantedSource(climb, rung, symbol));
  if (answer === undefined) return;
  const tokens = answer["estimatedTokens"];
  const isDenied = answer["approved"] === false;
  if (isDenied) climb.log.missing.push(`raw source of ${qualifiedName} (${String(answer["whyDenied"])})`);
  else {
    const cost = typeof tokens === "number" ? { tokens } : {};
    finds.read.push({ rung, name: qualifiedName, place: `${file}:${line}`, ...cost });
  }
}

function wantedSource(climb: Climb, rung: Exclude<LadderRung, "card">, symbol: SymbolHandle): WantedAction {
  const { id, range } = climb.query.graph.symbol(symbol);
  const identifiersToFind = identifiersOf(climb, symbol);
  const room = Math.max(50, Math.floor(climb.log.tokensLeft / 2));
  switch (rung) {
    case "skeleton":
      return { type: rung, action: "sdl.code.getSkeleton", args: { symbolId: id, maxTokens: Math.min(room, 600) } };
    case "hotPath":
      return {
        type: rung,
        action: "sdl.code.getHotPath",
        args: { symbolId: id, identifiersToFind, maxTokens: Math.min(room, 800) },
      };
    case "raw":
      return {
        type: rung,
        action: "sdl.code.needWindow",
        args: {
          symbolId: id,
          reason: climb.taskText.slice(0, 500),
          expectedLines: Math.min(MAX_RAW_LINES, range.endLine - range.startLine + 1),
          identifiersToFind,
          maxTokens: Math.min(room, 1400),
        },
      };
  }
}

/** A hot path of the best linked test, around the symbol that it tests. */
async function readTests(climb: Climb, finds: Finds): Promise<void> {
  const { graph, derived } = climb.query;
  const [tested] = climb.symbols;
  const [link] = tested === undefined ? [] : (derived?.testsOf(tested) ?? []);
  if (tested === undefined || link === undefined) {
    climb.log.missing.push(derived === undefined ? "tests (not linked yet)" : "tests (none is linked)");
    return;
  }
  const { id, qualifiedName, file, line } = graph.symbol(link.test);
  const answer = await climb.log.call({
    type: "tests",
    action: "sdl.code.getHotPath",
    args: { symbolId: id, identifiersToFind: [graph.symbol(tested).name], maxTokens: 500 },
  });
  if (answer !== undefined) finds.read.push({ rung: "hotPath", name: qualifiedName, place: `${file}:${line}` });
}

/** Names that stand in the symbol's body: what it calls and uses, those of the task's words first, then its own parameters and name. */
function identifiersOf({ query, taskText }: Climb, symbol: SymbolHandle): readonly string[] {
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
