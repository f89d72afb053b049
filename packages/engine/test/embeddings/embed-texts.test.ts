/** Tests of embedding in batches: results are passed on regularly, and the work can be stopped. */
import type { StoredEmbeddings } from "@sdl/graph/derive";
import { EmbeddingDraft } from "@sdl/graph/derive";
import type { Embedder } from "@sdl/model/graph";
import { type EmbeddingProgress, embedTexts } from "@sdl/repository/embeddings";
import { expect, test } from "vitest";
import { openModelEngine } from "./model-engine.js";

const FUNCTIONS = 40;

/** An embedder that takes seven seconds per batch, with its own clock. */
function slowEmbedder() {
  const clock = { nowMs: 0 };
  const batches: (readonly string[])[] = [];
  const embedder: Embedder = {
    model: "slow",
    fingerprint: "0",
    dimensions: 2,
    embed: async (texts) => {
      clock.nowMs += 7_000;
      batches.push(texts);
      return texts.map(({ length }) => Float32Array.from([1, length / 1000]));
    },
  };
  return { embedder, batches, nowMs: () => clock.nowMs };
}

async function draftOfMany(embedder: Embedder): Promise<EmbeddingDraft> {
  const { edit, repository } = await openModelEngine({});
  const functions = Array.from({ length: FUNCTIONS }, (_, i) => `export function f${i}() {}\n`);
  await edit("src/many.ts", functions.join(""));
  const snapshot = (await repository()).snapshot();
  return new EmbeddingDraft(snapshot, embedder, []);
}

test("embeddings are passed on every twelve seconds, and at the end", async () => {
  const { embedder, batches, nowMs } = slowEmbedder();
  const draft = await draftOfMany(embedder);
  const stored: StoredEmbeddings[] = [];
  const progress: EmbeddingProgress[] = [];
  const isDone = await embedTexts(draft, embedder, {
    store: async (one) => stored.push(one) > 0,
    onProgress: (one) => progress.push(one),
    nowMs,
  });
  const total = FUNCTIONS + 6;
  expect(isDone).toBe(true);
  expect(batches.map(({ length }) => length)).toEqual([16, 16, total - 32]);
  expect(progress.map(({ done }) => done)).toEqual([16, 32, total]);
  expect(stored.map(({ missing, total: texts }) => [missing, texts])).toEqual([
    [total - 32, total],
    [0, total],
  ]);
  expect(new Set(batches.flat()).size).toBe(total);
});

test("embeddings are passed on at once if a newer version exists", async () => {
  const { embedder, batches, nowMs } = slowEmbedder();
  const draft = await draftOfMany(embedder);
  const stored: StoredEmbeddings[] = [];
  const store = async (one: StoredEmbeddings) => {
    stored.push(one);
    return false;
  };
  expect(await embedTexts(draft, embedder, { store, isOvertaken: () => true, nowMs })).toBe(false);
  expect(batches).toHaveLength(1);
  expect(stored.map(({ total, missing }) => total - missing)).toEqual([16]);
});

test("the receiver of embeddings may stop the work", async () => {
  const { embedder, batches, nowMs } = slowEmbedder();
  const draft = await draftOfMany(embedder);
  expect(await embedTexts(draft, embedder, { store: async () => false, nowMs })).toBe(false);
  expect(batches).toHaveLength(2);
});

test("a model that leaves a text out is an error", async () => {
  const { embedder, nowMs } = slowEmbedder();
  const draft = await draftOfMany(embedder);
  const lossy = { ...embedder, embed: async () => [] };
  await expect(embedTexts(draft, lossy, { store: async () => true, nowMs })).rejects.toThrow("no vector");
});
