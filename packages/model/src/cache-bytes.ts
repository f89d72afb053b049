/**
 * Byte limits of the caches of one process, in one place so that their sum is visible. A server's full caches hold some 80 MB of decoded pages and
 * some 25 MB of everything else.
 * Estimates, not allocations: typed arrays and objects around a value are counted where they are created.
 */

const MEGABYTE = 1024 * 1024;

/** Limits by cache. A cache of a version, graph or repository exists once for each of them. */
export const CACHE_BYTES = {
  /** Decoded facts pages, shared by all versions of a ledger. */
  facts: 24 * MEGABYTE,
  /** Decoded facts pages in the process that computes derived layers, which visits the files one after another. */
  derivedFacts: 8 * MEGABYTE,
  /** Decoded facts pages in a command that answers once and ends; indexing reads all files twice, to link them and to publish their names. */
  commandFacts: 96 * MEGABYTE,
  /** Facts that searches and walks over all symbols need: about 25 bytes per symbol. */
  briefFacts: 8 * MEGABYTE,
  /** Each of: symbol pages, outgoing edges, incoming edges, and lookups of the latest version. */
  pages: 8 * MEGABYTE,
  /** The same for a version in memory, each: it shares no pages with the latest version, and a few such versions exist. */
  pagesOfVersion: 2 * MEGABYTE,
  /** Each of: buckets of postings of the latest version, and decoded posting lists. */
  postings: 8 * MEGABYTE,
  /** The same for a version in memory. */
  postingsOfVersion: 2 * MEGABYTE,
  /** Cards, etags and estimates of one graph's symbols. */
  cards: 6 * MEGABYTE,
  /** Texts that contain no secrets, so that they are not masked again. */
  sealedTexts: 3 * MEGABYTE,
  /** Token counts of stretches of text with non-ASCII characters. */
  tokenCounts: 1 * MEGABYTE,
  /** Answers of task steps that later runs may reuse. */
  runAnswers: 2 * MEGABYTE,
  /** Answers whose tokens have not been counted yet. */
  uncountedAnswers: 2 * MEGABYTE,
  /** Summaries of one version. */
  summaries: 2 * MEGABYTE,
  /** Decoded records of sent slices. */
  sliceShapes: 8 * MEGABYTE,
  /** Texts of drafts that were parsed without an error, with their facts. */
  goodDrafts: 4 * MEGABYTE,
  /** Each of: names in paths, facts derived from paths, and terms of commit messages. */
  pathNames: 4 * MEGABYTE,
  pathFacts: 4 * MEGABYTE,
  commitTerms: 6 * MEGABYTE,
} as const;

/** Header of a text in bytes; most texts take one byte per character. */
const TEXT_BYTES = 24;
/** Header of an object or list in bytes, and bytes of one slot in it. */
const OBJECT_BYTES = 24;
const SLOT_BYTES = 8;

/** Approximate memory in bytes of a JSON value. Shared parts are counted in each value that contains them. */
export function estimatedBytes(value: unknown): number {
  if (typeof value === "string") return TEXT_BYTES + value.length;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const part of Array.isArray(value) ? value : Object.values(value)) bytes += SLOT_BYTES + estimatedBytes(part);
  return bytes;
}
