/** Side effects of a symbol as short statements: its own with their lines, and those of its direct callees, marked `via NAME`. */
import { EDGE_CODE, type SymbolHandle, type SymbolKind } from "@sdl/model";
import { EFFECT_CODE, type Effect } from "@sdl/model/facts";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { cellLinesText, isNotebook } from "@sdl/model/paths";
import { byCodeUnits } from "@sdl/model/text";

/** Maximum numbers of own and of callees' statements on a card; the rest is stated as a count. */
const MAX_OWN_EFFECTS = 5;
const MAX_CALLEE_EFFECTS = 3;
/** Minimum confidence of a call, in hundredths, whose callee's effects count. */
const MIN_CONFIDENCE = 50;

/** Kinds whose calls run when the symbol is called. Calls of other kinds run once, when their module is loaded. */
const RUN_WHEN_CALLED = new Set<SymbolKind>(["function", "method", "constructor"]);

/** Own effects in the order of the facts, then those of callees; empty if there are none. */
export function sideEffectsOf(
  graph: SymbolGraph,
  record: SymbolRecord,
  own: readonly Effect[],
  minCallConfidence: number,
): string[] {
  const texts = own.map((effect) => `${effectText(effect)} (${lineText(record.file, effect.line)})`);
  const known = new Set(own.map(effectText));
  if (!RUN_WHEN_CALLED.has(record.kind)) return limitTexts(texts, MAX_OWN_EFFECTS);
  return [
    ...limitTexts(texts, MAX_OWN_EFFECTS),
    ...limitTexts(effectsOfCallees(graph, record, known, minCallConfidence), MAX_CALLEE_EFFECTS),
  ];
}

function lineText(file: string, line: number): string {
  return isNotebook(file) ? cellLinesText(line) : `line ${line}`;
}

/** All effects without lines and limits: own ones, then those of callees. */
export function allSideEffects(graph: SymbolGraph, record: SymbolRecord, own: readonly Effect[]): string[] {
  const known = new Set(own.map(effectText));
  return RUN_WHEN_CALLED.has(record.kind) ? [...known, ...effectsOfCallees(graph, record, known, 0)] : [...known];
}

/** Text of an effect: `writes file`, `reads env HOME`, `mutates this.cache`. */
export function effectText({ kind, subject }: Effect): string {
  return subject === undefined ? kind : `${kind} ${subject}`;
}

/** Effects of callees, each once, by kind, then text; if several callees have an effect, the first callee by name is stated. */
function effectsOfCallees(
  graph: SymbolGraph,
  record: SymbolRecord,
  known: ReadonlySet<string>,
  minCallConfidence: number,
): string[] {
  const found = new Map<string, { readonly rank: number; readonly name: string }>();
  for (const callee of confidentCallees(graph, record.handle, minCallConfidence)) {
    const { effects } = graph.behaviour(callee);
    if (effects.length === 0) continue;
    const { qualifiedName, container } = graph.symbol(callee);
    const isSibling = record.kind !== "constructor" && container !== undefined && container === record.container;
    for (const effect of effects) {
      const text = effectText(effect);
      if (known.has(text) || !reachesCaller(effect, isSibling)) continue;
      const other = found.get(text);
      if (other === undefined || qualifiedName < other.name)
        found.set(text, { rank: EFFECT_CODE[effect.kind], name: qualifiedName });
    }
  }
  return [...found]
    .sort(([a, { rank: i }], [b, { rank: j }]) => i - j || byCodeUnits(a, b))
    .map(([text, { name }]) => `${text} via ${name}`);
}

/** Whether a callee's effect counts for the caller. Mutations of another object's own state and log output do not. */
function reachesCaller({ kind, subject }: Effect, isSibling: boolean): boolean {
  if (kind === "logs") return false;
  return kind !== "mutates" || isSibling || !/^(?:this|self)\./.test(subject ?? "");
}

function confidentCallees(graph: SymbolGraph, handle: SymbolHandle, minCallConfidence: number): Set<SymbolHandle> {
  const edges = graph.outgoing(handle);
  const least = Math.max(MIN_CONFIDENCE, minCallConfidence * 100);
  const callees = new Set<SymbolHandle>();
  for (let i = 0; i < edges.length; i++) {
    const isCall = edges.kinds[i] === EDGE_CODE.call && (edges.confidences[i] ?? 0) >= least;
    if (isCall && edges.symbols[i] !== handle) callees.add(edges.symbols[i] as SymbolHandle);
  }
  return callees;
}

function limitTexts(texts: readonly string[], limit: number): string[] {
  if (texts.length <= limit) return [...texts];
  return [...texts.slice(0, limit), `+${texts.length - limit} more`];
}
