/**
 * Signs that a symbol is what a query asks for: the numbers from which its relevance is computed. Reads postings, names, edges and paths. Knows no
 * weights.
 */
import type { SymbolHandle } from "@sdl/model";
import type { PathClass } from "@sdl/model/paths";
import type { Corpus } from "../corpus.js";
import { type Coverage, coverageOf } from "./coverage.js";
import type { QueryWord } from "./query-words.js";

/** Names of the signs, in the order of the numbers. Coverage is the share of the query's words by gain, 0..1. */
export const SIGNS = [
  /** 1 for every symbol. */
  "always",
  /** Whether the name, or the end of the qualified name, is the query but for case and joiners. */
  "exact",
  /** Whether it is the query as written. */
  "asWritten",
  /** Coverage by the symbol's own name; its square; whether it is whole. */
  "own",
  "ownSquared",
  "ownWhole",
  /** Coverage by the own or the container's name, and whether it is whole. */
  "named",
  "namedWhole",
  /** Coverage by any field; its square. */
  "any",
  "anySquared",
  /** Coverage by doc comment, string literals and path. */
  "doc",
  "literal",
  "literalSquared",
  "path",
  /** Share of the own name's words that the query has. */
  "nameShare",
  /** `own` × `nameShare`. */
  "nameFit",
  /** `named` and `any`, each times its share of the best candidate's. */
  "namedOfBest",
  "anyOfBest",
  /** `any` times the score in the sum of the lists as a share of the best, and times the place in their order as 1 / (1 + place). */
  "listScore",
  "listPlace",
  /** Bonus as a name like the query's, with typing errors or in part. */
  "nameLike",
  /** Whether the file is a test, an example, a benchmark, generated or the like, which the query does not mention. */
  "aside",
  "module",
  /** Whether it stands in a function. */
  "local",
  "variable",
  /** Whether it is a class, an interface or a type. */
  "type",
  /** log2(1 + incoming edges). */
  "uses",
  /** ln of the number of words, alone and with coverage. */
  "words",
  "wordsTimesAny",
  "wordsTimesOwn",
  "wordsTimesLiteral",
  /** Share of the query's words, by gain, that the repository has nowhere. */
  "unknown",
  /** The best candidate's `any` and `named`. */
  "bestAny",
  "bestNamed",
  /** Coverage by literals of the words that the repository has, sharpened, alone and by the number of words: of a message the values are unknown. */
  "literalKnown",
  "wordsTimesLiteralKnown",
  /** `literalKnown` of the best candidate, times `literalKnown`, `own` and `any`: a message is found by its literal, not by names. */
  "messageLiteral",
  "messageOwn",
  "messageAny",
  /** Whether the symbol has at most one of several words. */
  "oneOfMany",
] as const;

/** A candidate with what the lists say of it. */
export interface Candidate {
  readonly symbol: SymbolHandle;
  /** Score relative to the best; 0 for what only its name brought in. */
  readonly listScore: number;
  /** From 0; infinite likewise. */
  readonly listPlace: number;
  readonly nameLike: number;
}

interface ReadCandidate extends Coverage {
  readonly candidate: Candidate;
  readonly name: string;
}

/** The signs of one query's candidates, in the order of {@link SIGNS}. @param neutral path classes that the query is about */
export function signsOf(
  corpus: Corpus,
  query: { readonly text: string; readonly words: readonly QueryWord[]; readonly neutral: ReadonlySet<PathClass> },
  candidates: readonly Candidate[],
): number[][] {
  const read = candidates.map((candidate): ReadCandidate => {
    const { symbol } = candidate;
    const name = corpus.graph.nameOf(symbol);
    return { candidate, name, ...coverageOf(symbol, corpus.kind(symbol) === "module" ? "" : name, query.words) };
  });
  const [mostNamed, mostAny] = [mostOf(read, "named"), mostOf(read, "any")];
  const unknown = unknownShare(query.words);
  const message = sharpened(mostOf(read, "literal"), unknown) * Number(query.words.length >= MESSAGE_WORDS);
  const [written, plain] = [query.text.trim(), plainName(query.text)];
  const length = Math.log(Math.max(1, query.words.length));
  return read.map(({ candidate, name, own, named, any, doc, literal, path, nameShare, count }) => {
    const { symbol } = candidate;
    const pathClass = corpus.pathClass(symbol);
    const kind = corpus.kind(symbol);
    return [
      1,
      Number(isExact(corpus, symbol, name, plain)),
      Number(name === written),
      own,
      own ** 2,
      Number(own > WHOLE),
      named,
      Number(named > WHOLE),
      any,
      any ** 2,
      doc,
      literal,
      literal ** 2,
      path,
      nameShare,
      own * nameShare,
      mostNamed > 0 ? named ** 2 / mostNamed : 0,
      mostAny > 0 ? any ** 2 / mostAny : 0,
      any * candidate.listScore,
      any / (1 + candidate.listPlace),
      candidate.nameLike,
      Number(pathClass !== "plain" && pathClass !== "barrel" && !query.neutral.has(pathClass)),
      Number(kind === "module"),
      Number(isLocal(corpus, symbol)),
      Number(kind === "variable"),
      Number(kind === "class" || kind === "interface" || kind === "type"),
      Math.log2(1 + corpus.graph.incoming(symbol).length),
      length,
      length * any,
      length * own,
      length * literal,
      unknown,
      mostAny,
      mostNamed,
      sharpened(literal, unknown),
      length * sharpened(literal, unknown),
      message * sharpened(literal, unknown),
      message * own,
      message * any,
      Number(count <= 1 && query.words.length > 1),
    ];
  });
}

/** Share of the words by gain that are in no symbol. */
function unknownShare(words: readonly QueryWord[]): number {
  const sum = (some: readonly QueryWord[]) => some.reduce((total, { gain }) => total + gain, 0);
  const all = sum(words);
  return all > 0 ? sum(words.filter(({ terms }) => terms.length === 0)) / all : 1;
}

/** Coverage of the known words, to the fourth power: 1 for all of them, little for half. */
function sharpened(coverage: number, unknown: number): number {
  return unknown < 1 ? (coverage / (1 - unknown)) ** 4 : 0;
}

/** Fewer words are no message. */
const MESSAGE_WORDS = 3;
/** Coverage above which no word of weight is missing. */
const WHOLE = 0.99;

function mostOf(read: readonly ReadCandidate[], part: "named" | "any" | "literal"): number {
  return read.reduce((most, one) => Math.max(most, one[part]), 0);
}

/** Without case and joiners; qualifiers stay. */
function plainName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether the name, alone or with some of its containers, is the query's. */
function isExact({ graph }: Corpus, symbol: SymbolHandle, name: string, plain: string): boolean {
  if (plain === "") return false;
  let whole = plainName(name);
  if (whole === plain) return true;
  if (graph.kindOf(symbol) === "module" || whole === "" || !plain.endsWith(whole)) return false;
  for (const container of graph.symbol(symbol).qualifiedName.split(".").reverse().slice(1)) {
    whole = plainName(container) + whole;
    if (whole === plain) return true;
  }
  return false;
}

function isLocal({ graph }: Corpus, symbol: SymbolHandle): boolean {
  const container = graph.containerOf(symbol);
  if (container === undefined) return false;
  const kind = graph.kindOf(container);
  return kind === "function" || kind === "method" || kind === "constructor";
}
