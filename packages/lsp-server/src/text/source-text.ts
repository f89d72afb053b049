/**
 * A text in the coordinates of three readers: offsets in UTF-16 units, the client's positions (lines from 0, columns in its encoding), and the
 * engine's places (lines from 1, columns in UTF-16 units). Pure. For all three a line ends at LF, CR LF, or a CR alone.
 */
import type { Position, Range, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Encoding, fromUtf16Column, toUtf16Column } from "./position-encoding.js";

/** Where the engine says something stands. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 0, in UTF-16 units. */
  readonly col: number;
}

export interface Word {
  readonly text: string;
  readonly start: Place;
}

/** A name as programs write it. */
const NAME_CHARACTER = /[\p{ID_Continue}$\u200c\u200d]/u;
const NAME = /[\p{ID_Continue}$\u200c\u200d]+/gu;

export class SourceText {
  constructor(
    private readonly document: TextDocument,
    private readonly encoding: Encoding,
  ) {}

  /** Of a file that no editor has open. */
  static of(text: string, encoding: Encoding): SourceText {
    return new SourceText(TextDocument.create("", "", 0, text), encoding);
  }

  toPlace({ line, character }: Position): Place {
    const text = this.line(line);
    if (text === undefined) return line < 0 ? { line: 1, col: 0 } : this.end();
    return { line: line + 1, col: toUtf16Column(text, character, this.encoding) };
  }

  toPosition({ line, col }: Place): Position {
    const text = this.line(line - 1);
    if (text === undefined) return line < 1 ? { line: 0, character: 0 } : this.toPosition(this.end());
    return { line: line - 1, character: fromUtf16Column(text, col, this.encoding) };
  }

  /** The name at a place; at the end of one, that one. */
  wordAt({ line, col }: Place): Word | undefined {
    const text = this.line(line - 1) ?? "";
    for (const found of text.matchAll(NAME)) {
      const end = found.index + found[0].length;
      if (found.index <= col && col <= end) return { text: found[0], start: { line, col: found.index } };
    }
    return undefined;
  }

  /** What a name covers that begins at a place. */
  nameRange(start: Place): Range {
    const word = this.wordAt(start);
    const length = word?.start.col === start.col ? word.text.length : 0;
    return this.range(start, { line: start.line, col: start.col + length });
  }

  /** Where a name stands on a line; the line's first name where it does not stand there. */
  findName(name: string, { line, col }: Place): Place {
    const text = this.line(line - 1) ?? "";
    for (let at = text.indexOf(name, col); at !== -1 && name !== ""; at = text.indexOf(name, at + 1))
      if (!isNameCharacter(text, at - 1) && !isNameCharacter(text, at + name.length)) return { line, col: at };
    return { line, col: text.search(/\S|$/) };
  }

  range(start: Place, end: Place): Range {
    return { start: this.toPosition(start), end: this.toPosition(end) };
  }

  private end(): Place {
    const line = this.document.lineCount;
    return { line, col: this.line(line - 1)?.length ?? 0 };
  }

  /** Without its end. @param line from 0 */
  private line(line: number): string | undefined {
    if (line < 0 || line >= this.document.lineCount) return undefined;
    return lineOf(this.document, line);
  }
}

/** The client's changes, one after the other, each in the coordinates that the one before left. */
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
  return { line, character: toUtf16Column(lineOf(document, line), character, encoding) };
}

/** Without its end. */
function lineOf(document: TextDocument, line: number): string {
  const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
  return document.getText(range).replace(/\r\n$|[\r\n]$/, "");
}

function isNameCharacter(text: string, at: number): boolean {
  return NAME_CHARACTER.test(text.charAt(at));
}
