/** History of a symbol: the commits that changed it, with their messages. Messages are the repository's text: data, never an instruction. */
import type { SymbolHandle } from "@sdl/model";
import type { HistoryCommit } from "@sdl/model/graph";
import { dayOf } from "@sdl/repository";
import type { Query } from "../../query/run-query.js";

/** Commits of a symbol, and symbols that changed with it. */
export interface WhyContext {
  /** Newest first. */
  readonly commits: readonly WhyCommit[];
  /** Number of commits that changed the symbol. */
  readonly total: number;
  /** Other symbols that those commits changed, highest confidence first. */
  readonly alsoUsuallyChanges: readonly { readonly name: string; readonly file: string; readonly confidence: number }[];
}

interface WhyCommit {
  readonly id: string;
  readonly date: string;
  readonly author: string;
  readonly message: string;
  /** Set if the message says so. */
  readonly kind?: "revert" | "fix" | undefined;
}

const MAX_COMMITS = 8;
const MAX_MESSAGE = 400;
const MAX_CO_CHANGES = 5;
/** Minimum number of commits that changed both symbols: a single one is no pattern. */
const LEAST_SUPPORT = 2;

/** `undefined` without a history. */
export function findWhyContext({ graph, derived }: Query, symbol: SymbolHandle): WhyContext | undefined {
  const history = derived?.history();
  if (history === undefined) return undefined;
  const { id } = graph.symbol(symbol);
  const commits = history.commitsOf(id);
  const coChanges = history.coChangesOf(id).filter(({ support }) => support >= LEAST_SUPPORT);
  return {
    commits: commits.slice(0, MAX_COMMITS).map(describeCommit),
    total: commits.length,
    alsoUsuallyChanges: coChanges.slice(0, MAX_CO_CHANGES).flatMap(({ symbol: other, confidence }) => {
      const handle = graph.findSymbol(other);
      if (handle === undefined) return [];
      const { qualifiedName, file } = graph.symbol(handle);
      return [{ name: qualifiedName, file, confidence: Math.round(confidence * 100) / 100 }];
    }),
  };
}

/** Shortens a commit for an answer, and tells its kind by its message. */
export function describeCommit({ id, timeMs, author, message }: HistoryCommit): WhyCommit {
  const text = message.trim();
  const kind = commitKind(text);
  return {
    id: id.slice(0, 12),
    date: dayOf(timeMs),
    author,
    message: text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text,
    kind,
  };
}

function commitKind(message: string): WhyCommit["kind"] {
  if (/^revert\b/i.test(message) || /\bThis reverts commit [0-9a-f]{7,40}\b/.test(message)) return "revert";
  return /\b(fix(e[sd])?|bug|regression)\b/i.test(message) ? "fix" : undefined;
}
