/** Gives a draft its vectors, in batches that are handed on from time to time, so that an end in between loses little. */
import type { EmbeddingDraft, StoredEmbeddings } from "@sdl/graph/derive";
import type { Embedder } from "@sdl/model/graph";

/** How far it is, in texts. */
export interface EmbeddingProgress {
  readonly done: number;
  readonly total: number;
}

export interface EmbedOptions {
  /** @returns false when it is to be given up */
  readonly store: (stored: StoredEmbeddings) => Promise<boolean>;
  /** Whether a newer version was published meanwhile: what is made is then handed on at once. */
  readonly isOvertaken?: () => boolean;
  readonly onProgress?: (progress: EmbeddingProgress) => void;
  readonly nowMs: () => number;
}

const BATCH = 16;
/** What is lost at most when the process is killed. */
const STORE_MS = 12_000;

/** @returns whether every text has its vector, and all of them were stored */
export async function embedTexts(draft: EmbeddingDraft, embedder: Embedder, options: EmbedOptions): Promise<boolean> {
  const { store, isOvertaken = () => false, onProgress, nowMs } = options;
  const texts = draft.missingTexts();
  const { total } = draft;
  let storedMs = nowMs();
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    draft.addVectors(batch, await embedder.embed(batch));
    const left = texts.length - from - batch.length;
    onProgress?.({ done: total - left, total });
    if (left === 0 || (nowMs() - storedMs < STORE_MS && !isOvertaken())) continue;
    if (!(await store(draft.takeChanges()))) return false;
    storedMs = nowMs();
  }
  return store(draft.takeChanges());
}
