/** Embedding vectors as a snapshot reads them: all vectors of one version, or stored rows of any version. */
import { type SymbolVectors, storedDimensions, type VectorModel } from "@sdl/model/graph";
import { damagedError, throwMissing } from "../errors.js";
import { DerivedKey, PAGE_SHIFT } from "../records/derived.js";
import {
  decodeEmbeddingHead,
  decodeEmbeddingPage,
  type EmbeddingHead,
  type EmbeddingRow,
} from "../records/embeddings.js";
import type { ReadDerived } from "./derived-view.js";

/** The version and model whose vectors are requested. */
interface EmbeddingsOf extends VectorModel {
  readonly versionMs: number;
  /** Exclusive upper bound of handles. */
  readonly capacity: number;
}

/** Reads the head record; undefined if there are no embeddings. */
export function readEmbeddingHead(read: ReadDerived): EmbeddingHead | undefined {
  const payload = read(DerivedKey.EmbeddingHead);
  return payload === undefined ? undefined : decodeEmbeddingHead(payload);
}

/** Whether every symbol of the version that needs a vector of the model has one. */
export function isEmbedded(
  head: EmbeddingHead | undefined,
  { versionMs, model, fingerprint }: Omit<EmbeddingsOf, "capacity">,
): boolean {
  return isFromModel(head, { model, fingerprint }) && head?.versionMs === versionMs && head.missing === 0;
}

/** @returns `undefined` unless the vectors are complete */
export function openEmbeddings(read: ReadDerived, wanted: EmbeddingsOf): SymbolVectors | undefined {
  const head = readEmbeddingHead(read);
  if (head === undefined || !isEmbedded(head, wanted)) return undefined;
  const { dimensions, pages } = head;
  const values = new Int8Array((pages << PAGE_SHIFT) * dimensions);
  for (let page = 0; page < pages; page++) {
    const { slots, row } = readPage(read, page, head);
    slots.forEach((slot, place) => {
      values.set(row(place).values, ((page << PAGE_SHIFT) + slot) * dimensions);
    });
  }
  if (pages << PAGE_SHIFT < wanted.capacity) throw damagedError("the pages of the embeddings");
  return { model: head.model, dimensions, values };
}

/** All stored rows, of any version. @param of restricts the rows to this model */
export function* embeddingRows(
  read: ReadDerived,
  of?: VectorModel & { readonly dimensions: number },
): Iterable<EmbeddingRow> {
  const head = readEmbeddingHead(read);
  if (head === undefined) return;
  if (of !== undefined && (!isFromModel(head, of) || head.dimensions !== storedDimensions(of.dimensions))) return;
  for (let page = 0; page < head.pages; page++) {
    const { slots, row } = readPage(read, page, head);
    for (let place = 0; place < slots.length; place++) yield row(place);
  }
}

function isFromModel(head: EmbeddingHead | undefined, { model, fingerprint }: VectorModel): boolean {
  return head?.model === model && head.fingerprint === fingerprint;
}

function readPage(read: ReadDerived, page: number, head: EmbeddingHead) {
  const payload = read(DerivedKey.FirstEmbeddingPage + page) ?? throwMissing(`page ${page} of the embeddings`);
  return decodeEmbeddingPage(payload, head);
}
