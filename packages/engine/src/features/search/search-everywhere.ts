/** Search of symbols and packages by name over all repositories that a caller may read, from tables of names: no index is opened. */
import { SdlError } from "@sdl/model";
import { packageKeys } from "@sdl/model/paths";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import { dayOf } from "@sdl/repository";
import type { Engine, NamedSymbol, NameSearch } from "../../contract/engine.js";
import type { SearchRequest } from "./search.js";

/** Scores by how a name matched; names with all terms are often others' relatives. */
const SCORES: Readonly<Record<NamedSymbol["match"], number>> = { name: 1, prefix: 0.8, terms: 0.6 };

const NOTE =
  "Names of the default branches, as they were pushed. Pass repoId to search words, docs and literals of one repository.";

/**
 * Finds symbols by name, and the package that the query names unless only some kinds of symbols are wanted.
 * @throws {SdlError} `invalid_params` for what only one repository's index can answer
 */
export async function searchEverywhere(
  engine: Engine,
  search: NameSearch,
  request: SearchRequest & { readonly asOfVersion?: string | undefined },
): Promise<object> {
  const { query, kinds, limit, semantic, asOfVersion } = request;
  if (semantic || asOfVersion !== undefined)
    throw new SdlError("invalid_params", "repoId: vectors and older versions are searched in one repository; pass one");
  const terms = [...new Set(wordsOf(query).flatMap(identifierTerms))];
  const keys = kinds === undefined ? packageKeys(query) : [];
  const { symbols, packages } = await search.find({ text: query, terms, kinds, packageKeys: keys, limit: limit + 1 });
  const nowMs = engine.now();
  const movedAtMs = [...symbols, ...packages].reduce((latest, one) => Math.max(latest, one.movedAtMs), 0);
  return {
    results: symbols.slice(0, limit).map(({ repository, path, id, name, kind, line, match }) => ({
      ...{ repoId: repository, symbolId: id, name, kind, file: path, line, score: SCORES[match] },
    })),
    packages: packages.map(({ repository, name, isProvided, path }) => ({
      ...{ repoId: repository, name, role: isProvided ? "provides" : "uses", file: path },
    })),
    retrievalMode: "legacy",
    ...(symbols.length > limit ? { truncation: { truncated: true, howToResume: resumeHint(limit) } } : {}),
    pinned: { ledgerVersion: `v${movedAtMs}`, asOfDay: dayOf(nowMs) },
    checkedAt: new Date(nowMs).toISOString(),
    staleFiles: 0,
    warnings: [NOTE],
  };
}

function resumeHint(limit: number): string {
  return `There are more than ${limit} results: pass repoId, add kinds, or use a more precise name.`;
}
