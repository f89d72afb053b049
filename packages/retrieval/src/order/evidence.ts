/**
 * Feature vector of a sentence's hit, from which the final order is computed. Reads postings, edges, paths and history but no facts of symbols,
 * which a cold query would read file by file. Knows no weights.
 */
import type { SymbolHandle } from "@sdl/model";
import type { History } from "@sdl/model/graph";
import { FieldIndex, identifierTerms } from "@sdl/model/text";
import { termMatch, type WeighedTerm } from "../bm25f.js";
import type { Corpus } from "../corpus.js";
import type { Scored } from "../top-list.js";

/** Names of the features, in the order of the vector. */
export const EVIDENCE = [
  /** ln(.02 + combined score of all lists). */
  "logScore",
  /** Lexical score with priors, relative to the best of the snapshot. */
  "words",
  /** ln(.02 + words). */
  "logWords",
  /** Lexical score without priors, as a share of the maximum for the text's words. */
  "plainWords",
  /** Share of the text's words that occur in the symbol, weighted by gain. */
  "covered",
  /** `plainWords` of the text's first line only. */
  "title",
  /** `plainWords` of the path only. */
  "path",
  /** Share of the words of the symbol's name that occur in the text. */
  "name",
  /** Share of the words of the file's name that occur in the text. */
  "fileName",
  /** log2(1 + incoming edges). */
  "uses",
  /** Bonuses of the symbol as a mention, as a neighbour, by past commits, and by its vector. */
  "mentioned",
  "near",
  "past",
  "alike",
  /** The maximum bonus by past commits among the symbols of the file. */
  "filePast",
  /** 1 / (1 + n / 10), with the number n of commits since the file's last change; 0 if the history does not contain the file. */
  "fileRecent",
] as const;

/** Scores and bonuses of the lists. */
interface ListScores {
  /** Best lexical score, regardless of filters. */
  readonly best: number;
  readonly named: ReadonlyMap<SymbolHandle, number>;
  readonly near: ReadonlyMap<SymbolHandle, number>;
  readonly past: ReadonlyMap<SymbolHandle, number>;
  readonly alike: { readonly bonuses: ReadonlyMap<SymbolHandle, number> };
}

/** What features of all hits of a text depend on. */
export interface EvidenceInputs {
  /** Terms of the text, without synonyms. */
  readonly terms: readonly WeighedTerm[];
  /** Hashes of the terms of the text's first line. */
  readonly title: ReadonlySet<number>;
  readonly lists: ListScores;
  readonly history: History | undefined;
}

/** Offset that keeps logarithms finite. */
const FLOOR = 0.02;
/** Number of commits after which a change counts half. */
const RECENT = 10;
/** File names that carry no information; the folder's name is used instead. */
const UNINFORMATIVE_FILES = new Set(["__init__", "__main__", "index", "main", "mod"]);

/** Computes the feature vectors of one query's hits; their length is that of {@link EVIDENCE}. */
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

  /** Feature vector of a hit, in the order of {@link EVIDENCE}. */
  featuresOf({ symbol, score }: Scored): readonly number[] {
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

  /** The features `plainWords` to `name`. */
  private matches(symbol: SymbolHandle): number[] {
    const { corpus, inputs } = this;
    let [words, covered, title, path, name] = [0, 0, 0, 0, 0];
    for (const term of inputs.terms) {
      const match = termMatch(corpus, term, symbol);
      if (match === undefined) continue;
      words += match.score;
      covered += term.gain;
      path += match.path;
      name += match.inName;
      if (inputs.title.has(term.hash)) title += match.score;
    }
    const length = corpus.length(symbol, FieldIndex.Name);
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
    const terms = identifierTerms(
      (UNINFORMATIVE_FILES.has(bare) ? folder : bare).replace(/[^\p{L}\p{M}\p{N}_$]+/gu, "_"),
    );
    // identifierTerms returns the whole name first if it has several parts.
    const parts = terms.length > 1 ? terms.slice(1) : terms;
    return share(parts.filter((term) => this.wordsOfText.has(term)).length, parts.length);
  }
}

function sumOf(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, { gain }) => sum + gain, 0);
}

/** Share in 0..1; cut at 1, because stored frequencies are capped and lengths are not. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}
