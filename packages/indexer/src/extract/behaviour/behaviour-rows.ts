/**
 * Builder of a file's effect and guard tables. Accepts rows in any order; writes them grouped by symbol, sorted, and
 * limited per symbol.
 */
import { EFFECT_CODE, EFFECTS, type EffectKind, GUARD_CODE, GUARDS, type GuardKind } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";

/** Maximum number of rows stored per symbol in each table; a card shows fewer. */
const MAX_ROWS = 12;

interface EffectRow {
  readonly symbol: number;
  readonly node: number;
  readonly kind: number;
  readonly subjectOpt: number;
}

interface GuardRow {
  readonly symbol: number;
  readonly node: number;
  readonly kind: number;
  readonly textOpt: number;
  readonly errorOpt: number;
}

/** A guard to add: its kind, its condition's text, and the error thrown when the condition fails. */
export interface GuardInput {
  readonly kind: GuardKind;
  readonly text?: string | undefined;
  readonly error?: string | undefined;
}

/** Collects the effects and guards of one file; {@link write} writes both tables. */
export class BehaviourRows {
  private readonly effects: EffectRow[] = [];
  private readonly guards: GuardRow[] = [];

  constructor(private readonly extraction: Extraction) {}

  addEffect(symbol: number, node: number, kind: EffectKind, subject?: string): void {
    this.effects.push({ symbol, node, kind: EFFECT_CODE[kind], subjectOpt: this.textOpt(subject) });
  }

  addGuard(symbol: number, node: number, { kind, text, error }: GuardInput): void {
    const row = { kind: GUARD_CODE[kind], textOpt: this.textOpt(text), errorOpt: this.textOpt(error) };
    this.guards.push({ symbol, node, ...row });
  }

  write(): void {
    const { facts, lines, tree } = this.extraction;
    const line = (node: number): number => lines.line(tree.start[node] ?? 0);
    for (const { symbol, node, kind, subjectOpt } of selectRows(this.effects, (row) => `${row.kind} ${row.subjectOpt}`))
      facts.table(EFFECTS).append({ symbol, kind, subjectOpt, line: line(node) });
    const keyOf = ({ kind, textOpt, errorOpt }: GuardRow): string => `${kind} ${textOpt} ${errorOpt}`;
    for (const { symbol, kind, textOpt, errorOpt } of selectRows(this.guards, keyOf))
      facts.table(GUARDS).append({ symbol, kind, textOpt, errorOpt });
  }

  private textOpt(text: string | undefined): number {
    const { extraction } = this;
    return extraction.facts.stringOpt(text === undefined ? undefined : extraction.clean(text));
  }
}

/** Sort key of an effect: state changes come last, since there are many and they matter less than external effects. */
function effectSortKey(row: { readonly kind: number; readonly subjectOpt?: number }): number {
  return row.subjectOpt !== undefined && row.kind === EFFECT_CODE.mutates ? 1 : 0;
}

/** Rows sorted by symbol, order and node. Drops repeated rows of a symbol and keeps at most {@link MAX_ROWS} per symbol. */
function selectRows<R extends { readonly symbol: number; readonly node: number; readonly kind: number }>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): R[] {
  const sorted = [...rows].sort(
    (a, b) => a.symbol - b.symbol || effectSortKey(a) - effectSortKey(b) || a.node - b.node,
  );
  const seen = new Set<string>();
  let symbol = -1;
  return sorted.filter((row) => {
    if (row.symbol !== symbol) seen.clear();
    symbol = row.symbol;
    const key = keyOf(row);
    if (seen.has(key) || seen.size >= MAX_ROWS) return false;
    seen.add(key);
    return true;
  });
}
