/** Documents that the client has open, with their current text and their place in a repository. */
import { bufferCheckpoint, bufferStatusAction, type Engine } from "@sdl/engine";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Encoding } from "../text/position-encoding.js";
import { applyChanges } from "../text/source-text.js";
import type { PlacedFile, Repositories } from "../workspace/repositories.js";
import type { BufferEvent, DraftQueue } from "./draft-queue.js";

/** One open document. */
export interface OpenDocument {
  readonly uri: string;
  readonly document: TextDocument;
  readonly place: Promise<PlacedFile | undefined>;
  /** Whether a pushed text may not have been extracted yet. */
  mayBePending: boolean;
}

interface OpenDocumentsOptions {
  readonly engine: Engine;
  readonly repositories: Repositories;
  readonly drafts: DraftQueue;
  readonly encoding: () => Encoding;
  readonly source: () => string;
}

/** Maximum time in milliseconds that an answer waits for the newest text to be extracted. */
const MAX_WAIT_MS = 300;
/** Interval of renewals. Drafts of an editor without a sign of life for ten minutes are dropped. */
const RENEWAL_MS = 3 * 60 * 1000;

/** All open documents by URI; renews their drafts while they are open. */
export class OpenDocuments {
  private readonly byUri = new Map<string, OpenDocument>();
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly options: OpenDocumentsOptions) {
    this.renewal = setInterval(() => void this.renewDrafts(), RENEWAL_MS).unref();
  }

  find(uri: string): OpenDocument | undefined {
    return this.byUri.get(uri);
  }

  /** The open document of a file, whatever URI the client uses for it. */
  async ofFile({
    repoId,
    file,
  }: {
    readonly repoId: string;
    readonly file: string;
  }): Promise<OpenDocument | undefined> {
    for (const open of this.byUri.values()) {
      const place = await open.place;
      if (place?.entry.repoId === repoId && place.file === file) return open;
    }
    return undefined;
  }

  /** Registers an opened document. After a restart an editor opens documents with unsaved text, so the text is compared with the file on disk. */
  open(uri: string, { languageId, version, text }: { languageId: string; version: number; text: string }): void {
    const document = TextDocument.create(uri, languageId, version, text);
    // A document that belongs to no repository is registered but not pushed.
    const place = this.options.repositories.placeOfUri(uri).catch(() => undefined);
    const open: OpenDocument = { uri, document, place, mayBePending: false };
    this.byUri.set(uri, open);
    const isDirty = this.isDirty(open);
    void isDirty.then((dirty) => {
      open.mayBePending ||= dirty;
    });
    this.push(open, "open", isDirty);
  }

  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const open = this.byUri.get(uri);
    if (open === undefined) return;
    applyChanges(open.document, changes, { version, encoding: this.options.encoding() });
    open.mayBePending = true;
    this.push(open, "change", this.isDirty(open));
  }

  save(uri: string): void {
    const open = this.byUri.get(uri);
    if (open !== undefined) this.push(open, "save", Promise.resolve(false));
  }

  close(uri: string): void {
    const open = this.byUri.get(uri);
    if (open === undefined) return;
    this.byUri.delete(uri);
    this.push(open, "close", Promise.resolve(false));
  }

  closeAll(): void {
    for (const uri of [...this.byUri.keys()]) this.close(uri);
  }

  /** Waits, for at most {@link MAX_WAIT_MS}, until answers reflect the newest text of the document. */
  async whenExtracted(open: OpenDocument): Promise<void> {
    if (!open.mayBePending) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS).unref();
    });
    await Promise.race([this.extractNow(open).catch(() => undefined), patience]);
    clearTimeout(timer);
  }

  stop(): void {
    clearInterval(this.renewal);
  }

  /** Whether the text differs from the file on disk. It can equal it again after an edit, if the edit was undone. */
  private async isDirty({ place, document }: OpenDocument): Promise<boolean> {
    const text = document.getText();
    const placed = await place;
    return placed !== undefined && this.differsFromDisk(placed, text);
  }

  private differsFromDisk(place: PlacedFile, text: string): boolean {
    try {
      return this.options.repositories.read(place) !== text;
    } catch {
      return true; // an unreadable file counts as different
    }
  }

  private async extractNow(open: OpenDocument): Promise<void> {
    const { engine, drafts } = this.options;
    const { version } = open.document;
    await drafts.whenPushed(open.uri);
    const place = await open.place;
    if (place === undefined) return;
    await bufferCheckpoint.execute({ repoId: place.entry.repoId }, { engine, signal: engine.ending });
    if (open.document.version === version) open.mayBePending = false;
  }

  private push(open: OpenDocument, eventType: BufferEvent["eventType"], isDirty: Promise<boolean>): void {
    const { document, place } = open;
    const { version } = document;
    const content = eventType === "close" ? "" : document.getText();
    const timestamp = new Date(this.options.engine.now()).toISOString();
    const event = Promise.all([place, isDirty]).then(([placed, dirty]) => {
      if (placed === undefined) return undefined;
      const { entry, path } = placed;
      return { eventType, repoId: entry.repoId, filePath: path, content, version, dirty, timestamp };
    });
    this.options.drafts.add(open.uri, eventType === "change", event);
  }

  private async renewDrafts(): Promise<void> {
    const { engine, source } = this.options;
    const places = await Promise.all([...this.byUri.values()].map(({ place }) => place));
    const repositories = new Set(places.flatMap((place) => (place === undefined ? [] : [place.entry.repoId])));
    for (const repoId of repositories) {
      await bufferStatusAction
        .execute({ repoId, sourceId: source() }, { engine, signal: engine.ending, isNested: true })
        .catch(() => undefined);
    }
  }
}
