/**
 * Checks folders of the sources: no cycle among the entries (files or folders) of any folder, and at most 20 files
 * directly in a folder, not counting tests. Static, type-only and dynamic imports count, including those of tests.
 * Reads `apps/*`, `packages/*` and `bench` below the folder given as argument, by default the working directory; exits
 * with 1 on findings.
 */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import process from "node:process";
import ts from "@typescript/typescript6";
import { sourceFiles, sourceFolders } from "./source-files.mjs";

const FOLDER_FILES = 20;
/** How many imports are listed for each pair of entries in a cycle. */
const SHOWN_IMPORTS = 3;

/** Folders that may hold more files, each with its reason: `{ path: "packages/x/src/y", reason: "..." }`. */
const EXEMPT = [{ path: "bench/src", reason: "one file a command, beside the folder of what it does" }];

const WAY_OUT =
  "way out: move what both need (often a type) to an entry below them, move a file to the entry that uses it, or take the value as a parameter";

const root = process.argv[2] ?? ".";

/** The imports of a file that lead to one of the given files. */
function importsOf(path, files) {
  const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(root, path), "utf8"), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName).replace(/\.js$/, ".ts"))
    .filter((target) => files.has(target));
}

/** Adds an import to the only folder in which its ends are different entries. */
function addImport(folders, from, to) {
  const [left, right] = [from.split("/"), to.split("/")];
  let depth = 0;
  while (depth < left.length && left[depth] === right[depth]) depth++;
  if (depth === left.length) return;
  const folder = left.slice(0, depth).join("/");
  const imports = getOrAdd(folders, folder, () => new Map());
  const targets = getOrAdd(imports, left[depth], () => new Map());
  getOrAdd(targets, right[depth], () => []).push(`${from} imports ${to}`);
}

function getOrAdd(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** All entries that an entry reaches through imports. */
function reachableEntries(imports, start) {
  const found = new Set();
  const open = [start];
  while (open.length > 0) {
    for (const next of imports.get(open.pop())?.keys() ?? []) {
      if (!found.has(next)) open.push(next);
      found.add(next);
    }
  }
  return found;
}

/** Groups of entries that reach each other, each sorted. */
function findCycles(imports) {
  const reach = new Map([...imports.keys()].sort().map((entry) => [entry, reachableEntries(imports, entry)]));
  const cycles = [];
  const seen = new Set();
  for (const [entry, targets] of reach) {
    if (seen.has(entry) || !targets.has(entry)) continue;
    const cycle = [...targets].filter((other) => reach.get(other)?.has(entry)).sort();
    for (const other of cycle) seen.add(other);
    cycles.push(cycle);
  }
  return cycles;
}

function describeCycle(folder, imports, cycle) {
  const lines = [`${folder}: ${cycle.length} entries import each other in a cycle: ${cycle.join(", ")}`];
  for (const from of cycle) {
    for (const [to, between] of imports.get(from)) {
      if (!cycle.includes(to)) continue;
      lines.push(
        `  ${from} -> ${to} (${between.length})`,
        ...between.slice(0, SHOWN_IMPORTS).map((one) => `    ${one}`),
      );
    }
  }
  return [...lines, `  ${WAY_OUT}`].join("\n");
}

function findLargeFolders(files) {
  const counts = new Map();
  for (const path of files)
    if (!path.endsWith(".test.ts")) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > FOLDER_FILES && !EXEMPT.some(({ path }) => path === folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files, at most ${FOLDER_FILES}: group them in folders by what they are about`,
    );
}

const findings = [];
for (const src of sourceFolders(root)) {
  const files = new Set(sourceFiles(root, src));
  const folders = new Map();
  for (const path of files) for (const target of importsOf(path, files)) addImport(folders, path, target);
  for (const [folder, imports] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const cycle of findCycles(imports)) findings.push(describeCycle(folder, imports, cycle));
  }
  findings.push(...findLargeFolders(files));
}
for (const { path } of EXEMPT) {
  if (!existsSync(posix.join(import.meta.dirname, "..", path)))
    findings.push(`scripts/check-folders.mjs: exempt folder ${path} does not exist`);
}
for (const finding of findings) console.error(finding);
console.log(`folders: ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
