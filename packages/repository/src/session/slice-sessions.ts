/**
 * The slices and deltas that clients hold of one repository: what was asked and answered, and until when it can be asked about. Kept in the session
 * store beside the ledger, for all processes; written once an answer is out. Where nothing can be written this process alone remembers.
 */
import {
  type HandleRecord,
  type HandleWrite,
  type LeaseRecord,
  type LiveSlice,
  type PinnedState,
  SessionStore,
  type ShapeRecord,
  SliceHandles,
} from "@sdl/graph";
import type { SymbolId, VersionId } from "@sdl/model";
import { createMasker } from "../masking/masker.js";
import { isDeltaHandle } from "./handle-names.js";

export const LEASE_MS = 60 * 60 * 1000;
/** Answers that follow each other are written together. */
const FLUSH_DELAY_MS = 25;
/** After a failure nothing is tried for so long. */
const RETRY_MS = 30_000;
/** Handles that one process remembers by itself. */
const MAX_UNWRITTEN = 256;
/** Of pages of deltas that one process remembers by itself, in UTF-16 units; the newest delta stays whatever it takes. */
const MAX_UNWRITTEN_PAGES = 4 * 1024 * 1024;

/** A slice at one version, as it was sent. */
export interface SentSlice {
  readonly handle: string;
  /** Canonical. */
  readonly request: string;
  readonly version: VersionId;
  readonly pinned: PinnedState;
  readonly shape: string;
  readonly dropped: readonly SymbolId[];
}

/** What a delta had no room for. */
export interface TrimmedDelta {
  readonly handle: string;
  /** What was asked, as text. */
  readonly request: string;
  readonly version: VersionId;
  readonly pinned: PinnedState;
  /** Of all entries, in their order. */
  readonly trimmed: readonly SymbolId[];
  /** The entries, as text. */
  readonly pages: readonly string[];
}

export interface KnownSlice {
  readonly handle: string;
  readonly record: HandleRecord;
  readonly lease: LeaseRecord;
}

export interface SliceSessionsOptions {
  /** The ledger's own folder. */
  readonly directory: string;
  /** False where nothing may be written. */
  readonly canWrite: boolean;
  readonly now: () => number;
}

const masker = createMasker();

/** Tasks and stack traces may quote secrets. @param request JSON */
function masked(request: string): string {
  const kept: unknown = JSON.parse(request, (_, value: unknown) =>
    typeof value === "string" ? masker.mask(value) : value,
  );
  return JSON.stringify(kept);
}

export class SliceSessions {
  private readonly unwritten = new Map<string, HandleWrite>();
  private store: { readonly session: SessionStore; readonly handles: SliceHandles } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failedMs: number | undefined;
  private isClosed = false;

  constructor(private readonly options: SliceSessionsOptions) {}

  /** Whether other processes, and this one after it has ended, will know the handles that are given out now. */
  get survives(): boolean {
    return this.options.canWrite && this.failedMs === undefined;
  }

  /** Remembers a slice that is about to be sent, with a new lease. @returns when that ends, in milliseconds since the epoch */
  remember({ handle, request, version, pinned, shape, dropped }: SentSlice): number {
    const record = { request: masked(request), pinned, dropped };
    const shapes = new Map([[version, { shape, pinned }]]);
    return this.note({ handle, record, versions: [version], shapes, pages: [] });
  }

  /** Remembers what a delta that is about to be sent leaves out, with a new lease. */
  rememberDelta({ handle, request, version, pinned, trimmed, pages }: TrimmedDelta): void {
    const record = { request: masked(request), pinned, dropped: trimmed };
    this.note({ handle, record, versions: [version], shapes: new Map(), pages });
  }

  /** @returns `undefined` for a handle of no slice, and for one whose lease ended long ago; else also when it has ended */
  find(handle: string): KnownSlice | undefined {
    return isDeltaHandle(handle) ? undefined : this.known(handle);
  }

  /** As {@link find}, for handles of deltas: `dropped` are the symbols of their entries. */
  findDelta(handle: string): KnownSlice | undefined {
    return isDeltaHandle(handle) ? this.known(handle) : undefined;
  }

  /** A page of a delta's entries, from 0. */
  page(handle: string, number: number): string | undefined {
    return this.unwritten.get(handle)?.pages[number] ?? this.reading((handles) => handles.page(handle, number));
  }

  private known(handle: string): KnownSlice | undefined {
    const waiting = this.unwritten.get(handle);
    if (waiting !== undefined) return { handle, record: waiting.record, lease: waiting.lease };
    return this.reading((handles) => {
      const record = handles.record(handle);
      const lease = handles.lease(handle);
      return record === undefined || lease === undefined ? undefined : { handle, record, lease };
    });
  }

  isLive({ lease }: KnownSlice): boolean {
    return lease.expiresMs > this.options.now();
  }

  /** What a client was sent under a handle at a version, if that is still known. */
  shape(handle: string, version: VersionId): ShapeRecord | undefined {
    const waiting = this.unwritten.get(handle)?.shapes.get(version);
    return waiting ?? this.reading((handles) => handles.shape(handle, version));
  }

  /** Extends a lease that is used, also to a version that its client is being sent. @returns its end */
  renew({ handle, record, lease }: KnownSlice, sent?: Pick<SentSlice, "version" | "pinned" | "shape">): number {
    const shapes = new Map(sent === undefined ? [] : [[sent.version, { shape: sent.shape, pinned: sent.pinned }]]);
    const versions = sent === undefined ? lease.versions : [...new Set([...lease.versions, sent.version])];
    return this.note({ handle, record, versions, shapes, pages: [] });
  }

  /** Versions that a lease holds which has not ended: they must not be pruned. Ascending. */
  livePins(): VersionId[] {
    const nowMs = this.options.now();
    const waiting = [...this.unwritten.values()].flatMap(({ lease }) =>
      lease.expiresMs > nowMs ? lease.versions : [],
    );
    const stored = this.reading((handles) => handles.livePins(nowMs)) ?? [];
    return [...new Set([...stored, ...waiting])].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  }

  /**
   * The store, for what else lives there. @returns `undefined` where it cannot be opened or written, and, for `existing`, where there is
   * none
   */
  withStore<T>(which: "make" | "existing", use: (store: SessionStore) => T): T | undefined {
    if (which === "make" && !this.options.canWrite) return undefined;
    const isThere = this.store !== undefined || which === "make" || SessionStore.exists(this.options.directory);
    try {
      return this.isClosed || !isThere ? undefined : use(this.openStore().session);
    } catch {
      return undefined;
    }
  }

  /** The slices whose lease has not ended, about the last used first. */
  live(): LiveSlice[] {
    const nowMs = this.options.now();
    const isLiveSlice = ({ handle, lease }: HandleWrite) => lease.expiresMs > nowMs && !isDeltaHandle(handle);
    const waiting = [...this.unwritten.values()].filter(isLiveSlice).reverse();
    const unwritten = waiting.map(({ handle, lease }) => {
      const version = lease.versions.at(-1);
      return { handle, shape: () => (version === undefined ? undefined : this.shape(handle, version)) };
    });
    const stored = (this.reading((handles) => handles.live(nowMs)) ?? []).filter(
      ({ handle }) => !this.unwritten.has(handle) && !isDeltaHandle(handle),
    );
    return [...unwritten, ...stored.map(({ handle, shape }) => ({ handle, shape: () => this.reading(() => shape()) }))];
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flush();
    this.isClosed = true;
    await this.store?.session.close();
    this.store = undefined;
  }

  private note(use: {
    readonly handle: string;
    readonly record: HandleRecord;
    readonly versions: readonly VersionId[];
    readonly shapes: ReadonlyMap<VersionId, ShapeRecord>;
    readonly pages: readonly string[];
  }): number {
    const { handle, record, versions, shapes, pages } = use;
    const expiresMs = this.options.now() + LEASE_MS;
    const before = this.unwritten.get(handle);
    this.unwritten.delete(handle);
    this.unwritten.set(handle, {
      handle,
      record,
      lease: { expiresMs, versions: [...new Set([...(before?.lease.versions ?? []), ...versions])] },
      shapes: new Map([...(before?.shapes ?? []), ...shapes]),
      pages: pages.length > 0 ? pages : (before?.pages ?? []),
    });
    // Calls that follow each other without a pause let no timer run: what was given out is written before it would be dropped.
    if (this.isOverfull()) this.flush();
    while (this.isOverfull()) this.unwritten.delete([...this.unwritten.keys()][0] ?? "");
    if (this.options.canWrite) this.flushSoon();
    return expiresMs;
  }

  private isOverfull(): boolean {
    const { size } = this.unwritten;
    if (size > MAX_UNWRITTEN || size <= 1) return size > 1;
    let units = 0;
    for (const { pages } of this.unwritten.values()) for (const page of pages) units += page.length;
    return units > MAX_UNWRITTEN_PAGES;
  }

  private flushSoon(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flush();
    }, FLUSH_DELAY_MS).unref();
  }

  /** What cannot be written stays remembered; the next answers say so. */
  private flush(): void {
    const nowMs = this.options.now();
    const isWaiting = this.failedMs !== undefined && nowMs - this.failedMs < RETRY_MS && !this.isClosed;
    if (!this.options.canWrite || this.unwritten.size === 0 || isWaiting) return;
    try {
      this.openStore().handles.put([...this.unwritten.values()], nowMs);
      this.unwritten.clear();
      this.failedMs = undefined;
    } catch {
      this.failedMs = nowMs;
    }
  }

  /** Nothing is known where nothing can be read: the client builds anew. */
  private reading<T>(read: (handles: SliceHandles) => T): T | undefined {
    try {
      if (this.isClosed || (this.store === undefined && !SessionStore.exists(this.options.directory))) return undefined;
      return read(this.openStore().handles);
    } catch {
      return undefined;
    }
  }

  private openStore(): { readonly session: SessionStore; readonly handles: SliceHandles } {
    if (this.store === undefined) {
      const session = SessionStore.open(this.options.directory);
      this.store = { session, handles: new SliceHandles(session) };
    }
    return this.store;
  }
}
