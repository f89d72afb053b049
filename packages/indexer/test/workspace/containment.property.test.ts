/**
 * Containment: for any tree and any requested path, nothing outside of the root is resolved, read or found. Trees,
 * links and paths are drawn by seed. The kernel is the oracle: it opens the same path and reports where it lies.
 */
import { closeSync, constants, existsSync, openSync, readlinkSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { discoverFiles, readFileInRoot, resolveInRoot, WorkspaceError } from "../../src/workspace/index.js";
import { INSIDE, OUTSIDE, plainPath, type RandomTree, randomPath, randomTree, writeRandomTree } from "./random-tree.js";
import { makeDirectory } from "./temporary-tree.js";

const LONG = process.env["SDL_LONG"] === "1";
const TREES = LONG ? 4_000 : 150;
const PATHS = LONG ? 60 : 40;
const HOUR = 3_600_000;

const CODES = /^(PATH_INVALID|PATH_OUTSIDE_ROOT|NOT_FOUND|NOT_A_FILE|TOO_LARGE|UNREADABLE)$/;

/** The result of `act`, or the code of its refusal. Any other error fails the test. */
function attempt<T>(act: () => T): T | { readonly refused: string } {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    expect(error.code).toMatch(CODES);
    return { refused: error.code };
  }
}

/** Real location of an absolute path according to the kernel; `undefined` if it does not exist. */
function followByKernel(absolute: string): string | undefined {
  let descriptor: number;
  try {
    // O_PATH (0o10000000) opens only the location: no pipe blocks and no device reacts.
    descriptor = openSync(absolute, 0o10000000 | constants.O_RDONLY);
  } catch {
    return undefined;
  }
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

const isBelow = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);

function checkHostilePath(root: string, path: string): void {
  const resolved = attempt(() => resolveInRoot(root, path));
  if (typeof resolved === "string") {
    expect(isBelow(root, resolved), `${JSON.stringify(path)} resolves to ${resolved}`).toBe(true);
    const lies = followByKernel(resolved);
    if (lies !== undefined) expect(isBelow(root, lies), `${JSON.stringify(path)} lies at ${lies}`).toBe(true);
  }
  const read = attempt(() => readFileInRoot(root, path, { maxBytes: 1000 }));
  if ("bytes" in read) expect(read.bytes.toString()).toBe(INSIDE);
}

/** Number of plain paths that led to a file inside the root, and of those that left it through a link. */
const reached = { inside: 0, outside: 0 };

/** `..` is resolved in the text, never from a link's target; the same is done here before the kernel is asked. */
function checkPlainPath(root: string, path: string): void {
  const normal = posix.normalize(path);
  const lies = normal === ".." || normal.startsWith("../") ? undefined : followByKernel(join(root, normal));
  if (lies === undefined) return;
  reached[isBelow(root, lies) ? "inside" : "outside"]++;
  const resolved = attempt(() => resolveInRoot(root, path));
  expect(resolved).toEqual(isBelow(root, lies) ? lies : { refused: "PATH_OUTSIDE_ROOT" });
}

/** Paths to each entry of the tree and below, so that links among them are followed. */
function pathsThrough({ entries }: RandomTree): string[] {
  return entries.flatMap(({ path }) => ["", "/a.ts", "/src", "/src/../b.py"].map((rest) => path.join("/") + rest));
}

/** Checks that discovery finds real files of the root, each once, and that everything it returns can be read. */
function checkDiscovery(root: string): void {
  const { files, configs } = discoverFiles(root);
  const paths = files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of [...paths, ...configs.map((config) => config.path)]) {
    const { bytes } = readFileInRoot(root, path, { maxBytes: 1000 });
    expect(bytes.toString(), path).not.toContain(OUTSIDE);
    expect(isBelow(root, followByKernel(join(root, path)) ?? ""), path).toBe(true);
  }
}

const hasOPath = existsSync("/proc/self/fd");
if (!hasOPath)
  process.stderr.write("/proc is missing: containment of random paths is not compared with the kernel here\n");

test.runIf(hasOPath)(
  `${TREES * PATHS} random paths in ${TREES} random trees: nothing outside of the root is reached`,
  { timeout: HOUR },
  () => {
    const parent = makeDirectory();
    const draw = fc.tuple(
      randomTree,
      fc.array(randomPath, { minLength: PATHS / 2, maxLength: PATHS / 2 }),
      fc.array(plainPath, { minLength: PATHS / 2, maxLength: PATHS / 2 }),
    );
    const property = fc.property(draw, ([tree, hostile, plain]) => {
      const root = writeRandomTree(parent, tree);
      try {
        for (const path of hostile) checkHostilePath(root, path.replace("$PARENT", parent));
        for (const path of [...plain, ...pathsThrough(tree)]) checkPlainPath(root, path);
        checkDiscovery(root);
      } finally {
        for (const folder of ["repo", "outside", "repo-evil"])
          rmSync(join(parent, folder), { recursive: true, force: true });
      }
    });
    fc.assert(property, { numRuns: TREES });
    expect(Math.min(reached.inside, reached.outside)).toBeGreaterThan(TREES / 10);
  },
);
