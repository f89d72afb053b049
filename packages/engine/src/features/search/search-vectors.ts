/** Selects the vectors of a search: those of the user's sentence model, else the repository's own; with the reason if none or others are used. */
import type { SymbolVectors } from "@sdl/model/graph";
import type { QueryEmbedder } from "@sdl/repository/embeddings";
import { queryDirection } from "@sdl/retrieval";
import type { Query } from "../../query/run-query.js";

/** The user's settings on vectors. */
export interface SearchModes {
  /** `hybrid`: vectors find and order results; `legacy`: vectors only reorder them. */
  readonly mode: () => "hybrid" | "legacy";
  readonly embedder: QueryEmbedder;
}

interface SearchVectors {
  readonly vectors: SymbolVectors | undefined;
  /** The query's vector; if absent, the search derives a direction from its best hits. */
  readonly direction?: Float64Array;
  readonly onlyReorder: boolean;
  /** Why no vectors, or other vectors than the settings request, are used. */
  readonly fallbackReason: string | null;
  /** Version of the derived layers and the model, if sentence vectors are used. */
  readonly derivedVersion?: string;
}

/** Vectors of a sentence model, or why there are none. */
type ModelVectorsResult =
  | Required<Pick<SearchVectors, "vectors" | "direction" | "derivedVersion">>
  | { readonly reason: string };

/** Chooses the vectors for a search text. */
export async function chooseVectors(
  query: Query,
  text: string,
  { mode, embedder }: SearchModes,
): Promise<SearchVectors> {
  const onlyReorder = mode() === "legacy";
  const embedded = await embeddedVectors(query, text, embedder);
  if (embedded !== undefined && !("reason" in embedded))
    return { ...embedded, onlyReorder, fallbackReason: onlyReorder ? LEGACY : null };
  const own = { vectors: query.derived?.vectors(), onlyReorder };
  const instead = findVectorsFault(query, onlyReorder);
  if (embedded === undefined) return { ...own, fallbackReason: instead };
  return {
    ...own,
    fallbackReason: `${embedded.reason}; ${instead ?? "the repository's own vectors are used instead"}`,
  };
}

/** @returns `undefined` if the settings name no model, or the version has no derived layers */
async function embeddedVectors(
  { graph, derived }: Query,
  text: string,
  embedder: QueryEmbedder,
): Promise<ModelVectorsResult | undefined> {
  const model = embedder.model();
  if (model === undefined || derived === undefined) return undefined;
  if ("reason" in model) return model;
  const vectors = graph.embeddings(model);
  if (vectors === undefined)
    return { reason: `${model.model} has not embedded all symbols yet, or cannot; see sdl doctor` };
  const vector = await embedder.embedQuery(text);
  if ("reason" in vector) return vector;
  const derivedVersion = `${derived.version}.${model.model}-${model.fingerprint}`;
  return { vectors, direction: queryDirection(vector), derivedVersion };
}

const LEGACY = "semantic.retrieval.mode is legacy: names and words find results, vectors only reorder them";

/** Why a search that may use the repository's own vectors does not use them, or only to reorder. */
function findVectorsFault({ derived }: Query, onlyReorder: boolean): string | null {
  if (derived === undefined)
    return "this version has no vectors, which exist for the latest version only; searched by names and words";
  if (derived.vectors() === undefined)
    return "the repository has too little code for vectors; searched by names and words";
  return onlyReorder ? LEGACY : null;
}
