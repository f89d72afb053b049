/** Check of discovery: a tree as text in, findings as text out. */
import { expect } from "vitest";
import { type DiscoverOptions, type Discovery, discoverFiles } from "../../src/workspace/index.js";
import { makeTree } from "./temporary-tree.js";

/** Checks the findings in the tree that `makeTree` creates from `tree`. Indentation and empty lines are ignored. */
export function checkDiscovery(tree: string, expected: string, options?: DiscoverOptions): void {
  expect(findingsText(discoverFiles(makeTree(tree), options))).toBe(trimLines(expected));
}

/** Findings as text, one per line: a file, a configuration, a skipped file with its reason, an alias with its target. */
export function findingsText({ files, configs, skipped, aliases }: Discovery): string {
  return [
    ...files.map((file) => `${file.path} ${file.language}${file.isDeclaration ? " declaration" : ""}`),
    ...configs.map((config) => `config ${config.path}`),
    ...skipped.map(({ path, reason }) => `skipped ${path} ${reason}`),
    ...aliases.map(({ path, target }) => `alias ${path} -> ${target}`),
  ].join("\n");
}

function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
