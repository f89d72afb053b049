/**
 * What the caches of one process may hold, in bytes: all of them, in one place, so that their sum can be read off. A server's caches that are full
 * hold some 80 MB of decoded pages and some 25 of everything else.
 * Estimates, not allocations: typed arrays and objects around a value are counted where they are made.
 */

const MEGABYTE = 1024 * 1024;

/** By what is kept. Those of a version, a graph or a repository are each of one of them. */
export const CACHE_BYTES = {
  /** Decoded facts pages, shared by all versions of a ledger. */
  facts: 24 * MEGABYTE,
  /** The same in the process that derives layers: it goes through the files one after another. */
  derivedFacts: 8 * MEGABYTE,
  /** The same in a command that answers once and ends: one that indexes reads all files twice, to link them and to publish their names. */
  commandFacts: 96 * MEGABYTE,
  /** What walks over all symbols ask of facts: a byte a symbol. */
  briefFacts: 8 * MEGABYTE,
  /** Symbols' pages, outgoing edges, incoming edges and lookups of the latest version, each. */
  pages: 8 * MEGABYTE,
  /** The same of a version in memory, each: it shares nothing with the latest one, and a few of them are kept. */
  pagesOfVersion: 2 * MEGABYTE,
  /** Buckets of postings of the latest version, and decoded lists, each. */
  postings: 8 * MEGABYTE,
  /** The same of a version in memory. */
  postingsOfVersion: 2 * MEGABYTE,
  /** Cards, etags and estimates of one graph's symbols. */
  cards: 6 * MEGABYTE,
  /** Texts that sealing answers left as they are. */
  sealedTexts: 3 * MEGABYTE,
  /** Stretches of text that are not ASCII, and what they cost in tokens. */
  tokenCounts: 1 * MEGABYTE,
  /** Answers of steps that later runs of tasks may use again. */
  runAnswers: 2 * MEGABYTE,
  /** Answers that wait until their tokens are counted. */
  uncountedAnswers: 2 * MEGABYTE,
  /** Summaries of one version. */
  summaries: 2 * MEGABYTE,
  /** Records of sent slices, decoded. */
  sliceShapes: 8 * MEGABYTE,
  /** Texts of drafts that were read without an error, with their facts. */
  goodDrafts: 4 * MEGABYTE,
  /** What paths and commit messages say, each. */
  pathNames: 4 * MEGABYTE,
  pathFacts: 4 * MEGABYTE,
  commitTerms: 6 * MEGABYTE,
} as const;

/** A text and its head; most texts take a byte a character. */
const TEXT_BYTES = 24;
/** An object or list without what it holds, and a place in it. */
const OBJECT_BYTES = 24;
const PLACE_BYTES = 8;

/** About what a value as JSON has them takes in memory. Parts that other values hold as well count as if they were its own. */
export function estimatedBytes(value: unknown): number {
  if (typeof value === "string") return TEXT_BYTES + value.length;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const part of Array.isArray(value) ? value : Object.values(value)) bytes += PLACE_BYTES + estimatedBytes(part);
  return bytes;
}
