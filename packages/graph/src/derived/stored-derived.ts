/** What is derived from versions, as a ledger stores it: layers of the latest one, and vectors of sentence models beside them. */
import type { VectorModel } from "@sdl/model/graph";
import { isDerived, isDerivedByNewer } from "../read/derived-view.js";
import { isEmbedded, readEmbeddingHead } from "../read/embeddings-view.js";
import { DerivedKey, type StoredEmbeddings, type StoredLayers } from "../records/derived.js";
import { EMBEDDING_FORMAT, newerEmbeddingsOf } from "../records/embeddings.js";
import { readHead } from "../records/head.js";
import { idMs, versionIdOf } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeEmbeddings, storeDerived, storeEmbeddings } from "./derived-records.js";

/** How far an embedding is. */
export interface EmbeddingState extends VectorModel {
  /** Distinct texts. */
  readonly total: number;
  readonly missing: number;
  /** Whether it is of the latest version. */
  readonly isLatest: boolean;
}

export class StoredDerived {
  private writeCount = 0;

  constructor(private readonly environment: StoreEnvironment) {}

  /** How often this process stored what is derived. */
  get writes(): number {
    return this.writeCount;
  }

  /** Whether the layers derived from the latest version are stored. */
  isDerived(): boolean {
    return isDerived(this.record(DerivedKey.Head), this.latestMs());
  }

  /** What a newer program derived from the latest version, which this one cannot read: to make it again would undo the newer one's work. */
  derivedByNewer(): { readonly layers: boolean; readonly embeddings: boolean } {
    const versionMs = this.latestMs();
    const embeddings = this.record(DerivedKey.EmbeddingHead);
    return {
      layers: isDerivedByNewer(this.record(DerivedKey.Head), versionMs),
      embeddings: embeddings !== undefined && newerEmbeddingsOf(embeddings) === versionMs,
    };
  }

  /**
   * Stores the layers derived from a version, in one transaction that leaves unchanged records alone.
   * @returns whether they were stored; not when a newer version was published meanwhile
   */
  putDerived({ version, commit, records }: StoredLayers): boolean {
    return this.write(() => {
      const versionMs = this.latestMs();
      if (versionIdOf(versionMs) !== version) return false;
      storeDerived(this.environment.tables.derived, { versionMs, commit: commit ?? "" }, records);
      return true;
    });
  }

  /** Whether all symbols of the latest version that want a vector of this model have it. */
  isEmbedded(model: VectorModel): boolean {
    return isEmbedded(this.embeddingHead(), { versionMs: this.latestMs(), ...model });
  }

  /** How far the embedding is that was stored last; `undefined` where there is none. */
  embeddingState(): EmbeddingState | undefined {
    const head = this.embeddingHead();
    if (head === undefined) return undefined;
    const { model, fingerprint, total, missing, versionMs } = head;
    return { model, fingerprint, total, missing, isLatest: versionMs === this.latestMs() };
  }

  /**
   * Stores vectors as far as they are made, in one transaction. Of an older version they are a cache for those of the next.
   * @returns whether they are of the latest version
   */
  putEmbeddings({ version, records, ...head }: StoredEmbeddings): boolean {
    return this.write(() => {
      const stored = { ...head, format: EMBEDDING_FORMAT, versionMs: idMs(version) };
      storeEmbeddings(this.environment.tables.derived, stored, records);
      return stored.versionMs === this.latestMs();
    });
  }

  /** Removes all vectors of sentence models. */
  removeEmbeddings(): void {
    const { derived } = this.environment.current();
    if (derived.has(DerivedKey.EmbeddingHead)) this.write(() => removeEmbeddings(derived));
  }

  private embeddingHead() {
    return readEmbeddingHead((key) => this.record(key));
  }

  private record(key: number): Uint8Array | undefined {
    return this.environment.current().derived.get(key);
  }

  /** The time of the latest version, which is its name. */
  private latestMs(): number {
    return readHead(this.environment.current()).versionMs;
  }

  private write<T>(work: () => T): T {
    try {
      return this.environment.write(work);
    } finally {
      this.writeCount++;
    }
  }
}
