/**
 * Whole bodies of a file's functions, classes and other declarations, tests left out, no line in two of them: what the baseline ranks
 * and writes out. Files are parsed one by one; no index is asked.
 */
import { extractFacts, type ParseEngine } from "@sdl/indexer";
import type { SymbolKind } from "@sdl/model";
import { FactsPage, qualifiedNames, SYMBOLS, symbolKind } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { wordParts } from "../replay/bm25.js";
import type { Source } from "./source-files.js";

/** Functions whole, with what is nested in them; of classes what is no method; of other declarations what is neither. */
export type BodyKind = "function" | "class" | "other";

export interface Body {
  readonly kind: BodyKind;
  readonly path: string;
  /** Ascending, from 1. */
  readonly lines: readonly number[];
  readonly text: string;
  /** How often each term stands in the text, the qualified name and the path, with the number of all of them. */
  readonly terms: { readonly text: TermCounts; readonly name: TermCounts; readonly path: TermCounts };
}

export interface TermCounts {
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

const KIND_OF: Readonly<Record<Exclude<SymbolKind, "module">, BodyKind>> = {
  function: "function",
  method: "function",
  constructor: "function",
  class: "class",
  interface: "class",
  type: "class",
  variable: "other",
};

/** In the order in which lines are given away: functions from outside, then classes from inside, then all else from outside. */
export function bodiesOf({ path, language, text }: Source, engine: ParseEngine): Body[] {
  const declarations = declarationsOf(
    new FactsPage(extractFacts(engine, { language, text, generated: false }, NO_SECRETS)),
  );
  const of = (kind: BodyKind) => declarations.filter((one) => one.kind === kind);
  const ordered = [
    ...of("function").sort((a, b) => b.height - a.height),
    ...of("class").sort((a, b) => a.height - b.height),
    ...of("other").sort((a, b) => b.height - a.height),
  ];
  const rows = text.split("\n");
  const taken = new Set<number>();
  const pathTerms = countTerms(path);
  return ordered.flatMap(({ kind, name, firstLine, height }) => {
    const range = Array.from({ length: height + 1 }, (_, offset) => firstLine + offset);
    const lines = range.filter((line) => line <= rows.length && !taken.has(line));
    for (const line of lines) taken.add(line);
    const own = lines.map((line) => rows[line - 1]).join("\n");
    if (own.trim() === "") return [];
    return { kind, path, lines, text: own, terms: { text: countTerms(own), name: countTerms(name), path: pathTerms } };
  });
}

interface Declaration {
  readonly kind: BodyKind;
  readonly name: string;
  readonly firstLine: number;
  /** Lines from the first to the last. */
  readonly height: number;
}

function declarationsOf(page: FactsPage): Declaration[] {
  const { rows, startLine, endLine } = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const kind = symbolKind(page, row);
    if (kind === "module") return [];
    return { kind: KIND_OF[kind], name: names[row] ?? "", firstLine: startLine[row] ?? 1, height: endLine[row] ?? 0 };
  });
}

/** Identifiers in parts, stemmed. */
export function countTerms(text: string): TermCounts {
  const counts = new Map<string, number>();
  const terms = wordParts(text);
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { length: terms.length, counts };
}
