/**
 * Requests beyond the protocol: `sdl/slice`, `sdl/blastRadius`, `sdl/memories`, `sdl/status`. Each answers with the text that an agent would get and the
 * data that an editor shows. Their errors are the client's to show: it asked.
 */
import {
  bufferStatusAction,
  deltaGet,
  memorySurface,
  type RegistryEntry,
  repoStatus,
  SdlError,
  sliceBuild,
  toolStyle,
} from "@sdl/engine";
import type { Position, TextDocumentIdentifier } from "vscode-languageserver";
import { Inquiry, type Sources } from "./inquiry.js";
import { inquireOf, inquireOfSymbol } from "./position-request.js";

/** What is asked about; without a document the client's first folder. */
interface Subject {
  readonly textDocument?: TextDocumentIdentifier;
  readonly position?: Position;
}

interface SliceParams extends Subject {
  readonly taskText?: string;
  /** Tokens. */
  readonly budget?: number;
}

type OwnRequest = (sources: Sources, params: never, signal: AbortSignal) => Promise<object>;

const STYLE = toolStyle("underscore");

async function slice(sources: Sources, params: SliceParams, signal: AbortSignal): Promise<object> {
  const { taskText, budget } = params;
  const inquiry = await inquiryOf(sources, params, signal);
  const symbol = await symbolOf(sources, params, signal);
  const place = symbol === undefined ? await wholeFile(sources, params, signal) : { entrySymbols: [symbol] };
  const args = {
    ...(taskText === undefined ? {} : { taskText }),
    ...place,
    ...(budget === undefined ? {} : { budget: { maxEstimatedTokens: budget } }),
  };
  const { text, answer } = await inquiry.askText(sliceBuild, args, STYLE);
  const { sliceHandle, slice: sent } = answer as SentSlice;
  return { text, tokens: sent?.budget?.used, sliceHandle };
}

interface SentSlice {
  readonly sliceHandle?: string;
  readonly slice?: { readonly budget?: { readonly used?: number } };
}

async function blastRadius(sources: Sources, params: Subject & { readonly base?: string }, signal: AbortSignal) {
  const inquiry = await inquiryOf(sources, params, signal);
  const args = { fromVersion: params.base ?? "HEAD", toVersion: "@draft" };
  const { text, answer } = await inquiry.askText(deltaGet, args, STYLE);
  return { text, delta: answer.delta };
}

async function memories(sources: Sources, params: Subject, signal: AbortSignal): Promise<object> {
  const inquiry = await inquiryOf(sources, params, signal);
  const symbol = await symbolOf(sources, params, signal);
  const args = symbol === undefined ? {} : { symbolIds: [symbol] };
  const { text, answer } = await inquiry.askText(memorySurface, args, STYLE);
  return { text, memories: answer.memories ?? [] };
}

async function status(sources: Sources, params: Subject, signal: AbortSignal): Promise<object> {
  const inquiry = await inquiryOf(sources, params, signal);
  const repository = await inquiry.askText(repoStatus, {}, STYLE);
  const buffers = await inquiry.askText(bufferStatusAction, {}, STYLE);
  return {
    text: `${repository.text}\n${buffers.text}`,
    rootPath: inquiry.entry.rootPath,
    status: repository.answer,
    buffers: buffers.answer,
  };
}

export const OWN_REQUESTS: Readonly<Record<string, OwnRequest>> = {
  "sdl/slice": slice,
  "sdl/blastRadius": blastRadius,
  "sdl/memories": memories,
  "sdl/status": status,
};

async function inquiryOf(sources: Sources, { textDocument }: Subject, signal: AbortSignal): Promise<Inquiry> {
  if (textDocument !== undefined) await newestText(sources, textDocument, signal);
  const entry = await repositoryOf(sources, textDocument);
  return new Inquiry(sources, entry, signal);
}

async function newestText(sources: Sources, { uri }: TextDocumentIdentifier, signal: AbortSignal): Promise<void> {
  await inquireOf(sources, uri, signal);
}

/** @throws {SdlError} `repo_not_found` */
async function repositoryOf({ repositories }: Sources, document?: TextDocumentIdentifier): Promise<RegistryEntry> {
  const entry =
    document === undefined ? (await repositories.all())[0] : (await repositories.place(document.uri))?.entry;
  if (entry !== undefined) return entry;
  const meant = document?.uri ?? "the open folders";
  throw new SdlError("repo_not_found", `no repository holds ${meant}; open a folder that holds sources`);
}

async function symbolOf(
  sources: Sources,
  { textDocument, position }: Subject,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (textDocument === undefined || position === undefined) return undefined;
  return (await inquireOfSymbol(sources, { textDocument, position }, signal))?.symbol.symbolId;
}

async function wholeFile(sources: Sources, { textDocument }: Subject, signal: AbortSignal): Promise<object> {
  const asked = textDocument === undefined ? undefined : await inquireOf(sources, textDocument.uri, signal);
  return asked === undefined ? {} : { editedFiles: [asked.path] };
}
