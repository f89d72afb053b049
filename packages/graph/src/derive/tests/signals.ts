/**
 * What says that a test is about a symbol: small pure functions, each a probability, joined by noisy-or.
 * Source: the signals of TCTracer (White et al., 2020) with the constants of the relevance notes §4.9. Without its co-change, which needs
 * history.
 */

export const SIGNALS = {
  name: 0.9,
  title: 0.7,
  path: 0.5,
  call: 0.5,
  import: 0.3,
  /** What each further call in between leaves of a call's signal. */
  step: 0.4,
} as const;

/** Shortest name that may say anything as a part of a test's name. */
const LEAST_PART = 4;

/** 1 - Π(1 - pᵢ). */
export function noisyOr(probabilities: readonly number[]): number {
  return 1 - probabilities.reduce((rest, probability) => rest * (1 - probability), 1);
}

/** Letters and digits, lower case: `test_add_user`, `testAddUser` and `TestAddUser` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** What a test is named after, plain: `test_add_user`, `TestAddUser`, `AddUserTests` → `adduser`. Empty when only "test" is left. */
export function subjectOfName(name: string): string {
  return plainName(name.replace(/^tests?_*(?=[^a-z]|[a-z])/i, "").replace(/(?:Tests?|TestCase|Spec)$/, ""));
}

/** What a test file is about, plain: `test_auth.py`, `auth.test.ts`, `auth-spec.js` → `auth`. */
export function subjectOfPath(path: string): string {
  return plainName(stemOf(path).replace(/^tests?[._-]|[._-](tests?|spec|test-d|e2e)$/gi, ""));
}

/** A file's name without extension; its folder's for `index` and `__init__`. */
export function stemOf(path: string): string {
  const parts = path.split("/");
  const stem = (parts.at(-1) ?? path).replace(/(\.d)?\.[cm]?[a-z]+$/i, "");
  return (stem === "index" || stem === "__init__") && parts.length > 1 ? (parts.at(-2) ?? stem) : stem;
}

/** The test's name is the symbol's, or begins with it: `test_add_user_twice` is about `add_user` as far as the name covers it. */
export function nameSignal(subject: string, symbol: string): number {
  if (subject === "" || symbol === "") return 0;
  if (subject === symbol) return SIGNALS.name;
  if (symbol.length < LEAST_PART || !subject.startsWith(symbol)) return 0;
  const share = symbol.length / subject.length;
  return share >= 0.5 ? SIGNALS.name * share : 0;
}

/** A suite or case is called like the symbol: `describe("UserStore")`, `it("UserStore.add …")`, `class TestUserStore`. */
export function titleSignal(titles: ReadonlySet<string>, symbol: string): number {
  return titles.has(symbol) ? SIGNALS.title : 0;
}

/** The plain forms under which titles may name a symbol: whole, first word, and each part of a dotted first word. */
export function plainTitles(titles: readonly string[]): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const title of titles) {
    const first = title.trim().split(/\s+/)[0] ?? "";
    for (const form of [title, first, ...first.split(/[.#:]+/)]) forms.add(plainName(form));
    forms.add(subjectOfName(title));
  }
  forms.delete("");
  return forms;
}

/** The test reaches the symbol by so many calls. @param rarity see {@link callRarity} */
export function callSignal(distance: number, rarity: number): number {
  return (distance <= 1 ? SIGNALS.call : SIGNALS.step ** distance) * rarity;
}

/** 1 for what one test calls, towards 0 for what all do: inverse document frequency, scaled. */
export function callRarity(tests: number, callers: number): number {
  if (tests <= 1 || callers <= 1) return 1;
  return Math.log(1 + tests / callers) / Math.log(1 + tests);
}
