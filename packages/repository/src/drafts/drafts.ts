/**
 * Unsaved text of editors, shared by all processes on a repository: what a push changes, when its text is read into facts, and which drafts
 * count now. Invariants: text is masked before it is stored; the ledger is never written.
 */
import { randomBytes } from "node:crypto";
import { type DraftChange, type DraftFacts, type DraftHead, DraftStore } from "@sdl/graph";
import { findFileKind, readSource, sourceSecrets, statInRoot } from "@sdl/indexer";
import { type Language, messageOf, SdlError } from "@sdl/model";
import { livenessOf, ownIdentity, type ProcessIdentity } from "../machine/process-identity.js";
import { faultOf, type ProgramFault } from "../machine/program-log.js";
import { createMasker } from "../masking/masker.js";
import type { RepositorySettings } from "../settings.js";
import { loadParser } from "../source/syntax.js";
import { DraftParser } from "./draft-parser.js";
import { type DraftPlace, draftPlace } from "./draft-place.js";
import type { CheckpointResult, DraftPush, DraftPushed, DraftStatus, LastCheckpoint } from "./draft-request.js";
import { hasExpired, winners } from "./draft-rules.js";
import { ParseQueue } from "./parse-queue.js";

export interface DraftsOptions {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly settings: RepositorySettings;
  /** False where nothing may be written. */
  readonly canWrite: boolean;
  readonly now: () => number;
  readonly onFault: (fault: ProgramFault) => void;
}

/** Drafts that count now, of one state of the store. */
export interface LiveDrafts {
  readonly version: number;
  /** By path. */
  readonly files: ReadonlyMap<string, LiveDraft>;
}

interface LiveDraft {
  /** Whether the disk has another text. */
  readonly isDirty: boolean;
  facts(): DraftFacts | undefined;
  /** Masked. */
  text(): string | undefined;
}

const MAX_CONTENT_BYTES = 5_000_000;
const MAX_DRAFTS = 200;
const DEBOUNCE_MS = 75;
/** An editor is noted as living so often at most. */
const RENEWAL_MS = 60_000;

const masker = createMasker();

export class Drafts {
  private store: DraftStore | undefined;
  private readonly parser: DraftParser;
  private readonly queue: ParseQueue;
  /** Texts as they came, by key, of drafts that this process took. */
  private readonly texts = new Map<
    string,
    { readonly place: DraftPlace; readonly source: string; text: string; version: number }
  >();
  /** The last text of a file without syntax errors, by path. */
  private readonly good = new Map<string, string>();
  private readonly holder = JSON.stringify(ownIdentity());
  private taking: Promise<unknown> = Promise.resolve();
  private lastEventMs: number | undefined;
  private lastCheckpoint: LastCheckpoint | undefined;

  constructor(private readonly options: DraftsOptions) {
    const { rootPath, settings } = options;
    this.parser = new DraftParser({ rootPath, maxFileBytes: settings.maxFileBytes });
    this.queue = new ParseQueue({ delayMs: DEBOUNCE_MS, read: (key) => this.readText(key) });
  }

  /**
   * Takes what an editor says, in the order of calls. It is on the disk when this returns.
   * @throws {SdlError} `path_outside_repo`, `too_large`, `policy_denied` where nothing can be written @throws {GraphError} from the store
   */
  push(push: DraftPush): Promise<DraftPushed> {
    const taken = this.taking.then(() => this.take(push));
    this.taking = taken.catch(() => undefined);
    return taken;
  }

  /** The file's bytes are in the index: its draft is of no more use, unless the editor went on. */
  settleSaved({ path, source, version }: Pick<DraftHead, "path" | "source" | "version">): void {
    this.writable().change((changing) => {
      const head = changing.head(path, source);
      if (head !== undefined && !head.isDirty && head.version === version) this.remove(changing, head);
    });
  }

  /** Reads all texts that were not read yet, also those of processes that have gone. */
  async checkpoint(): Promise<CheckpointResult> {
    const checkpointId = randomBytes(8).toString("hex");
    const before = this.unread();
    let error: string | undefined;
    try {
      await this.queue.flush();
      await this.readOrphans();
    } catch (fault) {
      error = messageOf(fault);
    }
    const failed = Math.min(before.length, this.unread().length);
    const read = before.length - failed;
    const atMs = this.options.now();
    this.lastCheckpoint = { atMs, failed, read, error };
    return { checkpointId, atMs, pending: before.length, read, failed };
  }

  /** @param source an editor that asks: it lives */
  status(source: string | undefined): DraftStatus {
    const store = this.readable();
    if (store !== undefined && source !== undefined) this.renew(store, source);
    const heads = store?.heads() ?? [];
    return {
      pending: this.unread().length,
      dirty: heads.filter(({ isDirty }) => isDirty).length,
      queued: this.queue.depth,
      overlayVersion: store?.version() ?? 0,
      lastEventMs: this.lastEventMs,
      lastCheckpoint: this.lastCheckpoint,
    };
  }

  /** @returns `undefined` where no draft counts */
  async live(): Promise<LiveDrafts | undefined> {
    const store = this.readable();
    if (store === undefined) return undefined;
    this.removeExpired(store);
    await this.readOrphans();
    const found = winners(store.heads());
    if (found.size === 0) return undefined;
    const files = [...found].map(([path, head]): [string, LiveDraft] => [
      path,
      { isDirty: head.isDirty, facts: () => store.facts(head), text: () => store.text(head) },
    ]);
    return { version: store.version(), files: new Map(files) };
  }

  async close(): Promise<void> {
    this.queue.close();
    await this.taking;
    await this.parser.close();
    await this.store?.close();
    this.store = undefined;
  }

  private async take(push: DraftPush): Promise<DraftPushed> {
    const { rootPath, settings, now } = this.options;
    if (Buffer.byteLength(push.content) > MAX_CONTENT_BYTES) throw tooLarge(push.filePath);
    const place = draftPlace(rootPath, settings, push.filePath);
    if ("why" in place) return this.refused(place.path, `${place.path} ${place.why}: nothing is kept of it`);
    this.lastEventMs = now();
    const isKept = push.event !== "close" && (push.isDirty || push.event === "save");
    const text = isKept ? await maskedText(place, push.content) : undefined;
    const warnings: string[] = [];
    let problem: string | undefined;
    const overlayVersion = this.writable().change((changing) => {
      const before = changing.head(place.path, push.source);
      problem = problemOf(push, before, changing);
      if (problem !== undefined) return;
      warnings.push(...this.othersOn(changing, place.path, push));
      if (text === undefined) {
        if (before !== undefined) this.remove(changing, before);
      } else changing.put({ head: this.headOf(push, place.path, before), text });
    });
    if (problem !== undefined) return this.refused(place.path, problem);
    const key = keyOf(place.path, push.source);
    if (text !== undefined) {
      this.texts.set(key, { place, source: push.source, text: push.content, version: push.version });
      this.queue.add(key);
    }
    const isSaved = push.event === "save";
    return {
      accepted: true,
      path: place.path,
      overlayVersion,
      isParseScheduled: text !== undefined,
      isSaved,
      warnings,
    };
  }

  private refused(path: string, warning: string): DraftPushed {
    const overlayVersion = this.readable()?.version() ?? 0;
    return { accepted: false, path, overlayVersion, isParseScheduled: false, isSaved: false, warnings: [warning] };
  }

  /** Facts of an older text stay until the new one is read. */
  private headOf(push: DraftPush, path: string, before: DraftHead | undefined): DraftHead {
    const { source, version, timestampMs } = push;
    const { factsKey, flags } = before ?? {};
    // Versions start anew when a buffer is opened: those of the facts are of a count that has ended.
    const factsOf = push.event === "open" && before?.factsOf !== undefined ? -1 : before?.factsOf;
    return {
      ...{ path, source, version, timestampMs, renewedMs: this.options.now() },
      ...{ isDirty: push.event !== "save", holder: this.holder },
      ...(factsOf === undefined || factsKey === undefined ? {} : { factsOf, factsKey, flags: flags ?? 0 }),
    };
  }

  private othersOn(changing: DraftChange, path: string, { source, timestampMs }: DraftPush): string[] {
    const other = changing.heads().find((head) => head.path === path && head.source !== source);
    if (other === undefined) return [];
    const counts =
      other.timestampMs > timestampMs ? "its text counts, which is newer" : "this text counts, which is newer";
    return [`${path} is open in another editor (${other.source}), too: ${counts}`];
  }

  /** Reads the newest text of a draft into facts. */
  private async readText(key: string): Promise<void> {
    const kept = this.texts.get(key);
    if (kept === undefined) return;
    const { place, source, text, version } = kept;
    try {
      await this.parse(place, source, { text, version });
    } catch (error) {
      this.options.onFault(faultOf("reading a draft", place.path, error));
    }
  }

  private async parse(
    place: DraftPlace,
    source: string,
    { text, version }: { text: string; version: number },
  ): Promise<void> {
    const { path } = place;
    const parsed = await this.parser.parse({ ...place, text }, this.good.get(path) ?? this.onDisk(path));
    if (parsed === undefined) return;
    if (parsed.errors === 0) this.good.set(path, text);
    this.writable().change((changing) => {
      const head = changing.head(path, source);
      // It was closed, or opened anew, or another process read a newer text.
      if (head === undefined || version > head.version || (head.factsOf ?? -1) > version) return;
      const { key: factsKey, flags } = parsed.facts;
      changing.put({ head: { ...head, factsOf: version, factsKey, flags }, facts: parsed.facts });
    });
  }

  private onDisk(path: string): string | undefined {
    const read = readSource(this.options.rootPath, path);
    return read?.status === "source" ? read.text : undefined;
  }

  private remove(changing: DraftChange, head: DraftHead): void {
    const key = keyOf(head.path, head.source);
    changing.remove(head);
    this.queue.remove(key);
    this.texts.delete(key);
    this.good.delete(head.path);
  }

  private unread(): DraftHead[] {
    return (this.readable()?.heads() ?? []).filter(({ factsOf, version }) => factsOf !== version);
  }

  /** Texts whose process ended before it read them are read as they are stored. */
  private async readOrphans(): Promise<void> {
    if (!this.options.canWrite) return;
    for (const head of this.unread()) {
      if (head.holder === this.holder || isAlive(head.holder)) continue;
      const language = languageOf(head.path);
      const text = this.readable()?.text(head);
      if (language === undefined || text === undefined) continue;
      await this.parse({ path: head.path, language }, head.source, { text, version: head.version });
    }
  }

  private removeExpired(store: DraftStore): void {
    const { rootPath, now, canWrite } = this.options;
    const surroundings = {
      nowMs: now(),
      isAlive,
      writtenMs: (path: string) => statInRoot(rootPath, path)?.mtimeMs,
    };
    const expired = store.heads().filter((head) => hasExpired(head, surroundings));
    if (expired.length === 0 || !canWrite) return;
    store.change((changing) => {
      for (const head of expired) {
        const now = changing.head(head.path, head.source);
        if (now?.version === head.version) this.remove(changing, now);
      }
    });
  }

  private renew(store: DraftStore, source: string): void {
    const nowMs = this.options.now();
    const old = store.heads().filter((head) => head.source === source && nowMs - head.renewedMs > RENEWAL_MS);
    if (old.length === 0 || !this.options.canWrite) return;
    store.change((changing) => {
      for (const { path } of old) {
        const head = changing.head(path, source);
        if (head !== undefined) changing.renew({ ...head, renewedMs: nowMs });
      }
    });
  }

  private readable(): DraftStore | undefined {
    const { storeDirectory, canWrite } = this.options;
    if (this.store === undefined && canWrite && DraftStore.exists(storeDirectory))
      this.store = DraftStore.open(storeDirectory);
    return this.store;
  }

  private writable(): DraftStore {
    if (!this.options.canWrite) {
      throw new SdlError(
        "policy_denied",
        "the store cannot be written: no draft can be kept; make its folder writable",
      );
    }
    this.store ??= DraftStore.open(this.options.storeDirectory);
    return this.store;
  }
}

function problemOf(push: DraftPush, before: DraftHead | undefined, changing: DraftChange): string | undefined {
  const { event, version } = push;
  // What only tells of the text that is there may come with its version.
  const mayRepeat = event === "save" || event === "close" || event === "checkpoint";
  if (
    before !== undefined &&
    event !== "open" &&
    (version < before.version || (version === before.version && !mayRepeat))
  ) {
    return `version ${version} is stale: version ${before.version} of the buffer is known`;
  }
  if (before === undefined && event !== "close" && push.isDirty && changing.heads().length >= MAX_DRAFTS) {
    return `there are ${MAX_DRAFTS} drafts already: this one is not kept; save or close some`;
  }
  return undefined;
}

/** The tree is kept: the next text of the file differs in little. */
async function maskedText({ path, language }: DraftPlace, text: string): Promise<string> {
  const spans = sourceSecrets(await loadParser([language]), { language, text, treeKey: path }, masker);
  return spans.length === 0 ? text : masker.fill(text, spans);
}

function isAlive(holder: string): boolean {
  try {
    return livenessOf(JSON.parse(holder) as ProcessIdentity) !== "dead";
  } catch {
    return false;
  }
}

function languageOf(path: string): Language | undefined {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language;
}

function keyOf(path: string, source: string): string {
  return `${source}\0${path}`;
}

function tooLarge(path: string): SdlError {
  return new SdlError("too_large", `${path} has more than ${MAX_CONTENT_BYTES} bytes: no draft of it is kept; save it`);
}
