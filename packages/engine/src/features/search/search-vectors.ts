/** Which vectors a search takes part with, and why not others: those of the user's sentence model, else the repository's own. */
import type { SymbolVectors } from "@sdl/model/graph";
import type { QueryEmbedder } from "@sdl/repository/embeddings";
import { queryDirection } from "@sdl/retrieval";
import type { Query } from "../../query/run-query.js";

/** What the user's settings say of vectors. */
export interface SearchModes {
  /** How they take part. */
  readonly mode: () => "hybrid" | "legacy";
  readonly embedder: QueryEmbedder;
}

interface SearchVectors {
  readonly vectors: SymbolVectors | undefined;
  /** Where the query points; where its best hits do when absent. */
  readonly direction?: Float64Array;
  readonly onlyReorder: boolean;
  /** Why vectors take no part, or another one than the settings ask for. */
  readonly fallbackReason: string | null;
  /** The state that the answer rests on, where it is more than the derived layers. */
  readonly derivedVersion?: string;
}

/** Vectors that a sentence model made, or why there are none. */
type Embedded = Required<Pick<SearchVectors, "vectors" | "direction" | "derivedVersion">> | { readonly reason: string };

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
  const instead = ownFault(query, onlyReorder);
  if (embedded === undefined) return { ...own, fallbackReason: instead };
  return { ...own, fallbackReason: `${embedded.reason}; ${instead ?? "the repository's own vectors stand in"}` };
}

/** @returns `undefined` where the settings name no model, or a version has no vectors of any kind */
async function embeddedVectors(
  { graph, derived }: Query,
  text: string,
  embedder: QueryEmbedder,
): Promise<Embedded | undefined> {
  const model = embedder.model();
  if (model === undefined || derived === undefined) return undefined;
  if ("reason" in model) return model;
  const vectors = graph.embeddings(model);
  if (vectors === undefined)
    return { reason: `symbols are still being embedded by ${model.model}, or cannot be; see sdl doctor` };
  const vector = await embedder.vectorOf(text);
  if ("reason" in vector) return vector;
  const derivedVersion = `${derived.version}.${model.model}-${model.fingerprint}`;
  return { vectors, direction: queryDirection(vector), derivedVersion };
}

const LEGACY = "semantic.retrieval.mode is legacy: names and words find, vectors order";

/** Why a search that may use the repository's own vectors does not, or does in part. */
function ownFault({ derived }: Query, onlyReorder: boolean): string | null {
  if (derived === undefined) return "this version has no vectors: they follow the latest one; names and words answered";
  if (derived.vectors() === undefined) return "the code is too little for vectors; names and words answered";
  return onlyReorder ? LEGACY : null;
}
