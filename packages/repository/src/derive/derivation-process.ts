/**
 * Module of the derivation process, which runs separately: its memory is released when it ends, and it may be killed at
 * any time, unlike a thread that shares the native store. Reads the store and repository of its task; never writes the
 * store.
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

/** Derives layers first, since every answer uses them. Ends early if a newer version was published meanwhile. */
async function runDerivation({ directory, rootPath, withLayers, model }: DerivationTask): Promise<DerivationMessage> {
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

/** Derives and sends the layers. @returns whether to continue */
async function deriveLayers(ledger: Ledger, directory: string, rootPath: string): Promise<boolean> {
  const version = ledger.latestVersion();
  const onFault = (error: unknown): void =>
    send({ kind: "fault", fault: faultOf("reading history", undefined, error) });
  const request = { rootPath, storeDirectory: directory, ledger, masker: createMasker(), onFault };
  const history = await readHistory(request);
  const snapshot = ledger.snapshot();
  try {
    if (snapshot.version !== version?.id) return false;
    return await sendAndWait({ kind: "layers", layers: deriveSnapshot(snapshot, history) });
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
      store: (embeddings) => sendAndWait({ kind: "embeddings", embeddings }),
      isOvertaken: () => ledger.latestVersion()?.id !== snapshot.version,
      onProgress: (progress) => {
        if (performance.now() - shownMs < PROGRESS_MS) return;
        shownMs = performance.now();
        send({ kind: "progress", progress });
      },
      nowMs: () => performance.now(),
    });
    return { kind: "done" };
  } catch (error) {
    if (error instanceof GraphError) throw error;
    return { kind: "embedding-failure", reason: messageOf(error) };
  }
}

/** Sends a message. @returns the storing process's answer */
function sendAndWait(message: DerivationMessage): Promise<boolean> {
  return new Promise((resolve) => {
    process.once("message", ({ goOn }: DerivationAnswer) => resolve(goOn));
    send(message);
  });
}

function send(message: DerivationMessage, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}

/** Lowers the process's priority, so that queries and refreshes come first. Where that is not permitted, the priority stays normal. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The priority is an optimization: ignore failures.
  }
}

lowerPriority();
tightenHeap();
endWithParent();
process.once("disconnect", () => process.exit());
process.once("message", (task: DerivationTask) => {
  void runDerivation(task).then((last) => send(last, () => process.disconnect()));
});
