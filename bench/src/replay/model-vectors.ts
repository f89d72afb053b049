/**
 * Vectors of a sentence model for replayed versions, in memory: unchanged symbols are not embedded again for the next
 * commit.
 */
import { embedTexts, loadEmbedder, modelNamed } from "@sdl/engine";
import type { LedgerSnapshot } from "@sdl/graph";
import { EmbeddingDraft } from "@sdl/graph/derive";
import { EMBEDDING_TEXT_LENGTH, type Embedder, type SymbolVectors } from "@sdl/model/graph";
import { queryDirection, type SearchOptions } from "@sdl/retrieval";

/** A loaded model with its cached vectors. */
export class ModelVectors {
  private draft: EmbeddingDraft | undefined;
  private known: { readonly version: string; readonly vectors: SymbolVectors } | undefined;

  private constructor(private readonly embedder: Embedder) {}

  /**
   * @param folder value of the setting `semantic.model` @param home folder of the runtime @throws {Error} with a reason
   * for the user
   */
  static async load(folder: string, home: string): Promise<ModelVectors> {
    return new ModelVectors(await loadEmbedder(modelNamed(home, folder)));
  }

  get name(): string {
    return this.embedder.model;
  }

  /**
   * Search options that use the model for one version. @param place distinguishes equal version names of different
   * stores
   */
  async optionsFor(
    snapshot: LedgerSnapshot,
    place: string,
    text: string,
  ): Promise<Pick<SearchOptions, "vectors" | "direction">> {
    const version = `${place} ${snapshot.version}`;
    if (this.known?.version !== version) this.known = { version, vectors: await this.vectorsOf(snapshot) };
    const [vector] = await this.embedder.embed([text.slice(0, EMBEDDING_TEXT_LENGTH)]);
    return { vectors: this.known.vectors, direction: vector && queryDirection(vector) };
  }

  private async vectorsOf(snapshot: LedgerSnapshot): Promise<SymbolVectors> {
    const draft = new EmbeddingDraft(snapshot, this.embedder, this.draft?.knownRows() ?? []);
    await embedTexts(draft, this.embedder, { store: async () => true, nowMs: () => performance.now() });
    this.draft = draft;
    return draft.vectorsByHandle();
  }
}
