/**
 * Handles of slices and deltas with their leases, in a session store. An expired lease is kept for a day, so that the client gets an answer that
 * says so and how to rebuild the slice; after that the handle is unknown.
 */

import { crc32 } from "node:zlib";
import { CACHE_BYTES, RecentMap, type VersionId } from "@sdl/model";
import { areBytesEqual } from "../records/packing.js";
import { idMs } from "../records/version-record.js";
import type { RecordCodec, SessionStore, SessionTable } from "./session-store.js";
import {
  type HandleRecord,
  handleCodec,
  type LeaseRecord,
  leaseCodec,
  type ShapeRecord,
  shapeCodec,
} from "./slice-records.js";

const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;
/** Limits on the number of handles and the bytes of their records; beyond them, handles whose leases end first are removed. */
const MAX_HANDLES = 1024;
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of versions whose slice shape is kept per handle: the handle's own version and those of the last refreshes. */
const MAX_VERSIONS = 8;
/** Number of writes between two sweeps of a process; its first write sweeps too. */
const WRITES_PER_SWEEP = 100;

/** Estimated size of a decoded shape relative to its stored bytes. */
const SHAPE_GROWTH = 4;

/** Data to write for one handle. */
export interface HandleWrite {
  readonly handle: string;
  readonly record: HandleRecord;
  readonly lease: LeaseRecord;
  /** Slice shapes by version; stored ones may be omitted. */
  readonly shapes: ReadonlyMap<VersionId, ShapeRecord>;
  /** Further texts of the handle, each read separately. */
  readonly pages: readonly string[];
}

/** A slice that a client holds. */
export interface LiveSlice {
  readonly handle: string;
  /** The slice as last sent to the client; `undefined` if it is lost. */
  shape(): ShapeRecord | undefined;
}

/** Creates, finds, renews and expires handles. */
export class SliceHandles {
  private readonly handles: SessionTable<HandleRecord>;
  private readonly leases: SessionTable<LeaseRecord>;
  private readonly shapes: SessionTable<ShapeRecord>;
  private writes = 0;
  /** Leases and shapes read at one state of the store. */
  private seen: CachedSlices | undefined;

  constructor(private readonly store: SessionStore) {
    this.handles = store.table("handles", handleCodec);
    this.leases = store.table("leases", leaseCodec);
    this.shapes = store.table("shapes", cachingCodec(shapeCodec));
  }

  record(handle: string): HandleRecord | undefined {
    return this.handles.get(handle);
  }

  leaseOf(handle: string): LeaseRecord | undefined {
    return this.leases.get(handle);
  }

  shapeAt(handle: string, version: VersionId): ShapeRecord | undefined {
    return this.shapes.get(shapeKey(handle, version));
  }

  /** @param number index of the page, from 0 */
  page(handle: string, number: number): string | undefined {
    return this.shapes.get(pageKey(handle, number))?.shape;
  }

  /** Writes handles in one transaction and removes long expired ones. A later end of a lease, written by another process, is kept. */
  put(writes: readonly HandleWrite[], nowMs: number): void {
    this.store.write(() => {
      for (const write of writes) this.putOne(write);
      if (this.writes++ % WRITES_PER_SWEEP === 0) this.removeExpired(nowMs);
    });
  }

  /** Versions pinned by leases that have not expired, ascending. */
  livePins(nowMs: number): VersionId[] {
    const live = this.leases.keys().flatMap((handle) => {
      const lease = this.leases.get(handle);
      return lease !== undefined && lease.expiresMs > nowMs ? lease.versions : [];
    });
    return [...new Set(live)].sort((a, b) => idMs(a) - idMs(b));
  }

  /** The slices last sent to clients under leases that have not expired, latest lease end first. */
  liveSlices(nowMs: number): LiveSlice[] {
    const { leases, shapes } = this.cachedSlices();
    const live = leases.filter(({ expiresMs }) => expiresMs > nowMs);
    return live.map(({ handle, version }) => ({
      handle,
      shape: () => {
        if (version === undefined) return undefined;
        if (!shapes.has(handle)) shapes.set(handle, this.shapeAt(handle, version));
        return shapes.get(handle);
      },
    }));
  }

  /** Leases and shapes, cached while nothing is written, because callers look through all slices repeatedly. */
  private cachedSlices(): CachedSlices {
    const { state } = this.store;
    if (this.seen?.state !== state) {
      const leases = this.leases.keys().map((handle) => {
        const { expiresMs = 0, versions = [] } = this.leases.get(handle) ?? {};
        return { handle, expiresMs, version: versions.at(-1) };
      });
      leases.sort((a, b) => b.expiresMs - a.expiresMs || (a.handle < b.handle ? -1 : 1));
      this.seen = { state, leases, shapes: new Map() };
    }
    return this.seen;
  }

  private putOne({ handle, record, lease, shapes, pages }: HandleWrite): void {
    if (this.handles.get(handle) === undefined) {
      this.handles.put(handle, record);
      for (const [number, shape] of pages.entries()) this.shapes.put(pageKey(handle, number), { shape, pinned: {} });
    }
    const stored = this.leases.get(handle);
    const versions = [...new Set([...(stored?.versions ?? []), ...lease.versions])];
    const kept = versions.filter((_, i) => i === 0 || i > versions.length - MAX_VERSIONS);
    for (const version of versions) if (!kept.includes(version)) this.shapes.remove(shapeKey(handle, version));
    this.leases.put(handle, { expiresMs: Math.max(lease.expiresMs, stored?.expiresMs ?? 0), versions: kept });
    for (const [version, shape] of shapes)
      if (kept.includes(version)) this.shapes.put(shapeKey(handle, version), shape);
  }

  /** Total bytes of a handle's records. */
  private handleBytes(handle: string, versions: readonly VersionId[]): number {
    const keys = [...versions.map((version) => shapeKey(handle, version)), ...this.pageKeys(handle)];
    const shapes = keys.map((key) => this.shapes.storedBytes(key));
    return shapes.reduce((sum, size) => sum + size, this.handles.storedBytes(handle) + this.leases.storedBytes(handle));
  }

  private removeExpired(nowMs: number): void {
    const leases = this.leases.keys().map((handle) => ({ handle, lease: this.leases.get(handle) }));
    const byEnd = leases.sort((a, b) => (b.lease?.expiresMs ?? 0) - (a.lease?.expiresMs ?? 0));
    let sizeBytes = 0;
    byEnd.forEach(({ handle, lease }, index) => {
      sizeBytes += this.handleBytes(handle, lease?.versions ?? []);
      const hasRoom = index < MAX_HANDLES && sizeBytes <= MAX_BYTES;
      if (hasRoom && lease !== undefined && lease.expiresMs > nowMs - KEEP_EXPIRED_MS) return;
      this.handles.remove(handle);
      this.leases.remove(handle);
      for (const version of lease?.versions ?? []) this.shapes.remove(shapeKey(handle, version));
      for (const key of this.pageKeys(handle)) this.shapes.remove(key);
    });
  }

  /** Keys of the handle's existing pages. */
  private pageKeys(handle: string): string[] {
    const keys: string[] = [];
    for (let key = pageKey(handle, 0); this.shapes.storedBytes(key) > 0; key = pageKey(handle, keys.length))
      keys.push(key);
    return keys;
  }
}

interface CachedSlices {
  readonly state: string;
  /** Latest lease end first. */
  readonly leases: readonly {
    readonly handle: string;
    readonly expiresMs: number;
    readonly version: VersionId | undefined;
  }[];
  /** Shapes requested so far, by handle. */
  readonly shapes: Map<string, ShapeRecord | undefined>;
}

/**
 * Wraps a codec with a cache of recently decoded values, found by equal bytes: the check for access to raw source looks through dozens of shapes in
 * each call.
 */
function cachingCodec<T>(codec: RecordCodec<T>): RecordCodec<T> {
  const known = new RecentMap<{ readonly payload: Uint8Array; readonly value: T }>({
    maxBytes: CACHE_BYTES.sliceShapes,
    sizeOf: ({ payload }) => SHAPE_GROWTH * payload.length,
  });
  return {
    encode: codec.encode,
    decode: (payload) => {
      const sum = crc32(payload);
      const found = known.get(sum);
      if (found !== undefined && areBytesEqual(found.payload, payload)) return found.value;
      const value = codec.decode(payload);
      known.put(sum, { payload, value });
      return value;
    },
  };
}

function pageKey(handle: string, number: number): string {
  return `${handle}#${number}`;
}

function shapeKey(handle: string, version: VersionId): string {
  return `${handle}@${version}`;
}
