/** Full-text search over memories: BM25+ (MiniSearch) over titles, tags and texts; identifiers are split and stemmed as in code search. */
import { identifierTerms, queryTerms, wordsOf } from "@sdl/model/text";
import MiniSearch from "minisearch";
import type { Memory } from "./memory.js";

const FIELD_BOOSTS = { title: 2, tags: 2, content: 1 };
/** Numbers, which are not terms of code, but identify issues and error codes in memories. */
const NUMBER_PATTERN = /\d{2,}/g;

/** Memories that contain at least one word of the query, best first; ties by id. */
export function searchMemories<T extends Memory>(memories: readonly T[], query: string): T[] {
  const index = new MiniSearch<T>({
    idField: "memoryId",
    fields: Object.keys(FIELD_BOOSTS),
    extractField: fieldText,
    tokenize: textTerms,
    processTerm: (term) => term,
  });
  index.addAll(memories);
  const byId = new Map(memories.map((memory) => [memory.memoryId, memory]));
  const weights = new Map(queryTerms(query).map(({ term, weight }) => [term, weight]));
  return index
    .search(query, {
      boost: FIELD_BOOSTS,
      tokenize: () => [...weights.keys(), ...(query.match(NUMBER_PATTERN) ?? [])],
      boostTerm: (term) => weights.get(term) ?? 1,
    })
    .sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? -1 : 1))
    .flatMap(({ id }) => byId.get(String(id)) ?? []);
}

function textTerms(text: string): string[] {
  return [...wordsOf(text).flatMap(identifierTerms), ...(text.match(NUMBER_PATTERN) ?? [])];
}

function fieldText(memory: Memory, field: string): string {
  switch (field) {
    case "title":
      return memory.title;
    case "tags":
      return memory.tags.join(" ");
    case "content":
      return memory.content;
    default:
      return memory.memoryId;
  }
}
