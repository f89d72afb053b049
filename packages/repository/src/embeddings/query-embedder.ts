/**
 * Embedder of queries, with the user's sentence model. The model is loaded at first use and kept; a model that cannot
 * be loaded is not retried at every search.
 */
import { messageOf } from "@sdl/model";
import { EMBEDDING_TEXT_LENGTH, type Embedder } from "@sdl/model/graph";
import { type ChosenModel, inspectModel, type ModelFolder } from "./chosen-model.js";

/** Why there is no vector. */
export interface EmbedderFault {
  readonly reason: string;
}

/** A failed model is retried after this time, in milliseconds, even if no change is visible. */
export const RETRY_MS = 5 * 60_000;

interface LoadedModel {
  readonly stamp: string;
  readonly atMs: number;
  readonly embedder: Promise<Embedder | EmbedderFault>;
}

/** Options of {@link QueryEmbedder}. */
export interface QueryEmbedderOptions {
  readonly model: () => ChosenModel | undefined;
  readonly load: (chosen: ChosenModel) => Promise<Embedder>;
  readonly nowMs: () => number;
}

/** Embeds queries. */
export class QueryEmbedder {
  private loaded: LoadedModel | undefined;

  constructor(private readonly options: QueryEmbedderOptions) {}

  /** The model that the settings name, as it exists on disk; `undefined` if they name none. */
  model(): ModelFolder | EmbedderFault | undefined {
    const chosen = this.options.model();
    return chosen && inspectModel(chosen);
  }

  /** Embeds a query. @returns the vector, or why there is none @throws nothing */
  async embedQuery(text: string): Promise<Float32Array | EmbedderFault> {
    const embedder = await this.embedder();
    if ("reason" in embedder) return embedder;
    try {
      const [vector] = await embedder.embed([text.slice(0, EMBEDDING_TEXT_LENGTH)]);
      return vector ?? { reason: "the model gave no vector" };
    } catch (error) {
      return { reason: `the model failed: ${messageOf(error)}` };
    }
  }

  private async embedder(): Promise<Embedder | EmbedderFault> {
    const { model, load, nowMs } = this.options;
    const chosen = model();
    if (chosen === undefined) return { reason: "the settings name no model" };
    // No download while a user waits for an answer.
    const local = { ...chosen, mayDownload: false };
    const stamp = JSON.stringify([local, inspectModel(local)]);
    const { loaded } = this;
    const isKept =
      loaded?.stamp === stamp && (nowMs() - loaded.atMs < RETRY_MS || !("reason" in (await loaded.embedder)));
    if (isKept) return loaded.embedder;
    const embedder = load(local).catch((error: unknown) => ({ reason: messageOf(error) }));
    this.loaded = { stamp, atMs: nowMs(), embedder };
    return embedder;
  }
}
