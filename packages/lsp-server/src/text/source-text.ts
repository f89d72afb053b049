/**
 * Text with conversion between three coordinate systems: offsets in UTF-16 units, the client's positions (lines from 0, columns in its encoding),
 * and the engine's places (lines from 1, columns in UTF-16 units). Pure. In all three a line ends at LF, CR LF, or a lone CR.
 */
import type { Position, Range, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Encoding, fromUtf16Column, toUtf16Column } from "./position-encoding.js";

/** A position in the engine's coordinates. */
export interface Place {
  /** Line number, from 1. */
  readonly line: number;
  /** Column, from 0, in UTF-16 units. */
  readonly col: number;
}

/** An identifier in a text, with its start. */
export interface PlacedWord {
  readonly text: string;
  readonly start: Place;
}

/** Characters of identifiers in program code. */
const NAME_CHARACTER = /[\p{ID_Continue}$\u200c\u200d]/u;
const NAME = /[\p{ID_Continue}$\u200c\u200d]+/gu;

/** A text in the client's position encoding. */
export class SourceText {
  constructor(
    private readonly document: TextDocument,
    private readonly encoding: Encoding,
  ) {}

  /** Text of a file that is not open in the editor. */
  static of(text: string, encoding: Encoding): SourceText {
    return new SourceText(TextDocument.create("", "", 0, text), encoding);
  }

  toPlace({ line, character }: Position): Place {
    const text = this.line(line);
    if (text === undefined) return line < 0 ? { line: 1, col: 0 } : this.endPlace();
    return { line: line + 1, col: toUtf16Column(text, character, this.encoding) };
  }

  toPosition({ line, col }: Place): Position {
    const text = this.line(line - 1);
    if (text === undefined) return line < 1 ? { line: 0, character: 0 } : this.toPosition(this.endPlace());
    return { line: line - 1, character: fromUtf16Column(text, col, this.encoding) };
  }

  /** The identifier at a place, including one that ends there. */
  wordAt({ line, col }: Place): PlacedWord | undefined {
    const text = this.line(line - 1) ?? "";
    for (const found of text.matchAll(NAME)) {
      const end = found.index + found[0].length;
      if (found.index <= col && col <= end) return { text: found[0], start: { line, col: found.index } };
    }
    return undefined;
  }

  /** Range of the identifier that begins at a place; empty if none does. */
  nameRange(start: Place): Range {
    const word = this.wordAt(start);
    const length = word?.start.col === start.col ? word.text.length : 0;
    return this.range(start, { line: start.line, col: start.col + length });
  }

  /** Place of an identifier on a line, searched from column `col`; if it is not found, the first non-blank character of the line. */
  findName(name: string, { line, col }: Place): Place {
    const text = this.line(line - 1) ?? "";
    for (let at = text.indexOf(name, col); at !== -1 && name !== ""; at = text.indexOf(name, at + 1))
      if (!isNameCharacter(text, at - 1) && !isNameCharacter(text, at + name.length)) return { line, col: at };
    return { line, col: text.search(/\S|$/) };
  }

  range(start: Place, end: Place): Range {
    return { start: this.toPosition(start), end: this.toPosition(end) };
  }

  private endPlace(): Place {
    const line = this.document.lineCount;
    return { line, col: this.line(line - 1)?.length ?? 0 };
  }

  /** Text of a line without line end. @param line from 0 */
  private line(line: number): string | undefined {
    if (line < 0 || line >= this.document.lineCount) return undefined;
    return lineText(this.document, line);
  }
}

/** Applies the client's changes in order; each uses the coordinates of the text after the previous change. */
export function applyChanges(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  { version, encoding }: { readonly version: number; readonly encoding: Encoding },
): void {
  for (const change of changes) {
    const inUtf16 = "range" in change ? { ...change, range: toUtf16Range(document, change.range, encoding) } : change;
    TextDocument.update(document, [inUtf16], version);
  }
}

function toUtf16Range(document: TextDocument, { start, end }: Range, encoding: Encoding): Range {
  return { start: toUtf16Position(document, start, encoding), end: toUtf16Position(document, end, encoding) };
}

function toUtf16Position(document: TextDocument, { line, character }: Position, encoding: Encoding): Position {
  if (line >= document.lineCount) return document.positionAt(document.getText().length);
  if (line < 0) return { line: 0, character: 0 };
  return { line, character: toUtf16Column(lineText(document, line), character, encoding) };
}

/** Text of a line without line end. */
function lineText(document: TextDocument, line: number): string {
  const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
  return document.getText(range).replace(/\r\n$|[\r\n]$/, "");
}

function isNameCharacter(text: string, at: number): boolean {
  return NAME_CHARACTER.test(text.charAt(at));
}
