/** Preparation of requests about a document or a position in it. */
import { symbolUnderCursor } from "@sdl/engine";
import type { TextDocumentPositionParams } from "vscode-languageserver";
import { type PlacedWord, SourceText } from "../text/source-text.js";
import { Inquiry, type ServerContext, type SymbolLabel } from "./inquiry.js";

/** An inquiry about an open document. */
export interface DocumentInquiry {
  readonly inquiry: Inquiry;
  /** Absolute path. A relative one would first be resolved against the working directory. */
  readonly path: string;
  readonly text: SourceText;
}

/**
 * Prepares a request about a document. Waits until the newest text of an open document has been extracted; for other documents the text on disk is
 * used.
 * @returns `undefined` if the document belongs to no repository
 */
export async function inquireDocument(
  sources: ServerContext,
  uri: string,
  signal: AbortSignal,
): Promise<DocumentInquiry | undefined> {
  const { documents, repositories, encoding } = sources;
  const open = documents.find(uri);
  const place = await (open?.place ?? repositories.placeOfUri(uri));
  if (place === undefined) return undefined;
  const inquiry = new Inquiry(sources, place.entry, signal);
  const { path } = place;
  if (open !== undefined) {
    await documents.whenExtracted(open);
    return { inquiry, path, text: new SourceText(open.document, encoding()) };
  }
  const text = repositories.read(place);
  return text === undefined ? undefined : { inquiry, path, text: SourceText.of(text, encoding()) };
}

/** An inquiry about the symbol at a position. */
export interface SymbolInquiry extends DocumentInquiry {
  readonly word: PlacedWord;
  readonly symbol: SymbolLabel;
}

/** @returns `undefined` if there is no symbol at the position */
export async function inquireSymbol(
  sources: ServerContext,
  { textDocument, position }: TextDocumentPositionParams,
  signal: AbortSignal,
): Promise<SymbolInquiry | undefined> {
  const asked = await inquireDocument(sources, textDocument.uri, signal);
  const word = asked?.text.wordAt(asked.text.toPlace(position));
  if (asked === undefined || word === undefined) return undefined;
  const { inquiry, path } = asked;
  const symbol = await inquiry.runWithContext((context, repoId) =>
    symbolUnderCursor(context, { repoId, file: path, ...word.start, name: word.text }),
  );
  return symbol === undefined ? undefined : { ...asked, word, symbol };
}
