/**
 * Whether a version of a package lies in a range of a package.json. Knows comparators, `^`, `~`, `x`, hyphens and `||`.
 * A prerelease counts as its version: a repository's package often is one, and packages beside it require it.
 * Source: npm's documentation of semver.
 */

type Parts = readonly number[];

const COMPARATOR = /^(?<operator>[<>]=?|[\^~=])?v?(?<parts>(?:\d+|[x*])(?:\.(?:\d+|[x*]))*)(?:[-+][\w.+-]*)?$/i;
/** A tag such as `latest` is the newest version, which is what a repository holds. */
const TAG = /^[a-z][\w-]*$/i;

/** Maximum length of a range that is read; longer ones contain no version. */
const MAX_RANGE = 256;

/** @param range as a dependency states it; an address or anything else that is no range contains no version */
export function isInRange(version: string, range: string): boolean {
  const has = numbersOf(/^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? "");
  if (has.length === 0 || range.length > MAX_RANGE) return false;
  if (TAG.test(range)) return true;
  return range.split("||").some((part) => isInAll(has, part.trim()));
}

function isInAll(has: Parts, range: string): boolean {
  const [from, to] = range.split(/\s+-\s+/);
  if (to !== undefined) return isInOne(has, `>=${from}`) && isInOne(has, `<=${to}`);
  const comparators = range.replace(/([<>=^~])\s+/g, "$1").split(/\s+/);
  return range === "" || comparators.every((comparator) => isInOne(has, comparator));
}

function isInOne(has: Parts, comparator: string): boolean {
  const { operator, parts } = COMPARATOR.exec(comparator)?.groups ?? {};
  if (parts === undefined) return false;
  const wants = numbersOf(parts.split(/\.?[x*]/i, 1)[0] ?? "");
  const order = compare(has, wants);
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "^":
      return order >= 0 && isSame(has, wants, wants.findIndex((part) => part > 0) + 1 || wants.length);
    case "~":
      return order >= 0 && isSame(has, wants, Math.min(2, wants.length));
    default:
      return isSame(has, wants, wants.length);
  }
}

/** Compares the parts that are wanted: 1.2.9 and 1.2 are equal. */
function compare(has: Parts, wants: Parts): number {
  const at = wants.findIndex((part, index) => part !== (has[index] ?? 0));
  return at < 0 ? 0 : (has[at] ?? 0) - (wants[at] ?? 0);
}

/** Whether the first parts are equal. */
function isSame(has: Parts, wants: Parts, count: number): boolean {
  return compare(has, wants.slice(0, count)) === 0;
}

function numbersOf(text: string): number[] {
  return text === "" ? [] : text.split(".").map(Number);
}
