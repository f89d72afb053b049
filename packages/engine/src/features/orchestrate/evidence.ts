/** Evidence of a run: statements with their locations, all taken from results of actions. */

import { isSymbolId, parseSymbolId, type SymbolHandle } from "@sdl/model";
import { placeText } from "@sdl/model/paths";
import type { Answer } from "../../contract/prune-answer.js";
import type { Query } from "../../query/run-query.js";
import { describeCommit } from "../task-context/why-context.js";
import type { ActionLog } from "./action-log.js";
import type { LevelFindings } from "./climb.js";
import type { TaskFocus } from "./discover.js";

/** One statement with its place. */
export interface Evidence {
  readonly type: "frame" | "callee" | "change" | "test" | "symbol" | "source";
  /** `src/a.ts:12` */
  readonly reference: string;
  readonly summary: string;
  readonly timestamp: string;
}

const MAX_CALLEES = 6;
const MAX_TESTS = 3;
const MAX_CHANGES = 4;

/** Evidence from a stack trace: frames, callees of the innermost frame, recent changes, tests. */
export async function traceEvidence(
  query: Query,
  { frames }: TaskFocus,
  log: ActionLog,
  timestamp: string,
): Promise<Evidence[]> {
  const [innermost] = frames;
  if (innermost === undefined) return [];
  const { graph } = query;
  const named = frames.map(
    ({ symbol, file, line }, at): Evidence => ({
      type: "frame",
      reference: placeText(file, line),
      summary: `frame ${at + 1}: ${graph.symbol(symbol).qualifiedName}`,
      timestamp,
    }),
  );
  const callees = await queryReferences(log, graph.symbol(innermost.symbol).id, "callees", 2);
  const tests =
    query.derived === undefined ? [] : await queryReferences(log, graph.symbol(innermost.symbol).id, "tests", 1);
  return [
    ...named,
    ...callees.slice(0, MAX_CALLEES).map((item) => itemEvidence(item, "callee", timestamp)),
    ...recentChanges(query, [...frames.map(({ symbol }) => symbol), ...listDirectHandles(query, callees)], timestamp),

    ...tests.slice(0, MAX_TESTS).map((item) => itemEvidence(item, "test", timestamp)),
  ];
}

function listDirectHandles({ graph }: Query, items: readonly Answer[]): SymbolHandle[] {
  return items.flatMap(({ symbolId, depth }) => {
    const handle =
      depth === 1 && isSymbolId(String(symbolId)) ? graph.findSymbol(parseSymbolId(String(symbolId))) : undefined;
    return handle === undefined ? [] : [handle];
  });
}

/**
 * The last commits that changed the frames or the innermost frame's callees; empty without a history. Commit messages are quoted text of the
 * repository.
 */
function recentChanges({ graph, derived }: Query, symbols: readonly SymbolHandle[], timestamp: string): Evidence[] {
  const history = derived?.history();
  if (history === undefined) return [];
  const touched = [...new Set(symbols)].flatMap((symbol) =>
    history.commitsOf(graph.symbol(symbol).id).map((commit) => ({ symbol, commit })),
  );
  // Array sort is stable: if a commit changed several symbols, the innermost frame is listed.
  const latest = touched.sort((a, b) => b.commit.timeMs - a.commit.timeMs);
  const once = latest.filter(({ commit }, at) => latest.findIndex((other) => other.commit.id === commit.id) === at);
  return once.slice(0, MAX_CHANGES).map(({ symbol, commit }) => {
    const { qualifiedName, file, line } = graph.symbol(symbol);
    const { id, date, author, message } = describeCommit(commit);
    const subject = message.split("\n", 1)[0] ?? "";
    const summary = `${qualifiedName} changed on ${date} by ${author}: ${subject} (${id})`;
    return { type: "change", reference: placeText(file, line), summary, timestamp };
  });
}

async function queryReferences(
  log: ActionLog,
  symbolId: string,
  direction: string,
  depth: number,
): Promise<readonly Answer[]> {
  const answer = await log.call({
    type: direction,
    action: "sdl.symbol.references",
    args: { symbolId, direction, depth, limit: 10, minConfidence: 0.5 },
    keep: ({ items }) => ({
      items: listOf(items).map(({ symbolId, name, file, line }) => ({ symbolId, name, file, line })),
    }),
  });
  return listOf(answer?.["items"]);
}

function itemEvidence(item: Answer, type: "callee" | "test", timestamp: string): Evidence {
  const distance = item["depth"] === 1 || type === "test" ? "" : `, ${String(item["depth"])} calls away`;
  return {
    type,
    reference: `${String(item["file"])}:${String(item["line"])}`,
    summary: `${type === "test" ? "tested by" : "calls"} ${String(item["name"])}${distance}`,
    timestamp,
  };
}

/** Evidence from the cards and the source that the rungs read. */
export function findingsEvidence({ cards, read }: LevelFindings, timestamp: string): Evidence[] {
  return [
    ...cards.map(
      (card): Evidence => ({ type: "symbol", reference: placeOf(card), summary: cardSummary(card), timestamp }),
    ),
    ...read.map(
      ({ rung, name, place, tokens }): Evidence => ({
        type: "source",
        reference: place,
        summary: `${rung === "raw" ? "source" : rung} of ${name}${tokens === undefined ? "" : `, ${tokens} tokens`}`,
        timestamp,
      }),
    ),
  ];
}

function placeOf(card: Answer): string {
  const range = card["range"];
  const start = typeof range === "object" && range !== null && "startLine" in range ? range.startLine : undefined;
  return `${String(card["file"])}:${String(card["line"] ?? start ?? 1)}`;
}

/** Name, summary, invariants and side effects. */
function cardSummary(card: Answer): string {
  const name = String(card["qualifiedName"] ?? card["name"]);
  const invariants = textsOf(card["invariants"]);
  const effects = textsOf(card["sideEffects"]);
  const parts = [
    typeof card["summary"] === "string" ? card["summary"] : undefined,
    invariants.length === 0 ? undefined : `Holds: ${invariants.join("; ")}.`,
    effects.length === 0 ? undefined : `Effects: ${effects.join("; ")}.`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? name : `${name}: ${parts.join(" ")}`;
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.slice(0, 3).map(String) : [];
}

function listOf(value: unknown): readonly Answer[] {
  return Array.isArray(value)
    ? value.filter((entry): entry is Answer => typeof entry === "object" && entry !== null)
    : [];
}

/** Name of the first symbol, for `nextBestAction`. */
export function firstSymbol({ graph }: Query, symbols: readonly SymbolHandle[]): string | undefined {
  const [first] = symbols;
  return first === undefined ? undefined : graph.symbol(first).qualifiedName;
}
