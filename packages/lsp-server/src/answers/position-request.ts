/** A request about a place in a document, made ready to be answered. */
import { symbolUnderCursor } from "@sdl/engine";
import type { TextDocumentPositionParams } from "vscode-languageserver";
import { SourceText, type Word } from "../text/source-text.js";
import { Inquiry, type Label, type Sources } from "./inquiry.js";

export interface DocumentInquiry {
  readonly inquiry: Inquiry;
  readonly file: string;
  readonly text: SourceText;
}

/** Waits for the document's newest text to be read. @returns nothing for a document that is not open, or of no repository */
export async function inquireOf(
  sources: Sources,
  uri: string,
  signal: AbortSignal,
): Promise<DocumentInquiry | undefined> {
  const open = sources.documents.find(uri);
  const place = await open?.place;
  if (open === undefined || place === undefined) return undefined;
  await sources.documents.whenRead(open);
  const inquiry = new Inquiry(sources, place.entry, signal);
  return { inquiry, file: place.file, text: new SourceText(open.document, sources.encoding()) };
}

export interface SymbolInquiry extends DocumentInquiry {
  readonly word: Word;
  readonly symbol: Label;
}

/** @returns nothing where the cursor stands on no symbol */
export async function inquireOfSymbol(
  sources: Sources,
  { textDocument, position }: TextDocumentPositionParams,
  signal: AbortSignal,
): Promise<SymbolInquiry | undefined> {
  const asked = await inquireOf(sources, textDocument.uri, signal);
  const word = asked?.text.wordAt(asked.text.toPlace(position));
  if (asked === undefined || word === undefined) return undefined;
  const { inquiry, file } = asked;
  const symbol = await inquiry.call((context, repoId) =>
    symbolUnderCursor(context, { repoId, file, ...word.start, name: word.text }),
  );
  return symbol === undefined ? undefined : { ...asked, word, symbol };
}
