/** Frozen classes, whose instances never change: frozen dataclasses and the like, named tuples. */
import { SymbolFlag } from "@sdl/model";
import { HERITAGE, SYMBOLS } from "@sdl/model/facts";
import type { BehaviourRows } from "../../../extract/behaviour/behaviour-rows.js";
import type { Extraction } from "../../../extract/extraction.js";

/** Maximum number of nodes read per class to find its decorators. */
const MAX_DECORATORS = 400;

/** Adds a guard to each frozen class. */
export function addFrozenClasses(rows: BehaviourRows, extraction: Extraction): void {
  const symbols = extraction.facts.table(SYMBOLS);
  for (let symbol = 1; symbol < symbols.rows; symbol++) {
    if ((symbols.get(symbol, "flags") & SymbolFlag.Decorated) === 0 || extraction.kindOf(symbol) !== "class") continue;
    if (isFrozen(extraction, symbol)) add(rows, extraction, symbol, "all fields (frozen)");
  }
  const heritage = extraction.facts.table(HERITAGE);
  if (heritage.rows === 0) return;
  const texts = extraction.facts.texts();
  for (let row = 0; row < heritage.rows; row++) {
    if (/(?:^|\.)NamedTuple$/.test(texts[heritage.get(row, "text")] ?? ""))
      add(rows, extraction, heritage.get(row, "symbol"), "all fields (NamedTuple)");
  }
}

/** Whether a class has a decorator such as `@dataclass(frozen=True)`, `@attr.s(frozen=True)`, `@attrs.frozen`. */
function isFrozen(extraction: Extraction, symbol: number): boolean {
  const { tree } = extraction;
  const node = extraction.nodeOf(symbol);
  const start = tree.start[node] ?? 0;
  const head = tree.source.slice(start, start + MAX_DECORATORS);
  const decorators = head.slice(0, Math.max(0, head.search(/^[ \t]*class\b/m)));
  return /@[\w.]*(?:dataclass|attrs|define|\.s|frozen)\b[^@]*\bfrozen\s*=\s*True\b|@attrs?\.frozen\b/.test(decorators);
}

function add(rows: BehaviourRows, extraction: Extraction, symbol: number, text: string): void {
  rows.addGuard(symbol, extraction.nodeOf(symbol), { kind: "readonly", text });
}
