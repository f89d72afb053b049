/** Collects effects and guards of one file in any order, and writes them as the facts want them: by symbol, in order, bounded. */
import { EFFECT_CODE, EFFECTS, type EffectKind, GUARD_CODE, GUARDS, type GuardKind } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";

/** Rows kept of one symbol in each table; a card shows fewer. */
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

export interface GuardInput {
  readonly kind: GuardKind;
  readonly text?: string | undefined;
  readonly error?: string | undefined;
}

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
    for (const { symbol, node, kind, subjectOpt } of chosen(this.effects, (row) => `${row.kind} ${row.subjectOpt}`))
      facts.table(EFFECTS).append({ symbol, kind, subjectOpt, line: line(node) });
    const keyOf = ({ kind, textOpt, errorOpt }: GuardRow): string => `${kind} ${textOpt} ${errorOpt}`;
    for (const { symbol, kind, textOpt, errorOpt } of chosen(this.guards, keyOf))
      facts.table(GUARDS).append({ symbol, kind, textOpt, errorOpt });
  }

  private textOpt(text: string | undefined): number {
    const { extraction } = this;
    return extraction.facts.stringOpt(text === undefined ? undefined : extraction.clean(text));
  }
}

/** Changes of state come last: they are many, and say less than what leaves the program. */
function orderOf(row: { readonly kind: number; readonly subjectOpt?: number }): number {
  return row.subjectOpt !== undefined && row.kind === EFFECT_CODE.mutates ? 1 : 0;
}

/** Sorted by symbol, order and place; of equal rows of a symbol the first; at most {@link MAX_ROWS} a symbol. */
function chosen<R extends { readonly symbol: number; readonly node: number; readonly kind: number }>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): R[] {
  const sorted = [...rows].sort((a, b) => a.symbol - b.symbol || orderOf(a) - orderOf(b) || a.node - b.node);
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
