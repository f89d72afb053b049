/**
 * The module that derivation runs in: a process of its own, whose memory is given back when it ends and which may be killed at any
 * time, as a thread that shares the native store may not. Reads the store and the repository that its task names, never writes the store.
 */

import { constants, setPriority } from "node:os";
import { type Ledger, openLedger } from "@sdl/graph";
import { deriveSnapshot, EmbeddingDraft } from "@sdl/graph/derive";
import { CACHE_BYTES, GraphError, messageOf } from "@sdl/model";
import type { ChosenModel } from "../embeddings/chosen-model.js";
import { embedTexts } from "../embeddings/embed-texts.js";
import { loadEmbedder } from "../embeddings/load-embedder.js";
import { readHistory } from "../history/read-history.js";
import { endWithParent } from "../machine/end-with-parent.js";
import { faultOf } from "../machine/program-log.js";
import { tightenHeap } from "../machine/tight-heap.js";
import { createMasker } from "../masking/masker.js";
import type { DerivationAnswer, DerivationMessage, DerivationTask } from "./derivation-messages.js";

const PROGRESS_MS = 500;

/** Layers first: they are for every answer. Ends early where a newer version was published meanwhile. */
async function derive({ directory, rootPath, withLayers, model }: DerivationTask): Promise<DerivationMessage> {
  const ledger = openLedger({ directory, mode: "read", factsCacheBytes: CACHE_BYTES.derivedFacts });
  try {
    if (withLayers && !(await deriveLayers(ledger, directory, rootPath))) return { kind: "done" };
    return model === undefined ? { kind: "done" } : await embedSymbols(ledger, model);
  } catch (error) {
    if (error instanceof GraphError && error.code === "VERSION_EXPIRED") return { kind: "done" };
    const code = error instanceof GraphError ? { code: error.code } : {};
    const stack = error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {};
    return { kind: "failure", reason: messageOf(error), ...stack, ...code };
  } finally {
    await ledger.close();
  }
}

/** @returns whether to go on */
async function deriveLayers(ledger: Ledger, directory: string, rootPath: string): Promise<boolean> {
  const version = ledger.latestVersion();
  const onFault = (error: unknown): void =>
    tell({ kind: "fault", fault: faultOf("reading history", undefined, error) });
  const request = { rootPath, storeDirectory: directory, ledger, masker: createMasker(), onFault };
  const history = await readHistory(request);
  const snapshot = ledger.snapshot();
  try {
    if (snapshot.version !== version?.id) return false;
    return await ask({ kind: "layers", layers: deriveSnapshot(snapshot, history) });
  } finally {
    snapshot.close();
  }
}

async function embedSymbols(ledger: Ledger, model: ChosenModel): Promise<DerivationMessage> {
  try {
    const embedder = await loadEmbedder(model);
    const snapshot = ledger.snapshot();
    const draft = new EmbeddingDraft(snapshot, embedder, snapshot.embeddingRows(embedder));
    snapshot.close();
    let shownMs = Number.NEGATIVE_INFINITY;
    await embedTexts(draft, embedder, {
      store: (embeddings) => ask({ kind: "embeddings", embeddings }),
      isOvertaken: () => ledger.latestVersion()?.id !== snapshot.version,
      onProgress: (progress) => {
        if (performance.now() - shownMs < PROGRESS_MS) return;
        shownMs = performance.now();
        tell({ kind: "progress", progress });
      },
      nowMs: () => performance.now(),
    });
    return { kind: "done" };
  } catch (error) {
    if (error instanceof GraphError) throw error;
    return { kind: "embedding-failure", reason: messageOf(error) };
  }
}

/** @returns what the process that stores says to it */
function ask(message: DerivationMessage): Promise<boolean> {
  return new Promise((resolve) => {
    process.once("message", ({ goOn }: DerivationAnswer) => resolve(goOn));
    tell(message);
  });
}

function tell(message: DerivationMessage, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}

/** Queries and refreshes come first. Where priorities may not be set, it runs like any other. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Nothing depends on it.
  }
}

stepBack();
tightenHeap();
endWithParent();
process.once("disconnect", () => process.exit());
process.once("message", (task: DerivationTask) => {
  void derive(task).then((last) => tell(last, () => process.disconnect()));
});
