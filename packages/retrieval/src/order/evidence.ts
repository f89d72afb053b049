/**
 * What speaks for a hit of a sentence, as numbers: what the order is made of. Reads postings, edges, paths and history, no facts of symbols: a
 * cold query would read those file by file. Knows no weights.
 */
import type { SymbolHandle } from "@sdl/model";
import type { History } from "@sdl/model/graph";
import { FieldIndex, identifierTerms } from "@sdl/model/text";
import { matchOf, type WeighedTerm } from "../bm25f.js";
import type { Corpus } from "../corpus.js";
import type { Scored } from "../top-list.js";

/** The numbers, in this order. */
export const EVIDENCE = [
  /** ln(.02 + score) of the lists together. */
  "logScore",
  /** Score of the words with its priors, 1 for the best of the snapshot. */
  "words",
  /** ln(.02 + words). */
  "logWords",
  /** Of what the text's words could score, the share that they do; without priors. */
  "plainWords",
  /** Share of the text's words that occur, each by its gain. */
  "covered",
  /** `plainWords` of the first line alone. */
  "title",
  /** `plainWords` of the path alone. */
  "path",
  /** Share of the words of the symbol's name that the text has. */
  "name",
  /** The same of its file's name. */
  "fileName",
  /** log2(1 + edges to it). */
  "uses",
  /** What it gains as it is mentioned, as neighbour, by past commits, and by its vector. */
  "mentioned",
  "near",
  "past",
  "alike",
  /** The most that a symbol of its file gains by past commits. */
  "filePast",
  /** 1 / (1 + n / 10) after n commits that left the file alone, 0 where the history has none of it. */
  "fileRecent",
] as const;

/** What the lists say of their members. */
interface ListScores {
  /** Best score of the words, whatever the filters. */
  readonly best: number;
  readonly named: ReadonlyMap<SymbolHandle, number>;
  readonly near: ReadonlyMap<SymbolHandle, number>;
  readonly past: ReadonlyMap<SymbolHandle, number>;
  readonly alike: { readonly bonuses: ReadonlyMap<SymbolHandle, number> };
}

export interface EvidenceInputs {
  /** Of the text, without synonyms. */
  readonly terms: readonly WeighedTerm[];
  /** Hashes of its first line's terms. */
  readonly title: ReadonlySet<number>;
  readonly lists: ListScores;
  readonly history: History | undefined;
}

/** Least that a logarithm is taken of. */
const FLOOR = 0.02;
/** Commits after which a change is half as recent. */
const RECENT = 10;
/** File names that say nothing; the folder's counts. */
const PLAIN_FILES = new Set(["__init__", "__main__", "index", "main", "mod"]);

/** Evidence of the hits of one query; each row as long as {@link EVIDENCE}. */
export class EvidenceReader {
  private readonly wordsOfText: ReadonlySet<string>;
  private readonly mostOfText: number;
  private readonly mostOfTitle: number;
  private readonly files = new Map<string, { readonly name: number; readonly recent: number }>();
  private readonly filePast = new Map<string, number>();

  constructor(
    private readonly corpus: Corpus,
    private readonly inputs: EvidenceInputs,
  ) {
    const { terms, title, lists } = inputs;
    this.wordsOfText = new Set(terms.map(({ term }) => term));
    this.mostOfText = sumOf(terms);
    this.mostOfTitle = sumOf(terms.filter(({ hash }) => title.has(hash)));
    for (const [symbol, bonus] of lists.past) {
      const file = corpus.graph.fileOf(symbol);
      if (bonus > (this.filePast.get(file) ?? 0)) this.filePast.set(file, bonus);
    }
  }

  /** In the order of {@link EVIDENCE}. */
  read({ symbol, score }: Scored): readonly number[] {
    const { corpus } = this;
    const { named, near, past, alike, best } = this.inputs.lists;
    const words = best > 0 ? (corpus.scores[symbol] as number) / best : 0;
    const path = corpus.graph.fileOf(symbol);
    const file = this.fileOf(path);
    return [
      Math.log(FLOOR + score),
      words,
      Math.log(FLOOR + words),
      ...this.matches(symbol),
      file.name,
      Math.log2(1 + corpus.graph.incoming(symbol).length),
      named.get(symbol) ?? 0,
      near.get(symbol) ?? 0,
      past.get(symbol) ?? 0,
      alike.bonuses.get(symbol) ?? 0,
      this.filePast.get(path) ?? 0,
      file.recent,
    ];
  }

  /** `plainWords` to `name`. */
  private matches(symbol: SymbolHandle): number[] {
    const { corpus, inputs } = this;
    let [words, covered, title, path, name] = [0, 0, 0, 0, 0];
    for (const term of inputs.terms) {
      const match = matchOf(corpus, term, symbol);
      if (match === undefined) continue;
      words += match.score;
      covered += term.gain;
      path += match.path;
      name += match.inName;
      if (inputs.title.has(term.hash)) title += match.score;
    }
    const length = corpus.index.length(symbol, FieldIndex.Name);
    const [all, first] = [this.mostOfText, this.mostOfTitle];
    return [share(words, all), share(covered, all), share(title, first), share(path, all), share(name, length)];
  }

  private fileOf(path: string): { readonly name: number; readonly recent: number } {
    let file = this.files.get(path);
    if (file === undefined) {
      const since = this.inputs.history?.commitsSince(path);
      file = { name: this.fileName(path), recent: since === undefined ? 0 : 1 / (1 + since / RECENT) };
      this.files.set(path, file);
    }
    return file;
  }

  private fileName(path: string): number {
    const [folder = "", file = ""] = ["", ...path.split("/")].slice(-2);
    const bare = file.replace(/(?<=.)\..*$/, "");
    const terms = identifierTerms((PLAIN_FILES.has(bare) ? folder : bare).replace(/[^\p{L}\p{M}\p{N}_$]+/gu, "_"));
    // The whole comes before several parts.
    const parts = terms.length > 1 ? terms.slice(1) : terms;
    return share(parts.filter((term) => this.wordsOfText.has(term)).length, parts.length);
  }
}

function sumOf(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, { gain }) => sum + gain, 0);
}

/** In 0..1: frequencies are cut, lengths are not. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}
