/** Source of derivation, read from a snapshot. */
import {
  ENTRIES,
  ENTRY_KINDS,
  EXPRS,
  ExprOp,
  type FactsPage,
  IMPORTS,
  POSTINGS,
  postingSymbols,
  REFS,
  RefKind,
  SYMBOLS,
  TERMS,
} from "@sdl/model/facts";
import { joinTermHash } from "@sdl/model/text";
import type { LedgerSnapshot } from "../read/snapshot.js";
import type { DerivationSource, EntryFact, FileTerms } from "./source.js";

/** Makes a source over a snapshot. */
export function snapshotSource(snapshot: LedgerSnapshot): DerivationSource {
  return {
    graph: snapshot,
    entries: (path) => {
      const page = snapshot.fileFacts(path);
      return page === undefined ? [] : entryFacts(page, snapshot.fileSymbols(path));
    },
    terms: (path) => fileTerms(snapshot.fileFacts(path)),
    configs: () => snapshot.configs(),
  };
}

function fileTerms(page: FactsPage | undefined): FileTerms {
  if (page === undefined) return { hashes: [], starts: [0], ordinals: [], frequencies: [] };
  const terms = page.table(TERMS);
  const hashes: number[] = [];
  const starts = [0];
  for (let i = 0; i < terms.rows; i++) {
    hashes.push(joinTermHash(terms.hi[i] as number, terms.lo[i] as number));
    starts.push((starts[i] as number) + (terms.count[i] as number));
  }
  return { hashes, starts, ordinals: postingSymbols(page), frequencies: page.table(POSTINGS).frequencies };
}

function entryFacts(page: FactsPage, symbols: readonly number[]): EntryFact[] {
  const table = page.table(ENTRIES);
  const facts: EntryFact[] = [];
  for (let i = 0; i < table.rows; i++) {
    const owner = table.owner[i] as number;
    facts.push({
      owner: symbols[owner] as number,
      kind: ENTRY_KINDS[table.kind[i] as number] ?? "title",
      text: page.string(table.text[i] as number),
      handler: page.stringOpt(table.handlerOpt[i] as number),
      calls: callsBetween(page, owner, table.fromLine[i] as number, table.toLine[i] as number),
    });
  }
  return facts;
}

/** @returns names of the symbols that `owner` calls on these lines; empty if the lines are 0 */
function callsBetween(page: FactsPage, owner: number, fromLine: number, toLine: number): string[] {
  if (toLine === 0) return [];
  const refs = page.table(REFS);
  const names: string[] = [];
  for (let i = 0; i < refs.rows; i++) {
    const line = refs.line[i] as number;
    if (refs.owner[i] !== owner || line < fromLine || line > toLine) continue;
    if (refs.kind[i] !== RefKind.Call && refs.kind[i] !== RefKind.New) continue;
    const name = lastName(page, refs.expr[i] as number);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** Last name of an expression: `b` of `a.b`. */
function lastName(page: FactsPage, row: number): string | undefined {
  const exprs = page.table(EXPRS);
  const a = exprs.a[row] as number;
  switch (exprs.op[row]) {
    case ExprOp.Member:
      return page.string(exprs.b[row] as number);
    case ExprOp.Symbol:
      return page.string(page.table(SYMBOLS).name[a] as number);
    case ExprOp.Import:
      return importedName(page, a);
    case ExprOp.Global:
      return page.string(a);
    default:
      return undefined;
  }
}

function importedName(page: FactsPage, row: number): string {
  const { imported, local } = page.table(IMPORTS);
  return page.string(imported[row] as number) || page.string(local[row] as number);
}
