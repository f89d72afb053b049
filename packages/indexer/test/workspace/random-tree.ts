/**
 * Random trees on disk with links of every kind, and random paths into them, for tests of containment: files outside of
 * the repository's root contain the word {@link OUTSIDE}, files inside do not.
 */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

/** Text of every file outside of the root. */
export const OUTSIDE = "OUTSIDE_OF_THE_ROOT";
/** Text of every file inside the root. */
export const INSIDE = "const inside = 1;";

/** Few names, so that random paths hit existing files. Several are special to some program or system. */
const NAMES = [
  "a",
  "b",
  "src",
  "a.ts",
  "b.py",
  "index.js",
  "package.json",
  "tsconfig.json",
  ".gitignore",
  "__proto__",
  "constructor",
  "...",
  "..a",
  "é",
  "x y.ts",
  "-rf.ts",
  "a\nb.ts",
];

type Entry =
  | { readonly kind: "file" | "directory" | "pipe"; readonly path: readonly string[] }
  | { readonly kind: "link"; readonly path: readonly string[]; readonly target: string };

/** A tree to write. */
export interface RandomTree {
  readonly entries: readonly Entry[];
}

const name = fc.constantFrom(...NAMES);
const nestedPath = fc.array(name, { minLength: 1, maxLength: 3 });

/** Target of a link: inside, up, outside, itself, a missing file, a device. `$PARENT` is the folder that contains the root. */
const linkTarget = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(name, fc.constantFrom("..", ".")), { minLength: 1, maxLength: 5 }).map(joined),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("..", "../..", "../outside", "../outside/a.ts", "../repo-evil", "../../outside/src"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("$PARENT/outside", "$PARENT/outside/a.ts", "$PARENT/repo/src", "$PARENT/repo"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/etc/passwd", "/dev/zero", "/proc/self/environ", "/", "missing", "../missing"),
  },
);

const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 5, arbitrary: nestedPath.map((path): Entry => ({ kind: "file", path })) },
  { weight: 2, arbitrary: nestedPath.map((path): Entry => ({ kind: "directory", path })) },
  { weight: 1, arbitrary: nestedPath.map((path): Entry => ({ kind: "pipe", path })) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("link" as const), path: nestedPath, target: linkTarget }) },
);

/** Random trees. */
export const randomTree: fc.Arbitrary<RandomTree> = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 14 }),
});

const UP = ["..", "..", ".", "", "..\\..", "..\\", "\uff0e\uff0e", "\u2025", ".\u2024", "%2e%2e", "..;", "~", "$HOME"];
const SEPARATORS = ["/", "/", "/", "//", "\\", "/./", "\u2215", "\uff0f", "%2f", "\0/"];
const PREFIXES = [
  "",
  "",
  "",
  "",
  "./",
  "/",
  "\\",
  "C:",
  "c:\\",
  "//server/share/",
  "\\\\?\\C:\\",
  "file:///",
  "$PARENT/",
];
const TARGETS = ["outside", "repo-evil", "etc/passwd", "proc/self/environ", "repo"];

/** A path that a request could contain: names of the tree, parents, separators of several systems, absolute prefixes. */
export const randomPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...PREFIXES),
    fc.array(
      fc.tuple(
        fc.oneof({ weight: 3, arbitrary: name }, { weight: 2, arbitrary: fc.constantFrom(...UP, ...TARGETS) }),
        fc.constantFrom(...SEPARATORS),
      ),
      { minLength: 1, maxLength: 7 },
    ),
    fc.constantFrom("", "", "", "\0", "/", "\0.ts"),
  )
  .map(
    ([prefix, parts, suffix]) =>
      prefix +
      parts.map(([part, separator], at) => (at === parts.length - 1 ? part : part + separator)).join("") +
      suffix,
  );

/** A path of plain names and `..` only, to be accepted if it stays inside. */
export const plainPath: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: fc.constantFrom("..", ".") }), {
    minLength: 1,
    maxLength: 5,
  })
  .map(joined);

function joined(parts: readonly string[]): string {
  return parts.join("/");
}

/**
 * Writes a tree to `PARENT/repo`, beside the folders `outside` and `repo-evil`. Skips an entry whose place is taken, or
 * lies below a file or a link.
 * @returns the root
 */
export function writeRandomTree(parent: string, { entries }: RandomTree): string {
  const root = join(parent, "repo");
  mkdirSync(join(root, "src"), { recursive: true });
  for (const folder of ["outside", "outside/src", "repo-evil"]) {
    mkdirSync(join(parent, folder), { recursive: true });
    for (const file of ["a.ts", "b.py", "package.json"]) writeFileSync(join(parent, folder, file), OUTSIDE);
  }
  for (const one of entries) if (isFree(root, one.path)) writeEntry(parent, root, one);
  return root;
}

function isFree(root: string, path: readonly string[]): boolean {
  for (let depth = 1; depth <= path.length; depth++) {
    const stat = lstatSync(join(root, ...path.slice(0, depth)), { throwIfNoEntry: false });
    if (stat === undefined) return true;
    if (!stat.isDirectory()) return false;
  }
  return false;
}

function writeEntry(parent: string, root: string, one: Entry): void {
  const absolute = join(root, ...one.path);
  mkdirSync(dirname(absolute), { recursive: true });
  if (one.kind === "link") symlinkSync(one.target.replace("$PARENT", parent), absolute);
  else if (one.kind === "directory") mkdirSync(absolute);
  else if (one.kind === "pipe") execFileSync("mkfifo", ["--", absolute]);
  else writeFileSync(absolute, INSIDE);
}
