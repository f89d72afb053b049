/** Subject of a request beyond the protocol: a document, a position in it, a folder, or by default the client's first folder. */
import { type RegistryEntry, SdlError } from "@sdl/engine";
import type { Position, TextDocumentIdentifier } from "vscode-languageserver";
import { Inquiry, type ServerContext } from "./inquiry.js";
import { inquireDocument, inquireSymbol } from "./position-request.js";

/** Subject of a request; absent fields use the default. */
export interface RequestSubject {
  readonly textDocument?: TextDocumentIdentifier;
  readonly position?: Position;
  /** URI of one of the client's folders. */
  readonly folder?: string;
}

/** Waits until answers reflect the newest text of the document. @throws {SdlError} `repo_not_found` */
export async function startInquiry(
  sources: ServerContext,
  subject: RequestSubject,
  signal: AbortSignal,
): Promise<Inquiry> {
  const { textDocument } = subject;
  if (textDocument !== undefined) await inquireDocument(sources, textDocument.uri, signal);
  return new Inquiry(sources, await repositoryOfSubject(sources, subject), signal);
}

/** Repository of a subject. @throws {SdlError} `repo_not_found` */
async function repositoryOfSubject(
  { repositories }: ServerContext,
  { textDocument, folder }: RequestSubject,
): Promise<RegistryEntry> {
  const entry = await (textDocument !== undefined
    ? repositories.placeOfUri(textDocument.uri).then((place) => place?.entry)
    : folder !== undefined
      ? repositories.ofFolder(folder)
      : repositories.all().then(([first]) => first));
  if (entry !== undefined) return entry;
  const meant = textDocument?.uri ?? folder ?? "the open folders";
  throw new SdlError("repo_not_found", `no repository contains ${meant}; open a folder that contains source files`);
}

/** Id of the symbol at the subject's position; `undefined` if there is no position or no symbol. */
export async function symbolAtSubject(
  sources: ServerContext,
  { textDocument, position }: RequestSubject,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (textDocument === undefined || position === undefined) return undefined;
  return (await inquireSymbol(sources, { textDocument, position }, signal))?.symbol.symbolId;
}

/** Absolute path of a document. @throws {SdlError} `repo_not_found` */
export async function documentPath(sources: ServerContext, uri: string): Promise<string> {
  const place = await sources.repositories.placeOfUri(uri);
  if (place === undefined) throw new SdlError("repo_not_found", `no repository contains ${uri}; open its folder first`);
  return place.path;
}
