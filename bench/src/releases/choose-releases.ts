/** Chooses a library's releases of each kind, with the preceding release of each, by tag names. */

export const RELEASE_KINDS = ["patch", "minor", "major"] as const;
/** The part of the version number that a release raises. */
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** A release and the one before, to be compared. */
export interface Release {
  readonly kind: ReleaseKind;
  /** Tags. */
  readonly before: string;
  readonly tag: string;
}

type Numbers = readonly [major: number, minor: number, patch: number];

interface Version {
  readonly tag: string;
  readonly numbers: Numbers;
}

/** Tags of releases: no release candidate, and no branch's name such as `2.0.x`. */
const RELEASE_TAG = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;
/** Number of newest major versions whose releases are measured. */
const MAJORS = 5;

/**
 * The newest {@link MAJORS} major releases, and as many minor and patch releases made since the first of these, evenly spread.
 * A release is compared with the highest version below it. First releases (0.x and 1.0) promise nothing and are left out.
 * @param newest tag of the newest release considered
 */
export function chooseReleases(tags: readonly string[], newest: string): Release[] {
  const limit = parseVersion(newest);
  if (limit === undefined) throw new Error(`${newest} is not the tag of a release`);
  const versions = removeDuplicates(tags.flatMap((tag) => parseVersion(tag) ?? [])).filter(
    ({ numbers }) => compare(numbers, limit.numbers) <= 0,
  );
  const releases = versions.slice(1).flatMap((version, i) => releaseAfter(versions[i], version));
  const majors = releases.filter(({ kind }) => kind === "major").slice(-MAJORS);
  const [first] = majors;
  const since = first === undefined ? releases : releases.slice(releases.indexOf(first));
  return RELEASE_KINDS.flatMap((kind) =>
    selectEvenly(
      since.filter((release) => release.kind === kind),
      MAJORS,
    ),
  );
}

function parseVersion(tag: string): Version | undefined {
  const match = RELEASE_TAG.exec(tag);
  if (match === null) return undefined;
  const [, major, minor, patch = "0"] = match;
  return { tag, numbers: [Number(major), Number(minor), Number(patch)] };
}

/** Removes duplicates and sorts by version. */
function removeDuplicates(versions: readonly Version[]): Version[] {
  const byText = new Map(versions.map((version) => [version.numbers.join("."), version]));
  return [...byText.values()].sort((a, b) => compare(a.numbers, b.numbers));
}

function releaseAfter(before: Version | undefined, { tag, numbers }: Version): Release[] {
  const [major, minor, patch] = numbers;
  if (before === undefined || major < 1 || before.numbers[0] < 1) return [];
  const kind = patch > 0 ? "patch" : minor > 0 ? "minor" : "major";
  return [{ kind, before: before.tag, tag }];
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Selects at most `count` evenly spaced items, including the last one. */
function selectEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return items.filter((_, i) => Math.floor(((i + 1) * count) / items.length) > Math.floor((i * count) / items.length));
}
