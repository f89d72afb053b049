/** Embedding of a draft's texts, in batches that are stored from time to time, so that an interruption loses little. */
import type { EmbeddingDraft, StoredEmbeddings } from "@sdl/graph/derive";
import type { Embedder } from "@sdl/model/graph";

/** Progress in texts. */
export interface EmbeddingProgress {
  readonly done: number;
  readonly total: number;
}

/** Options of {@link embedTexts}. */
export interface EmbedOptions {
  /** Stores the vectors so far. @returns false to stop */
  readonly store: (stored: StoredEmbeddings) => Promise<boolean>;
  /** Whether a newer version was published meanwhile: then the vectors so far are stored at once. */
  readonly isOvertaken?: () => boolean;
  readonly onProgress?: (progress: EmbeddingProgress) => void;
  readonly nowMs: () => number;
}

const BATCH_TEXTS = 16;
/** Interval between stores, in milliseconds: the most that a killed process loses. */
const STORE_INTERVAL_MS = 12_000;

/** Embeds all texts. @returns whether every text has its vector, and all are stored */
export async function embedTexts(draft: EmbeddingDraft, embedder: Embedder, options: EmbedOptions): Promise<boolean> {
  const { store, isOvertaken = () => false, onProgress, nowMs } = options;
  const texts = draft.missing();
  const { total } = draft;
  let storedMs = nowMs();
  for (let from = 0; from < texts.length; from += BATCH_TEXTS) {
    const batch = texts.slice(from, from + BATCH_TEXTS);
    draft.addVectors(batch, await embedder.embed(batch));
    const left = texts.length - from - batch.length;
    onProgress?.({ done: total - left, total });
    if (left === 0 || (nowMs() - storedMs < STORE_INTERVAL_MS && !isOvertaken())) continue;
    if (!(await store(draft.stored()))) return false;
    storedMs = nowMs();
  }
  return store(draft.stored());
}
