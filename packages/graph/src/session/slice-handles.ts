/**
 * Slice handles and their leases in a session store. A lease that ended is kept for a day, so that its client is told so and with what
 * to build again; after that the handle is unknown.
 */
import type { VersionId } from "@sdl/model";
import type { SessionStore, SessionTable } from "./session-store.js";
import {
  type HandleRecord,
  handleCodec,
  type LeaseRecord,
  leaseCodec,
  type ShapeRecord,
  shapeCodec,
} from "./slice-records.js";

const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;
/** More handles than this and those that end first go. */
const MAX_HANDLES = 4096;
/** Versions whose shape one handle keeps: its own, and those of the last refreshes. */
const MAX_VERSIONS = 8;
/** A process sweeps with its first write and then now and then. */
const WRITES_PER_SWEEP = 100;

/** What is to be written of one handle. */
export interface HandleWrite {
  readonly handle: string;
  readonly record: HandleRecord;
  readonly lease: LeaseRecord;
  /** By version; those that are stored already may be left out. */
  readonly shapes: ReadonlyMap<VersionId, ShapeRecord>;
}

export class SliceHandles {
  private readonly handles: SessionTable<HandleRecord>;
  private readonly leases: SessionTable<LeaseRecord>;
  private readonly shapes: SessionTable<ShapeRecord>;
  private writes = 0;

  constructor(private readonly store: SessionStore) {
    this.handles = store.table("handles", handleCodec);
    this.leases = store.table("leases", leaseCodec);
    this.shapes = store.table("shapes", shapeCodec);
  }

  record(handle: string): HandleRecord | undefined {
    return this.handles.get(handle);
  }

  lease(handle: string): LeaseRecord | undefined {
    return this.leases.get(handle);
  }

  shape(handle: string, version: VersionId): ShapeRecord | undefined {
    return this.shapes.get(shapeKey(handle, version));
  }

  /** Writes handles in one transaction, and forgets what ended long ago. A lease that another process extended further stays. */
  put(writes: readonly HandleWrite[], nowMs: number): void {
    this.store.write(() => {
      for (const write of writes) this.putOne(write);
      if (this.writes++ % WRITES_PER_SWEEP === 0) this.sweep(nowMs);
    });
  }

  /** Versions that leases hold which have not ended, ascending. */
  livePins(nowMs: number): VersionId[] {
    const live = this.leases.keys().flatMap((handle) => {
      const lease = this.leases.get(handle);
      return lease !== undefined && lease.expiresMs > nowMs ? lease.versions : [];
    });
    return [...new Set(live)].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  }

  /** Handles whose lease has not ended, the last used first. */
  live(nowMs: number): string[] {
    const leases = this.leases.keys().map((handle) => ({ handle, expiresMs: this.leases.get(handle)?.expiresMs ?? 0 }));
    const live = leases.filter(({ expiresMs }) => expiresMs > nowMs);
    return live.sort((a, b) => b.expiresMs - a.expiresMs || (a.handle < b.handle ? -1 : 1)).map(({ handle }) => handle);
  }

  private putOne({ handle, record, lease, shapes }: HandleWrite): void {
    if (this.handles.get(handle) === undefined) this.handles.put(handle, record);
    const stored = this.leases.get(handle);
    const versions = [...new Set([...(stored?.versions ?? []), ...lease.versions])];
    const kept = versions.filter((_, i) => i === 0 || i > versions.length - MAX_VERSIONS);
    for (const version of versions) if (!kept.includes(version)) this.shapes.remove(shapeKey(handle, version));
    this.leases.put(handle, { expiresMs: Math.max(lease.expiresMs, stored?.expiresMs ?? 0), versions: kept });
    for (const [version, shape] of shapes)
      if (kept.includes(version)) this.shapes.put(shapeKey(handle, version), shape);
  }

  private sweep(nowMs: number): void {
    const leases = this.leases.keys().map((handle) => ({ handle, lease: this.leases.get(handle) }));
    const byEnd = leases.sort((a, b) => (b.lease?.expiresMs ?? 0) - (a.lease?.expiresMs ?? 0));
    byEnd.forEach(({ handle, lease }, index) => {
      if (index < MAX_HANDLES && lease !== undefined && lease.expiresMs > nowMs - KEEP_EXPIRED_MS) return;
      this.handles.remove(handle);
      this.leases.remove(handle);
      for (const version of lease?.versions ?? []) this.shapes.remove(shapeKey(handle, version));
    });
  }
}

function shapeKey(handle: string, version: VersionId): string {
  return `${handle}@${version}`;
}
