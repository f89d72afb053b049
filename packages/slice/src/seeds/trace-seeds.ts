/** Seeds from a stack trace: the symbols of its frames, and the trace ranks of symbols and files. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type FrameMatch, FrameMatcher } from "./frame-matcher.js";
import type { RepositoryPackage } from "./packages.js";
import type { FoundSeed } from "./seed-finder.js";
import { parseStackTrace, type StackCause, type StackFrame } from "./stack-trace.js";

/** Factor on the score of a frame that was matched by module and name. */
const GUESS_DAMPING = 0.95;
/** Factor on the scores of each further error in the cause chain. */
const CAUSE_DAMPING = 0.9;
/** Maximum number of the repository's frames that are used, per error of the cause chain. */
const MAX_FRAMES = 20;

/** Ranks of a symbol in a stack trace; the innermost frame has rank 0. */
export interface TraceRanks {
  /** Rank of the best frame inside the symbol itself. */
  readonly exact?: number;
  /** Rank of the innermost frame in the symbol's file. */
  readonly file?: number;
  /** Weight, 0..1 (1 = full), of the error in the cause chain that the frame belongs to. */
  readonly weight?: number;
}

/** What a stack trace points at. */
export interface TraceSeeds {
  /** Seeds by descending score. */
  readonly seeds: readonly FoundSeed[];
  /** Trace ranks by the symbol that contains a frame. */
  readonly exact: ReadonlyMap<SymbolHandle, TraceRanks>;
  /** Trace ranks by the file that contains a frame. */
  readonly files: ReadonlyMap<string, TraceRanks>;
}

/** A path and a line in prose, such as `src/auth/token.ts:12`. */
const PLACE_PATTERN = /(?:[\w@.-]+[\\/])*[\w@.-]+\.(?:[cm]?[jt]sx?|pyi?):(\d+)/g;
/** Score of a place in prose: less than that of a frame, because a place may be mentioned for another reason. */
const PLACE_SCORE = 0.9;

/** Symbols at the places that a text mentions, in the text's order. */
export function findMentionedPlaces(graph: SymbolGraph, text: string): FoundSeed[] {
  const frames = [...text.matchAll(PLACE_PATTERN)].slice(0, MAX_FRAMES).map(([place, line]): StackFrame => {
    return { path: place.slice(0, place.lastIndexOf(":")).replaceAll("\\", "/"), line: Number(line) };
  });
  if (frames.length === 0) return [];
  const symbols = new FrameMatcher(graph, []).match(frames).map(({ symbol }) => symbol);
  return [...new Set(symbols)].map((symbol) => ({ symbol, score: PLACE_SCORE }));
}

/** The frames of a stack trace, and those of them that lie in the repository. */
export interface TraceMatches {
  /** Frames of all errors, in the order of {@link parseStackTrace}. */
  readonly frames: readonly StackFrame[];
  /** By error, the topmost first; innermost frame first. */
  readonly causes: readonly { readonly depth: number; readonly matches: readonly FrameMatch[] }[];
}

/** Matches stack traces with one graph. The trace that was matched last is kept: one request asks for its seeds, and for what to say of it. */
export class TraceMatcher {
  private last: { readonly stackTrace: string; readonly matches: TraceMatches } | undefined;

  /** @param packages packages of the repository, by which installed code is recognised; called only if a text has frames */
  constructor(
    private readonly graph: SymbolGraph,
    private readonly packages: () => readonly RepositoryPackage[] = () => [],
  ) {}

  match(stackTrace: string): TraceMatches {
    if (this.last?.stackTrace !== stackTrace) this.last = { stackTrace, matches: this.matchAnew(stackTrace) };
    return this.last.matches;
  }

  private matchAnew(stackTrace: string): TraceMatches {
    const causes: readonly StackCause[] = parseStackTrace(stackTrace);
    const frames = causes.flatMap((cause) => cause.frames);
    if (frames.length === 0) return { frames, causes: [] };
    const matcher = new FrameMatcher(this.graph, this.packages());
    const found = causes.map(({ depth, frames: own }) => ({ depth, matches: matcher.match(own) }));
    const matched = found.some(({ matches }) => matches.length > 0)
      ? found
      : causes.map(({ depth, frames: own }) => ({ depth, matches: matcher.matchRenamed(own) }));
    return { frames, causes: matched.map(({ depth, matches }) => ({ depth, matches: matches.slice(0, MAX_FRAMES) })) };
  }
}

/** Seeds of a stack trace. Ranks count only the repository's frames, from the innermost, and restart for each error of the cause chain. */
export function findTraceSeeds({ causes }: TraceMatches): TraceSeeds {
  const exact = new Map<SymbolHandle, TraceRanks>();
  const files = new Map<string, TraceRanks>();
  for (const { depth, matches } of causes) {
    matches.forEach(({ file, symbol, isExact }, rank) => {
      const weight = CAUSE_DAMPING ** depth * (isExact ? 1 : GUESS_DAMPING);
      if (!exact.has(symbol)) exact.set(symbol, { exact: rank, weight });
      if (!files.has(file)) files.set(file, { file: rank, weight });
    });
  }
  const seeds = [...exact].map(([symbol, place]) => ({ symbol, score: seedScore(place) }));
  return { seeds: seeds.sort((a, b) => b.score - a.score), exact, files };
}

/** Score of a frame's symbol. Decreases more slowly than trace locality: a frame ten calls up is still a start symbol. */
function seedScore({ exact = 0, weight = 1 }: TraceRanks): number {
  return weight / (1 + 0.15 * exact);
}
