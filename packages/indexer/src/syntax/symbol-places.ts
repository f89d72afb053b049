/** Positions of a text's symbols, for a file that changed since it was indexed. Knows one text and no graph. */
import { type Language, type Range, type SymbolId, symbolIdFromParts } from "@sdl/model";
import { FactsPage, SYMBOLS } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { symbolIdsOf } from "../extract/symbol-ids.js";
import { extractFacts } from "../languages/extract-file.js";
import type { ParseEngine } from "../parse/parser.js";

/** A text with its path. */
export interface PlacedText {
  readonly language: Language;
  readonly text: string;
  /** Repository-relative; part of the symbol ids. */
  readonly path: string;
}

/** A symbol's id and position. */
export interface SymbolPlace {
  readonly id: SymbolId;
  readonly range: Range;
  /** Line of the name, from 1. */
  readonly line: number;
}

/** Finds the symbols of a text. @returns in source order, the module first */
export function symbolPlaces(engine: ParseEngine, { language, text, path }: PlacedText): readonly SymbolPlace[] {
  const page = new FactsPage(extractFacts(engine, { language, path, text, generated: false }, NO_SECRETS));
  const ids = symbolIdsOf(page, path);
  const { rows, startLine, startCol, endLine, endCol, nameLine } = page.table(SYMBOLS);
  return Array.from({ length: rows }, (_, i) => {
    const first = startLine[i] ?? 0;
    return {
      id: symbolIdFromParts(ids[2 * i] ?? 0, ids[2 * i + 1] ?? 0),
      range: {
        startLine: first,
        startCol: startCol[i] ?? 0,
        endLine: first + (endLine[i] ?? 0),
        endCol: endCol[i] ?? 0,
      },
      line: first + (nameLine[i] ?? 0),
    };
  });
}
