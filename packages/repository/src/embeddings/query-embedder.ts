/**
 * Vectors of queries, by the user's sentence model. The model is loaded when it is first asked, and kept; one that cannot be loaded is not
 * tried again at every search.
 */
import { messageOf } from "@sdl/model";
import { EMBEDDING_TEXT_LENGTH, type Embedder } from "@sdl/model/graph";
import { type ChosenModel, inspectModel, type ModelFolder } from "./chosen-model.js";

export interface Fault {
  readonly reason: string;
}

/** After so long a model that failed is tried again, though nothing changed that can be seen. */
export const RETRY_MS = 5 * 60_000;

interface Loaded {
  readonly stamp: string;
  readonly atMs: number;
  readonly embedder: Promise<Embedder | Fault>;
}

export interface QueryEmbedderOptions {
  readonly model: () => ChosenModel | undefined;
  readonly load: (chosen: ChosenModel) => Promise<Embedder>;
  readonly nowMs: () => number;
}

export class QueryEmbedder {
  private loaded: Loaded | undefined;

  constructor(private readonly options: QueryEmbedderOptions) {}

  /** The model that the settings name, as it lies there; `undefined` when they name none. */
  model(): ModelFolder | Fault | undefined {
    const chosen = this.options.model();
    return chosen && inspectModel(chosen);
  }

  /** @returns the text's vector, or why there is none @throws nothing */
  async vectorOf(text: string): Promise<Float32Array | Fault> {
    const embedder = await this.embedder();
    if ("reason" in embedder) return embedder;
    try {
      const [vector] = await embedder.embed([text.slice(0, EMBEDDING_TEXT_LENGTH)]);
      return vector ?? { reason: "the model gave no vector" };
    } catch (error) {
      return { reason: `the model failed: ${messageOf(error)}` };
    }
  }

  private async embedder(): Promise<Embedder | Fault> {
    const { model, load, nowMs } = this.options;
    const chosen = model();
    if (chosen === undefined) return { reason: "the settings name no model" };
    // Nothing is fetched while somebody waits for an answer.
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
