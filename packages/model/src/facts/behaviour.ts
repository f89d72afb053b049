/** Behaviour of one symbol, read from its facts page. */
import { type Behaviour, EFFECT_KINDS, type Effect, GUARD_KINDS, type Guard, NO_BEHAVIOUR } from "../behaviour.js";
import type { FactsPage } from "./page.js";
import { EFFECTS, GUARDS } from "./schema.js";

/** Effects and guards of a symbol, by ordinal. */
export function readBehaviour(page: FactsPage, ordinal: number): Behaviour {
  const effects = readEffects(page, ordinal);
  const guards = readGuards(page, ordinal);
  return effects.length === 0 && guards.length === 0 ? NO_BEHAVIOUR : { effects, guards };
}

function readEffects(page: FactsPage, ordinal: number): Effect[] {
  const table = page.table(EFFECTS);
  const found: Effect[] = [];
  for (let row = firstRow(table.symbol, ordinal); table.symbol[row] === ordinal; row++) {
    const kind = EFFECT_KINDS[table.kind[row] ?? 0];
    const subject = page.ownStringOpt(table.subjectOpt[row] ?? 0);
    if (kind === undefined) continue;
    found.push({ kind, ...(subject === undefined ? {} : { subject }), line: table.line[row] ?? 0 });
  }
  return found;
}

function readGuards(page: FactsPage, ordinal: number): Guard[] {
  const table = page.table(GUARDS);
  const found: Guard[] = [];
  for (let row = firstRow(table.symbol, ordinal); table.symbol[row] === ordinal; row++) {
    const kind = GUARD_KINDS[table.kind[row] ?? 0];
    const text = page.ownStringOpt(table.textOpt[row] ?? 0);
    const error = page.ownStringOpt(table.errorOpt[row] ?? 0);
    if (kind === undefined) continue;
    found.push({ kind, ...(text === undefined ? {} : { text }), ...(error === undefined ? {} : { error }) });
  }
  return found;
}

/** The first row of a symbol in an ascending column; if it has none, the row of the next symbol. */
function firstRow(symbols: Uint32Array, ordinal: number): number {
  let low = 0;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((symbols[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
