/**
 * Bodies of a file's functions, classes and other declarations, without tests; no line is in two bodies. The baseline
 * ranks and prints them. Files are parsed one by one, without an index.
 */
import { extractFacts, type ParseEngine } from "@sdl/indexer";
import type { SymbolKind } from "@sdl/model";
import { FactsPage, qualifiedNames, SYMBOLS, symbolKind } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { wordParts } from "../replay/bm25.js";
import type { Source } from "./source-files.js";

/**
 * A function's body is whole, with nested functions; a class's body is the rest of the class; `other` is the rest of
 * other declarations.
 */
export type BodyKind = "function" | "class" | "other";

/** One body. */
export interface Body {
  readonly kind: BodyKind;
  readonly path: string;
  /** Ascending, from 1. */
  readonly lines: readonly number[];
  readonly text: string;
  /** Term counts of the text, the qualified name and the path. */
  readonly terms: { readonly text: TermCounts; readonly name: TermCounts; readonly path: TermCounts };
}

/** Occurrences by term, and their sum. */
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

/**
 * Splits a file into bodies. Lines go to functions first, outermost before innermost; then to classes, innermost first;
 * then to the rest, outermost first.
 */
export function splitIntoBodies({ path, language, text }: Source, engine: ParseEngine): Body[] {
  const declarations = readDeclarations(
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
  /** All lines of the declaration. */
  readonly height: number;
}

function readDeclarations(page: FactsPage): Declaration[] {
  const { rows, startLine, endLine } = page.table(SYMBOLS);
  const names = qualifiedNames(page);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const kind = symbolKind(page, row);
    if (kind === "module") return [];
    return { kind: KIND_OF[kind], name: names[row] ?? "", firstLine: startLine[row] ?? 1, height: endLine[row] ?? 0 };
  });
}

/** Counts the parts of identifiers, stemmed. */
export function countTerms(text: string): TermCounts {
  const counts = new Map<string, number>();
  const terms = wordParts(text);
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { length: terms.length, counts };
}
