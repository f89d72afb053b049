/**
 * Sessions of one repository's slices and deltas: requests and answers, and until when clients may refer to them.
 * Stored in the session store beside the ledger, for all processes; written after the answer is sent. If the store
 * cannot be written, only this process remembers them.
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

/** How long a handle is valid after its last use, in milliseconds. */
export const LEASE_MS = 60 * 60 * 1000;
/** Delay of writes, so that consecutive answers are written together. */
const FLUSH_DELAY_MS = 25;
/** Delay before writing is retried after a failure, in milliseconds. */
const RETRY_MS = 30_000;
/** Maximum number of handles that a process keeps in memory. */
const MAX_UNWRITTEN = 256;
/** Maximum length of the delta pages that a process keeps in memory, in UTF-16 units of text; the newest delta is always kept. */
const MAX_UNWRITTEN_PAGES = 4 * 1024 * 1024;

/** A slice at one version, as sent. */
export interface SentSlice {
  readonly handle: string;
  /** Canonical request. */
  readonly request: string;
  readonly version: VersionId;
  readonly pinned: PinnedState;
  readonly shape: string;
  readonly dropped: readonly SymbolId[];
}

/** The part of a delta that did not fit. */
export interface TrimmedDelta {
  readonly handle: string;
  /** The request as text. */
  readonly request: string;
  readonly version: VersionId;
  readonly pinned: PinnedState;
  /** Ids of all left-out entries, in order. */
  readonly trimmed: readonly SymbolId[];
  /** The entries as text, by page. */
  readonly pages: readonly string[];
}

/** A slice whose handle is known. */
export interface KnownSlice {
  readonly handle: string;
  readonly record: HandleRecord;
  readonly lease: LeaseRecord;
}

/** Options of {@link SliceSessions}. */
export interface SliceSessionsOptions {
  /** The ledger's own folder. */
  readonly directory: string;
  /** False if the store is read-only. */
  readonly canWrite: boolean;
  /** Whether the next call with a handle may reach another server, which does not have these sessions. */
  readonly isOneOfMany?: boolean;
  readonly now: () => number;
}

const masker = createMasker();

/** Masks a request, since tasks and stack traces may quote secrets. @param request JSON */
function maskRequest(request: string): string {
  const kept: unknown = JSON.parse(request, (_, value: unknown) =>
    typeof value === "string" ? masker.mask(value) : value,
  );
  return JSON.stringify(kept);
}

/** Remembers slices and deltas by handle. */
export class SliceSessions {
  private readonly unwritten = new Map<string, HandleWrite>();
  private store: { readonly session: SessionStore; readonly handles: SliceHandles } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failedMs: number | undefined;
  private isClosed = false;

  constructor(private readonly options: SliceSessionsOptions) {}

  /** Whether handles given out now will be known to other processes, and after this one has ended. */
  get survives(): boolean {
    return this.options.canWrite && this.failedMs === undefined;
  }

  /** Whether handles must say what they are of, because another server may be asked next. */
  get isOneOfMany(): boolean {
    return this.options.isOneOfMany === true;
  }

  /**
   * Stores a slice that is about to be sent, with a new lease. @returns the lease's end, in milliseconds since the
   * epoch
   */
  remember({ handle, request, version, pinned, shape, dropped }: SentSlice): number {
    const record = { request: maskRequest(request), pinned, dropped };
    const shapes = new Map([[version, { shape, pinned }]]);
    return this.noteUse({ handle, record, versions: [version], shapes, pages: [] });
  }

  /** Stores the left-out part of a delta that is about to be sent, with a new lease. */
  rememberDelta({ handle, request, version, pinned, trimmed, pages }: TrimmedDelta): void {
    const record = { request: maskRequest(request), pinned, dropped: trimmed };
    this.noteUse({ handle, record, versions: [version], shapes: new Map(), pages });
  }

  /**
   * The slice of a handle; also if its lease has ended. @returns `undefined` for other handles, and if the lease ended
   * long ago
   */
  find(handle: string): KnownSlice | undefined {
    return isDeltaHandle(handle) ? undefined : this.known(handle);
  }

  /** Like {@link find}, for handles of deltas: `dropped` has the symbols of the entries. */
  findDelta(handle: string): KnownSlice | undefined {
    return isDeltaHandle(handle) ? this.known(handle) : undefined;
  }

  /** A page of a delta's entries, from 0. */
  page(handle: string, number: number): string | undefined {
    return this.unwritten.get(handle)?.pages[number] ?? this.readFromStore((handles) => handles.page(handle, number));
  }

  private known(handle: string): KnownSlice | undefined {
    const waiting = this.unwritten.get(handle);
    if (waiting !== undefined) return { handle, record: waiting.record, lease: waiting.lease };
    return this.readFromStore((handles) => {
      const record = handles.record(handle);
      const lease = handles.leaseOf(handle);
      return record === undefined || lease === undefined ? undefined : { handle, record, lease };
    });
  }

  isLive({ lease }: KnownSlice): boolean {
    return lease.expiresMs > this.options.now();
  }

  /** The shape of a slice as sent to a client at a version, if still known. */
  shape(handle: string, version: VersionId): ShapeRecord | undefined {
    const waiting = this.unwritten.get(handle)?.shapes.get(version);
    return waiting ?? this.readFromStore((handles) => handles.shapeAt(handle, version));
  }

  /** Extends a lease on use, also to a version that is being sent. @returns its end */
  renewLease({ handle, record, lease }: KnownSlice, sent?: Pick<SentSlice, "version" | "pinned" | "shape">): number {
    const shapes = new Map(sent === undefined ? [] : [[sent.version, { shape: sent.shape, pinned: sent.pinned }]]);
    const versions = sent === undefined ? lease.versions : [...new Set([...lease.versions, sent.version])];
    return this.noteUse({ handle, record, versions, shapes, pages: [] });
  }

  /** Versions held by leases that have not ended, which must not be pruned. Ascending. */
  livePins(): VersionId[] {
    const nowMs = this.options.now();
    const waiting = [...this.unwritten.values()].flatMap(({ lease }) =>
      lease.expiresMs > nowMs ? lease.versions : [],
    );
    const stored = this.readFromStore((handles) => handles.livePins(nowMs)) ?? [];
    return [...new Set([...stored, ...waiting])].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  }

  /**
   * Calls `use` with the store, for other data in it. @returns `undefined` if it cannot be opened or written, or, for
   * `existing`, does not exist
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

  /** The slices whose lease has not ended, roughly in order of last use, latest first. */
  live(): LiveSlice[] {
    const nowMs = this.options.now();
    const isLiveSlice = ({ handle, lease }: HandleWrite) => lease.expiresMs > nowMs && !isDeltaHandle(handle);
    const waiting = [...this.unwritten.values()].filter(isLiveSlice).reverse();
    const unwritten = waiting.map(({ handle, lease }) => {
      const version = lease.versions.at(-1);
      return { handle, shape: () => (version === undefined ? undefined : this.shape(handle, version)) };
    });
    const stored = (this.readFromStore((handles) => handles.liveSlices(nowMs)) ?? []).filter(
      ({ handle }) => !this.unwritten.has(handle) && !isDeltaHandle(handle),
    );
    return [
      ...unwritten,
      ...stored.map(({ handle, shape }) => ({ handle, shape: () => this.readFromStore(() => shape()) })),
    ];
  }

  /** Writes the waiting records. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flush();
    this.isClosed = true;
    await this.store?.session.close();
    this.store = undefined;
  }

  private noteUse(use: {
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
    // Consecutive calls without a pause let no timer run: records are written before the limit would drop them.
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

  /** Writes the waiting records. Records that cannot be written stay in memory; the next answers say so. */
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

  /** Reads from the store; `undefined` if it cannot be read, and then the client builds its slice again. */
  private readFromStore<T>(read: (handles: SliceHandles) => T): T | undefined {
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
