/** Matchers of expected answer parts, and their differences from an answer. */

class Matcher {
  constructor(
    private readonly what: string,
    private readonly fits: (value: unknown) => boolean,
  ) {}

  problems(value: unknown): string[] {
    return this.fits(value) ? [] : [`${JSON.stringify(value)?.slice(0, 300)} is not ${this.what}`];
  }
}

/** Matches a text that contains the part. */
export const text = (part: string): Matcher =>
  new Matcher(`a text with ${JSON.stringify(part)}`, (value) => typeof value === "string" && value.includes(part));

export const matching = (pattern: RegExp): Matcher =>
  new Matcher(`a text like ${pattern}`, (value) => typeof value === "string" && pattern.test(value));

/** Matches a list that contains a matching entry for each of these. */
export class SomeOf {
  constructor(readonly entries: readonly unknown[]) {}

  problems(value: unknown): string[] {
    if (!Array.isArray(value)) return [`${JSON.stringify(value)} is no list`];
    const missing = this.entries.filter((entry) => !value.some((one) => differences(entry, one).length === 0));
    return missing.map((entry) => `no entry like ${JSON.stringify(entry)} in ${JSON.stringify(value).slice(0, 1500)}`);
  }
}

export const some = (...entries: readonly unknown[]): SomeOf => new SomeOf(entries);

export const ANY_TEXT = new Matcher("a text", (value) => typeof value === "string" && value !== "");
export const ANY_NUMBER = new Matcher("a number", (value) => typeof value === "number");
export const POSITIVE = new Matcher("more than 0", (value) => typeof value === "number" && value > 0);

/** Expected parts that the answer lacks: a field that is `undefined` must be absent; lists must match completely. */
export function differences(expected: unknown, actual: unknown, path = ""): string[] {
  if (expected instanceof Matcher || expected instanceof SomeOf)
    return expected.problems(actual).map((problem) => `${path}: ${problem}`);
  if (Array.isArray(expected)) return differencesOfLists(expected, actual, path);
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return [`${path}: is ${JSON.stringify(actual)}, no object`];
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, Reflect.get(actual, name), `${path}.${name}`),
    );
  }
  return expected === actual
    ? []
    : [`${path}: is ${JSON.stringify(actual)?.slice(0, 300)}, not ${JSON.stringify(expected)}`];
}

function differencesOfLists(expected: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [`${path}: is ${JSON.stringify(actual)}, no list`];
  if (actual.length !== expected.length)
    return [`${path}: has ${actual.length} entries, not ${expected.length}: ${JSON.stringify(actual).slice(0, 600)}`];
  return expected.flatMap((one, at) => differences(one, actual[at], `${path}[${at}]`));
}
