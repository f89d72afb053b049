/**
 * Embedding vectors of one version while they are computed: the texts of its symbols, which of them have a vector, and the records to store. A
 * vector belongs to a text, not a symbol: a text embedded for an earlier version is not embedded again. Test code gets no vectors, as in
 * `../vectors`.
 */
import { getOrMake, type VersionId } from "@sdl/model";
import { embeddingText, type SymbolVectors, storedDimensions, storedVector, type VectorModel } from "@sdl/model/graph";
import { hash64Hex } from "@sdl/model/text";
import type { LedgerSnapshot } from "../../read/snapshot.js";
import { DerivedKey, PAGE_SHIFT, type StoredEmbeddings } from "../../records/derived.js";
import { type EmbeddingRow, encodeEmbeddingPage } from "../../records/embeddings.js";
import { readCodeGraph } from "../code-graph.js";
import { snapshotSource } from "../snapshot-source.js";
import { findTestCode } from "../tests/test-code.js";

/** The sentence model, with the length of its vectors. */
export interface DraftModel extends VectorModel {
  readonly dimensions: number;
}

/** A text without a vector, and the pages that need it. */
interface MissingText {
  readonly text: string;
  readonly pages: Set<number>;
}

/** Lists texts without a vector, takes vectors, and encodes the records. */
export class EmbeddingDraft {
  /** Hash of each symbol's text, by handle; `undefined` if the symbol gets no vector. */
  private readonly hashes: (string | undefined)[] = [];
  private readonly rows = new Map<string, Int8Array>();
  private readonly wanted = new Map<string, MissingText>();
  private readonly changed = new Set<number>();
  private readonly version: VersionId;
  private readonly dimensions: number;

  /**
   * Reads everything that it needs, so the snapshot can be closed afterwards.
   * @param known rows whose texts need no embedding
   * @throws {GraphError} `VERSION_EXPIRED` if a newer version was published meanwhile
   */
  constructor(
    snapshot: LedgerSnapshot,
    private readonly model: DraftModel,
    known: Iterable<EmbeddingRow>,
  ) {
    this.version = snapshot.version;
    this.dimensions = storedDimensions(model.dimensions);
    const vectors = new Map<string, Int8Array>();
    for (const { hash, values } of known) vectors.set(hash, values);
    this.read(snapshot, vectors);
    const pages = Math.ceil(snapshot.capacity / (1 << PAGE_SHIFT));
    for (let page = 0; page < pages; page++) this.changed.add(page);
    this.hashes.length = snapshot.capacity;
  }

  /** Number of distinct texts. */
  get total(): number {
    return this.rows.size + this.wanted.size;
  }

  /** Texts without a vector, grouped by page, short ones first: texts of equal length are embedded fastest in one batch. */
  missingTexts(): string[] {
    const firstPage = ({ pages }: MissingText) => pages.values().next().value ?? 0;
    return [...this.wanted.values()]
      .sort((a, b) => firstPage(a) - firstPage(b) || a.text.length - b.text.length)
      .map(({ text }) => text);
  }

  /** Adds computed vectors. @param vectors vectors of `texts`, in the same order */
  addVectors(texts: readonly string[], vectors: readonly Float32Array[]): void {
    texts.forEach((text, i) => {
      const hash = this.textHash(text);
      const vector = vectors[i];
      if (vector?.length !== this.model.dimensions)
        throw new RangeError(`the model returned no vector of ${this.model.dimensions} components for a text`);
      for (const page of this.wanted.get(hash)?.pages ?? []) this.changed.add(page);
      this.wanted.delete(hash);
      this.rows.set(hash, storedVector(vector));
    });
  }

  /** The head values and the pages that changed since the previous call, ready to be stored. */
  takeChanges(): StoredEmbeddings {
    const { version, dimensions, total } = this;
    const { model, fingerprint } = this.model;
    const records = [...this.changed].map((page) => ({
      key: DerivedKey.FirstEmbeddingPage + page,
      payload: encodeEmbeddingPage((slot) => this.rowOfSymbol((page << PAGE_SHIFT) + slot), { dimensions }),
    }));
    this.changed.clear();
    const pages = Math.ceil(this.hashes.length / (1 << PAGE_SHIFT));
    return { version, model, fingerprint, dimensions, total, missing: this.wanted.size, pages, records };
  }

  /** The vectors in the form that a search uses: rows by handle. */
  vectorsByHandle(): SymbolVectors {
    const { dimensions } = this;
    const values = new Int8Array(this.hashes.length * dimensions);
    for (let symbol = 0; symbol < this.hashes.length; symbol++)
      values.set(this.rowOfSymbol(symbol)?.values ?? [], symbol * dimensions);
    return { model: this.model.model, dimensions, values };
  }

  /** All rows that have a vector, for the draft of another version. */
  *knownRows(): Iterable<EmbeddingRow> {
    for (const [hash, values] of this.rows) yield { hash, values };
  }

  private read(snapshot: LedgerSnapshot, vectors: ReadonlyMap<string, Int8Array>): void {
    const source = snapshotSource(snapshot);
    const code = readCodeGraph(snapshot);
    const { isTest } = findTestCode(code, source);
    code.records.forEach(({ handle }, number) => {
      if (isTest[number] === 1) return;
      const text = embeddingText(snapshot, handle);
      const hash = this.textHash(text);
      this.hashes[handle] = hash;
      const vector = vectors.get(hash);
      if (vector !== undefined) this.rows.set(hash, vector);
      else this.requestText(hash, text, handle >>> PAGE_SHIFT);
    });
  }

  private requestText(hash: string, text: string, page: number): void {
    getOrMake(this.wanted, hash, () => ({ text, pages: new Set() })).pages.add(page);
  }

  private rowOfSymbol(symbol: number): EmbeddingRow | undefined {
    const hash = this.hashes[symbol];
    const values = hash === undefined ? undefined : this.rows.get(hash);
    return hash === undefined || values === undefined ? undefined : { hash, values };
  }

  private textHash(text: string): string {
    return hash64Hex(`${this.model.model}\n${this.model.fingerprint}\n${text}`);
  }
}
