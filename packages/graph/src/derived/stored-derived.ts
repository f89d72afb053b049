/** Stored results of derivation: layers of the latest version, and embedding vectors beside them. */
import type { VectorModel } from "@sdl/model/graph";
import { isDerived, isDerivedByNewer } from "../read/derived-view.js";
import { isEmbedded, readEmbeddingHead } from "../read/embeddings-view.js";
import { DerivedKey, type StoredEmbeddings, type StoredLayers } from "../records/derived.js";
import { EMBEDDING_FORMAT, readNewerFormatVersion } from "../records/embeddings.js";
import { readHead } from "../records/head.js";
import { idMs, versionIdOf } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeEmbeddings, storeDerived, storeEmbeddings } from "./derived-records.js";

/** Progress of an embedding. */
export interface EmbeddingState extends VectorModel {
  /** Number of distinct texts. */
  readonly total: number;
  readonly missing: number;
  /** Whether it belongs to the latest version. */
  readonly isLatest: boolean;
}

/** Reads and writes derived data of one ledger. */
export class StoredDerived {
  private writeCount = 0;

  constructor(private readonly environment: StoreEnvironment) {}

  /** Number of times that this process stored derived data. */
  get writes(): number {
    return this.writeCount;
  }

  /** Whether the layers derived from the latest version are stored. */
  isDerived(): boolean {
    return isDerived(this.record(DerivedKey.Head), this.latestMs());
  }

  /**
   * Whether a newer program stored layers or embeddings of the latest version, which this program cannot read. Deriving them again would overwrite
   * the newer ones.
   */
  derivedByNewer(): { readonly layers: boolean; readonly embeddings: boolean } {
    const versionMs = this.latestMs();
    const embeddings = this.record(DerivedKey.EmbeddingHead);
    return {
      layers: isDerivedByNewer(this.record(DerivedKey.Head), versionMs),
      embeddings: embeddings !== undefined && readNewerFormatVersion(embeddings) === versionMs,
    };
  }

  /**
   * Stores the layers derived from a version in one transaction, which skips unchanged records.
   * @returns whether they were stored; false if a newer version was published meanwhile
   */
  putDerived({ version, commit, records }: StoredLayers): boolean {
    return this.write(() => {
      const versionMs = this.latestMs();
      if (versionIdOf(versionMs) !== version) return false;
      storeDerived(this.environment.tables.derived, { versionMs, commit: commit ?? "" }, records);
      return true;
    });
  }

  /** Whether every symbol of the latest version that needs a vector of this model has one. */
  isEmbedded(model: VectorModel): boolean {
    return isEmbedded(this.embeddingHead(), { versionMs: this.latestMs(), ...model });
  }

  /** Progress of the embedding stored last; `undefined` if there is none. */
  embeddingState(): EmbeddingState | undefined {
    const head = this.embeddingHead();
    if (head === undefined) return undefined;
    const { model, fingerprint, total, missing, versionMs } = head;
    return { model, fingerprint, total, missing, isLatest: versionMs === this.latestMs() };
  }

  /**
   * Stores the vectors computed so far, in one transaction. Vectors of an older version serve as a cache for the next one.
   * @returns whether they belong to the latest version
   */
  putEmbeddings({ version, records, ...head }: StoredEmbeddings): boolean {
    return this.write(() => {
      const stored = { ...head, format: EMBEDDING_FORMAT, versionMs: idMs(version) };
      storeEmbeddings(this.environment.tables.derived, stored, records);
      return stored.versionMs === this.latestMs();
    });
  }

  /** Removes all embedding vectors. */
  removeEmbeddings(): void {
    const { derived } = this.environment.currentTables();
    if (derived.has(DerivedKey.EmbeddingHead)) this.write(() => removeEmbeddings(derived));
  }

  private embeddingHead() {
    return readEmbeddingHead((key) => this.record(key));
  }

  private record(key: number): Uint8Array | undefined {
    return this.environment.currentTables().derived.get(key);
  }

  /** Time of the latest version in milliseconds, which identifies it. */
  private latestMs(): number {
    return readHead(this.environment.currentTables()).versionMs;
  }

  private write<T>(work: () => T): T {
    try {
      return this.environment.write(work);
    } finally {
      this.writeCount++;
    }
  }
}
