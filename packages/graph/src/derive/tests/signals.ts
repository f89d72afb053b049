/**
 * Signals that a test tests a symbol: pure functions that each return a probability, combined by noisy-or. Source: the
 * signals of TCTracer (White et al., 2020) without co-change, which needs history. A direct call with high confidence
 * suffices for a link ({@link LEAST_CLAIM}); a symbol reached through other calls needs a second signal, and one three
 * calls away needs a matching name. `node bench/dist/test-links.js` measures them.
 */

import type { ReachedSymbol } from "./test-reach.js";

/** Probability that a test tests a symbol, by signal. */
export const SIGNALS = {
  name: 0.9,
  title: 0.7,
  path: 0.5,
  /**
   * A direct call by the test, multiplied by the call's confidence, which is high for names that the test's file
   * imports.
   */
  call: 0.75,
  import: 0.3,
  /** Factor for each intermediate call between the test and the symbol. */
  step: 0.4,
} as const;

/** Minimum probability of a stored link. */
export const LEAST_CLAIM = 0.6;

/** Minimum length of a symbol name that is searched inside a test's name. */
const LEAST_PART = 4;

/** Combined probability: 1 - Π(1 - pᵢ). */
export function noisyOr(probabilities: readonly number[]): number {
  return 1 - probabilities.reduce((rest, probability) => rest * (1 - probability), 1);
}

/** Normalises a name to lower-case letters and digits: `test_add_user`, `testAddUser` and `TestAddUser` become equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The normalised subject of a test's name: `test_add_user`, `TestAddUser`, `AddUserTests` → `adduser`. Empty if the name is only "test". */
export function subjectOfName(name: string): string {
  return plainName(name.replace(/^tests?_*(?=[^a-z]|[a-z])/i, "").replace(/(?:Tests?|TestCase|Spec)$/, ""));
}

/** The normalised subject of a test file's name: `test_auth.py`, `auth.test.ts`, `auth-spec.js`, `auth/test.ts` → `auth`. */
export function subjectOfPath(path: string): string {
  return plainName(fileStem(path).replace(/^tests?[._-]|[._-](tests?|spec|test-d|e2e)$/gi, ""));
}

/** A file's name without extension; for `index`, `__init__` and `test`, the folder's name. */
export function fileStem(path: string): string {
  const parts = path.split("/");
  const stem = (parts.at(-1) ?? path).replace(/(\.d)?\.[cm]?[a-z]+$/i, "");
  return /^(?:index|__init__|tests?)$/.test(stem) && parts.length > 1 ? (parts.at(-2) ?? stem) : stem;
}

/**
 * Signal of a test name that equals the symbol's name or begins with it; in the latter case multiplied by the share that the symbol's name covers
 * (`test_add_user_twice` and `add_user`).
 */
export function nameSignal(subject: string, symbol: string): number {
  if (subject === "" || symbol === "") return 0;
  if (subject === symbol) return SIGNALS.name;
  if (symbol.length < LEAST_PART || !subject.startsWith(symbol)) return 0;
  const share = symbol.length / subject.length;
  return share >= 0.5 ? SIGNALS.name * share : 0;
}

/** Signal of a suite or case titled like the symbol: `describe("UserStore")`, `it("UserStore.add …")`, `class TestUserStore`. */
export function titleSignal(titles: ReadonlySet<string>, symbol: string): number {
  return titles.has(symbol) ? SIGNALS.title : 0;
}

/** A word of a title that is written like code: `parseUrl`, `add_user`, `UserStore.add`, `close()`. */
const CODE_WORD = /[\p{L}\p{N}_$.#]+(?=\()|[\p{L}\p{N}$]*(?:\p{Ll}\p{Lu}|[_.#]\p{L})[\p{L}\p{N}_$.#]*/gu;

/**
 * Normalised forms of titles that may equal a symbol's name: the whole title, its first word and each word that is written like code, with each of
 * their dotted parts.
 */
export function plainTitles(titles: readonly string[]): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const title of titles) {
    const first = title.trim().split(/\s+/)[0] ?? "";
    for (const word of [first, ...(title.match(CODE_WORD) ?? [])])
      for (const form of [word, ...word.split(/[.#:]+/)]) forms.add(plainName(form));
    forms.add(plainName(title));
    forms.add(subjectOfName(title));
  }
  forms.delete("");
  return forms;
}

/** Signal of a symbol that the test reaches by calls. */
export function callSignal({ distance, confidence }: ReachedSymbol): number {
  return SIGNALS.call * SIGNALS.step ** (distance - 1) * confidence;
}
