/**
 * Drafts: unsaved text of editors, shared by all processes of a repository. Handles pushes, schedules parsing, and
 * selects the drafts that count. Invariants: text is masked before it is stored; the ledger is never written.
 */
import { randomBytes } from "node:crypto";
import type { DraftDifference, DraftFacts, DraftHead, DraftStore, StoredDraft } from "@sdl/graph";
import { describeSkip, readSource, statInRoot } from "@sdl/indexer";
import { messageOf, SdlError } from "@sdl/model";
import { faultOf, type ProgramFault } from "../machine/program-log.js";
import type { RepositorySettings } from "../settings.js";
import { DraftAccess, type LiveDrafts } from "./draft-access.js";
import { DraftParser, type DraftText } from "./draft-parser.js";
import { type DraftPlace, draftPlace, type IndexedPlace, kindOfPath } from "./draft-place.js";
import { type DraftReading, readingOf, recordOf, withReading } from "./draft-reading.js";
import {
  type CheckpointResult,
  DEFAULT_DRAFT_SETTINGS,
  type DraftPush,
  type DraftPushed,
  type DraftSettings,
  type DraftStatus,
  type LastCheckpoint,
} from "./draft-request.js";
import { type DraftSurroundings, draftKey, hasExpired, latestPerFile } from "./draft-rules.js";
import { isTooLarge, maskedText, withoutMark } from "./draft-text.js";
import { ParseQueue } from "./parse-queue.js";
import { type PlacedPush, PushedDrafts } from "./pushed-drafts.js";
import { isWritten } from "./written-draft.js";

/** Options of {@link Drafts}. */
export interface DraftsOptions {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly settings: RepositorySettings;
  /** False if the store is read-only. */
  readonly canWrite: boolean;
  /** Returns the settings, read at each use. */
  readonly draftSettings?: (() => DraftSettings) | undefined;
  readonly now: () => number;
  readonly onFault: (fault: ProgramFault) => void;
  /** Prepares the version with these drafts, one per file, so that other processes need not. `undefined` if there is nothing to store. */
  readonly prepare?: (drafts: readonly StoredDraft[]) => Promise<DraftDifference | undefined>;
  /** Does the same work for facts of no draft, so that the first edit of that file is fast. */
  readonly warm?: (path: string, facts: DraftFacts) => Promise<void>;
}

const MAX_CONTENT_BYTES = 5_000_000;
/** Delay before an opened file is warmed: after opening several files, the user looks at the last. */
const WARM_AFTER_MS = 300;
/** Shortest interval between updates of an editor's last activity. */
const RENEWAL_MS = 60_000;

/** A received text until it is parsed. */
interface UnparsedText {
  readonly place: DraftPlace;
  readonly source: string;
  readonly text: string;
  /** The text as it is stored. */
  readonly stored: string;
  readonly textId: number;
}

/** Receives, stores and parses drafts. */
export class Drafts {
  private readonly access: DraftAccess;
  private readonly parser: DraftParser;
  private readonly queue: ParseQueue;
  private readonly pushed: PushedDrafts;
  /** By draft key: received texts of this process. */
  private readonly texts = new Map<string, UnparsedText>();
  /** By draft key: the last text without syntax errors. */
  private readonly good = new Map<string, string>();
  private lastMasked: { readonly place: DraftPlace; readonly content: string; readonly text: string } | undefined;
  private accepting: Promise<unknown> = Promise.resolve();
  private lastEventMs: number | undefined;
  private lastCheckpoint: LastCheckpoint | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private warmTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: DraftsOptions) {
    const { rootPath, settings, now } = options;
    this.parser = new DraftParser({ rootPath, maxFileBytes: settings.maxFileBytes });
    this.queue = new ParseQueue({ delayMs: () => this.draftSettings.debounceMs, read: (key) => this.parseText(key) });
    this.access = new DraftAccess(options);
    this.pushed = new PushedDrafts({
      holder: () => this.access.holder,
      now,
      maxFiles: () => this.draftSettings.maxFiles,
    });
  }

  private get draftSettings(): DraftSettings {
    return this.options.draftSettings?.() ?? DEFAULT_DRAFT_SETTINGS;
  }

  /**
   * Processes a push, in order of calls. The text is on disk when this returns.
   * @throws {SdlError} `path_outside_repo`, `too_large`, `invalid_params`, `policy_denied` if the store cannot be
   * written
   * @throws {GraphError} from the store
   */
  push(push: DraftPush): Promise<DraftPushed> {
    const taken = this.accepting.then(() => this.accept(push));
    this.accepting = taken.catch(() => undefined);
    return taken;
  }

  /** Called when the saved file is indexed: removes its draft, unless the editor changed it again. */
  settleSaved({ path, source, version }: Pick<DraftHead, "path" | "source" | "version">): void {
    this.access.writable().change((changing) => {
      const head = changing.head(path, source);
      if (head === undefined || head.isDirty || head.version !== version) return;
      changing.remove(head);
      this.forget(path, source);
    });
  }

  /** Parses the newest text of a draft now; an index of the file can reuse its facts. */
  readNow(draft: Pick<DraftHead, "path" | "source">): Promise<void> {
    return this.queue.flushOne(draftKey(draft));
  }

  /** Resolves when the texts being parsed are part of answers. */
  whenParsed(): Promise<void> {
    return this.queue.whenParsed();
  }

  /** Parses all unparsed texts, including those of dead processes. */
  async checkpoint(): Promise<CheckpointResult> {
    const checkpointId = randomBytes(8).toString("hex");
    let [pending, failed] = [0, 0];
    let error: string | undefined;
    try {
      pending = this.unparsedHere().length;
      await this.queue.flush();
      await this.parseOrphans();
      failed = Math.min(pending, this.unparsedHere().length);
    } catch (fault) {
      error = messageOf(fault);
      failed = pending;
    }
    const [read, atMs] = [pending - failed, this.options.now()];
    this.lastCheckpoint = { atMs, failed, read, error };
    return { checkpointId, atMs, pending, read, failed };
  }

  /** Status of drafts. @param source the asking editor, which counts as alive */
  status(source: string | undefined): DraftStatus {
    const store = this.access.readable();
    if (store !== undefined && source !== undefined) this.renew(store, source);
    const heads = store?.heads() ?? [];
    return {
      pending: heads.filter(isUnparsed).length,
      held: heads.filter((head) => isUnparsed(head) && !kindOfPath(head.path)?.language).map(({ path }) => path),
      dirty: heads.filter(({ isDirty }) => isDirty).length,
      queued: this.queue.depth,
      overlayVersion: store?.version() ?? 0,
      lastEventMs: this.lastEventMs,
      lastCheckpoint: this.lastCheckpoint,
    };
  }

  /** The drafts that count. @returns `undefined` if none does */
  async live(): Promise<LiveDrafts | undefined> {
    const store = this.access.readable();
    if (store === undefined) return undefined;
    this.removeExpired(store);
    await this.parseOrphans();
    const live = this.access.current(store);
    return live.drafts.length === 0 ? undefined : live;
  }

  /** The parsed facts of drafts, of any editor and process, by path. */
  facts(): (path: string) => DraftFacts[] {
    const store = this.access.readable();
    const heads = store?.heads().filter(({ facts }) => facts?.key !== undefined) ?? [];
    return (path) => {
      const ofFile = heads.filter((head) => head.path === path);
      return store === undefined || ofFile.length === 0
        ? []
        : store.read(ofFile).drafts.flatMap(({ facts }) => facts ?? []);
    };
  }

  /** Whether another live process received an unsaved one of the drafts, and so may store their difference. */
  isOfOthers(drafts: readonly StoredDraft[]): boolean {
    const isAnothers = (holder: string): boolean => holder !== this.access.holder && this.access.isAlive(holder);
    return drafts.some(({ head: { isDirty, holder } }) => isDirty && isAnothers(holder));
  }

  /** Milliseconds since the epoch. */
  nowMs(): number {
    return this.options.now();
  }

  /** The stored difference of the drafts, as the last process prepared it. */
  difference(): DraftDifference | undefined {
    return this.access.readable()?.difference();
  }

  /**
   * Whether answers have the text of a changed file from the live process of an editor, which indexes it: the file was
   * saved, or the editor has just written it and not told of the save yet.
   */
  hasTextOfDisk(path: string): boolean {
    return this.draftOnDisk(path) !== undefined;
  }

  /** As {@link hasTextOfDisk}, if the editor's process is another one. */
  isIndexedElsewhere(path: string): boolean {
    const draft = this.draftOnDisk(path);
    return draft !== undefined && draft.holder !== this.access.holder;
  }

  /**
   * Stores the difference of the drafts from the latest version, unless it is stored already, so that no other process
   * builds it. Of saved drafts alone there is hardly any. Errors are ignored: the next query reports them.
   */
  async renewDifference(): Promise<void> {
    const store = this.isClosed ? undefined : this.access.readable();
    if (store === undefined || !store.heads().some(({ isDirty }) => isDirty)) return;
    const { version, drafts } = this.access.read(store);
    const difference = await this.options.prepare?.(drafts).catch(() => undefined);
    if (difference === undefined || this.isClosed) return;
    store.change((changing) => {
      // Otherwise a draft changed meanwhile, and whoever parses it stores its difference.
      if (changing.version === version + 1) changing.putDifference(difference);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.accepting;
    clearTimeout(this.idleTimer);
    clearTimeout(this.warmTimer);
    await this.queue.close();
    await this.parser.close();
    await this.access.close();
  }

  private async accept(push: DraftPush): Promise<DraftPushed> {
    const { rootPath, settings, now } = this.options;
    const { source, version, event } = push;
    if (!Number.isSafeInteger(version) || version < 0) throw noVersion(version);
    if (Buffer.byteLength(push.content) > MAX_CONTENT_BYTES) throw tooLarge(push.filePath);
    const place = draftPlace(rootPath, settings, push.filePath);
    if ("why" in place) return this.refused(place.path, `${place.path} ${place.why}: it is not stored`);
    this.lastEventMs = now();
    const { text, refusal } = await this.textToStore(place, push);
    const store = this.access.writable();
    this.renew(store, source);
    const done = this.pushed.accept(store, { push, path: place.path, text, refusal });
    if (done.problem !== undefined) return this.refused(place.path, done.problem);
    const { overlayVersion, textId, warnings } = done;
    if (text === undefined) this.forget(place.path, source);
    const isNew = textId !== undefined && text !== undefined;
    if (isNew) this.schedule({ place, source, text: push.content, stored: text, textId });
    else if (text === undefined && event !== "close") this.warmLater(place, push.content);
    return {
      ...{ accepted: true, path: place.path, overlayVersion, warnings, isSaved: event === "save" },
      isParseScheduled: isNew && !isHeld(place),
    };
  }

  /** The masked text of a push; `undefined` if no text of the buffer counts. */
  private async textToStore(
    place: IndexedPlace,
    { event, isDirty, content }: DraftPush,
  ): Promise<Pick<PlacedPush, "text" | "refusal">> {
    if (event === "close" || (!isDirty && event !== "save")) return { text: undefined, refusal: undefined };
    // The text of a buffer that will not be indexed is not needed.
    const refusal = isTooLarge(place, content) ? describeSkip("too-large") : undefined;
    return { text: await this.masked(place, refusal === undefined ? withoutMark(content) : ""), refusal };
  }

  private schedule(unparsed: UnparsedText): void {
    const { place, source } = unparsed;
    const key = draftKey({ path: place.path, source });
    this.texts.set(key, unparsed);
    this.queue.add(key, isHeld(place));
    this.checkpointWhenIdle();
  }

  /** The masked text; a save usually has the text pushed last, which is cached. */
  private async masked(place: DraftPlace, content: string): Promise<string> {
    const { lastMasked } = this;
    if (lastMasked?.content === content && lastMasked.place.path === place.path) return lastMasked.text;
    const text = await maskedText(place, content);
    this.lastMasked = { place, content, text };
    return text;
  }

  /** Schedules warming of a file that was opened or is as on disk again, which will probably be edited. */
  private warmLater(place: IndexedPlace, content: string): void {
    const { path, language } = place;
    clearTimeout(this.warmTimer);
    if (this.isClosed || language === undefined || isTooLarge(place, content)) return;
    const text = withoutMark(content);
    this.warmTimer = setTimeout(() => void this.warm({ path, language, text }), WARM_AFTER_MS).unref();
  }

  private async warm(draft: DraftText): Promise<void> {
    try {
      await maskedText(draft, draft.text);
      const parsed = await this.parser.warm(draft);
      if (!this.isClosed && !("refusal" in parsed)) await this.options.warm?.(draft.path, parsed.facts);
    } catch {
      // Errors are ignored: the next edit reports them.
    }
  }

  private checkpointWhenIdle(): void {
    clearTimeout(this.idleTimer);
    if (this.isClosed) return;
    const { idleCheckpointMs } = this.draftSettings;
    this.idleTimer = setTimeout(() => void this.checkpoint(), idleCheckpointMs).unref();
  }

  private refused(path: string, warning: string): DraftPushed {
    const overlayVersion = this.access.readable()?.version() ?? 0;
    return { accepted: false, path, overlayVersion, isParseScheduled: false, isSaved: false, warnings: [warning] };
  }

  /** Parses the newest text of a draft into facts. */
  private async parseText(key: string): Promise<void> {
    const unread = this.texts.get(key);
    if (unread === undefined) return;
    try {
      await this.parse(unread);
      if (this.texts.get(key) === unread) this.texts.delete(key);
    } catch (error) {
      this.options.onFault(faultOf("reading a draft", unread.place.path, error));
    }
  }

  private async parse(unread: UnparsedText): Promise<void> {
    const { place, source, text, textId } = unread;
    const { path, language } = place;
    const key = draftKey({ path, source });
    const parsed =
      language && (await this.parser.parse({ path, language, text }, this.good.get(key) ?? this.onDisk(path)));
    const reading = readingOf(place, parsed, unread);
    const difference = reading.origin.refusal === undefined ? await this.differenceWith(unread, reading) : undefined;
    this.access.writable().change((changing) => {
      const head = changing.head(path, source);
      // The draft was closed, or another process parsed a newer text of it.
      if (head === undefined || textId < head.firstTextId || textId <= (head.facts?.textId ?? 0)) return;
      if (parsed !== undefined && "errors" in parsed && parsed.errors === 0) this.good.set(key, text);
      changing.put(recordOf(head, reading));
      if (difference !== undefined) changing.putDifference(difference);
    });
    // Another process may have published a version meanwhile.
    await this.renewDifference();
  }

  /** Prepares the difference before the facts are visible, or each process that asks meanwhile would link them. */
  private async differenceWith(
    { place: { path }, source }: UnparsedText,
    reading: DraftReading,
  ): Promise<DraftDifference | undefined> {
    const store = this.access.writable();
    const { drafts } = this.access.read(store);
    const at = drafts.findIndex(({ head }) => head.path === path && head.source === source);
    const draft = drafts[at];
    // Another editor's draft of the file counts, or this one was closed.
    if (draft === undefined || this.options.prepare === undefined) return undefined;
    try {
      return await this.options.prepare(drafts.with(at, withReading(draft, reading)));
    } catch {
      return undefined; // The next query builds the version and reports the error.
    }
  }

  private onDisk(path: string): string | undefined {
    const read = readSource(this.options.rootPath, path);
    return read?.status === "source" ? read.text : undefined;
  }

  private forget(path: string, source: string): void {
    const key = draftKey({ path, source });
    this.queue.remove(key);
    this.texts.delete(key);
    this.good.delete(key);
  }

  /** Keys that this process has to parse: its own drafts, and orphans. */
  private unparsedHere(): DraftHead[] {
    const heads = this.access.readable()?.heads() ?? [];
    return heads.filter(
      (head) => isUnparsed(head) && (head.holder === this.access.holder || !this.access.isAlive(head.holder)),
    );
  }

  /** Parses texts that no process has in memory, such as those of a dead process, from the store. */
  private async parseOrphans(): Promise<void> {
    if (this.isClosed) return;
    const orphans = this.unparsedHere().filter((head) => !this.texts.has(draftKey(head)));
    for (const { head, text } of this.access.readable()?.read(orphans).drafts ?? []) {
      const { path, source, textId } = head;
      const kind = kindOfPath(path);
      if (kind !== undefined) await this.parse({ place: { path, ...kind }, source, text, stored: text, textId });
    }
  }

  private draftOnDisk(path: string): DraftHead | undefined {
    const store = this.access.readable();
    const head = latestPerFile(store?.heads().filter((one) => one.path === path) ?? []).get(path);
    if (head === undefined || !this.access.isAlive(head.holder) || hasExpired(head, this.surroundings()))
      return undefined;
    const isOnDisk = !head.isDirty || store?.read([head]).drafts.some((draft) => isWritten(draft, this.options));
    return isOnDisk === true ? head : undefined;
  }

  private removeExpired(store: DraftStore): void {
    const surroundings = this.surroundings();
    if (!store.heads().some((head) => hasExpired(head, surroundings))) return;
    store.change((changing) => {
      for (const head of changing.heads()) {
        if (!hasExpired(head, surroundings)) continue;
        changing.remove(head);
        this.forget(head.path, head.source);
      }
    });
  }

  private surroundings(): DraftSurroundings {
    const { rootPath, now } = this.options;
    return {
      nowMs: now(),
      isAlive: (holder) => this.access.isAlive(holder),
      writtenMs: (path: string) => statInRoot(rootPath, path)?.mtimeMs,
    };
  }

  private renew(store: DraftStore, source: string): void {
    const nowMs = this.options.now();
    const isOld = (head: DraftHead): boolean => head.source === source && nowMs - head.renewedMs > RENEWAL_MS;
    if (!store.heads().some(isOld)) return;
    store.change((changing) => {
      for (const head of changing.heads().filter(isOld)) changing.renew({ ...head, renewedMs: nowMs });
    });
  }
}

/** Whether only a checkpoint parses drafts of the file: configuration may change the links of every file, which no keystroke should. */
function isHeld({ language }: Pick<DraftPlace, "language">): boolean {
  return language === undefined;
}

function isUnparsed({ facts, textId }: DraftHead): boolean {
  return facts?.textId !== textId;
}

function tooLarge(path: string): SdlError {
  return new SdlError("too_large", `${path} has more than ${MAX_CONTENT_BYTES} bytes: it gets no draft; save it`);
}

function noVersion(version: number): SdlError {
  return new SdlError("invalid_params", `version: received ${version}; pass a whole number from 0`);
}
