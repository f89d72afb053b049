/** The check of the documents finds what is wrong with them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-docs.mjs", import.meta.url));
/** Every page that the site's order lists. */
const ORDER = fileURLToPath(new URL("../.vitepress/sidebar.mjs", import.meta.url));

const README = "# a\n\n```sh\na\n```\n";
const DESIGN = "# Design of a\n\n## Non-goals\n\n- Nothing else.\n\n## Decisions\n";

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "sdl-documents-"));
  for (const folder of ["docs", "packages/a", "apps", "bench/src", "bench/results"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "bench/README.md"), "# Bench\n");
  writeFileSync(join(root, "ARCHITECTURE.md"), "# Architecture\n");
  writeFileSync(join(root, "packages/a/package.json"), "{}\n");
  writeFileSync(join(root, "packages/a/README.md"), README);
  writeFileSync(join(root, "packages/a/DESIGN.md"), DESIGN);
  const { sidebar } = (await import(ORDER)) as { sidebar: (exists: () => boolean) => { items: { link: string }[] }[] };
  const links = sidebar(() => true).flatMap(({ items }) => items.map(({ link }) => link));
  for (const link of links)
    writeFileSync(join(root, "docs", `${link}.md`), "# A page\n\n## What it is\n\n## sdl.slice.build\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @returns what is found in a page of this text */
function findingsOf(text: string, path = "docs/start.md"): string[] {
  writeFileSync(join(root, path), text);
  const { stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: root, encoding: "utf8" });
  return stderr.split("\n").filter((line) => line !== "");
}

test.each([
  ["a link to a page", "[a](concepts.md), [b](concepts.md#what-it-is), [c](#here)\n\n## Here\n"],
  ["a link to another repository", "[a](https://example.org/missing)\n"],
  ["what only looks like a link", "`[a](b)`\n\n```ts\n[a](b)\n```\n"],
  ["an example that is not run, with a reason", "<!-- not run: it needs a network -->\n\n```sh\ncurl\n```\n"],
])("%s is fine", (_, text) => {
  expect(findingsOf(text)).toEqual([]);
});

test.each([
  ["a page that is not there", "[a](missing.md)\n", "missing.md leads nowhere"],
  ["a file out of the repository", "[a](../../etc/passwd)\n", "leads nowhere"],
  ["a heading that is not there", "[a](concepts.md#missing)\n", "has no such heading"],
  ["a heading that hosts name otherwise than the site", "[a](concepts.md#sdlslicebuild)\n", "has no such heading"],
  ["a picture that is not there", "![a](images/a.svg)\n", "leads nowhere"],
  ["a picture without words", "![](concepts.md)\n", "says not what it shows"],
  [
    "a place of the first page",
    "---\nhero:\n  actions:\n    - text: a\n      link: /missing\n---\n",
    "/missing leads nowhere",
  ],
  ["no reason", "<!-- not run: -->\n\n```sh\na\n```\n", "give a reason"],
  ["a reason before something else", "<!-- not run: it is long -->\n\ntext\n", "give a reason"],
])("%s is found", (_, text, finding) => {
  expect(findingsOf(text)).toEqual([expect.stringContaining(finding)]);
});

test("a page without a place in the order is found", () => {
  expect(findingsOf("# New\n", "docs/new-page.md")).toEqual([expect.stringContaining("docs/new-page.md has no place")]);
});

test.each([
  ["README.md", "# a\n", "packages/a/README.md lacks an example"],
  ["DESIGN.md", DESIGN.replace("## Non-goals", "## Goals"), "packages/a/DESIGN.md lacks a section Non-goals"],
  ["DESIGN.md", DESIGN.replace("## Decisions", ""), "packages/a/DESIGN.md lacks a section Decisions"],
])("%s of a package without what it must have is found: %j", (name, text, finding) => {
  expect(findingsOf(text, `packages/a/${name}`)).toEqual([expect.stringContaining(finding)]);
});

test.each([
  ["a source by the end of its path", "See `a/src/one.ts`, `src/one.ts` and `one.ts`.", []],
  ["a source that is not there", "See `src/two.ts`.", ["packages/a/DESIGN.md: there is no source src/two.ts"]],
  ["a part of a name", "See `ne.ts`.", ["packages/a/DESIGN.md: there is no source ne.ts"]],
  ["a command of the bench", "`node bench/dist/part/run.js --all`", []],
  [
    "a command that is not there",
    "`node bench/dist/gone.js`",
    ["packages/a/DESIGN.md: there is no node bench/dist/gone.js"],
  ],
])("%s", (_, text, findings) => {
  mkdirSync(join(root, "packages/a/src"));
  mkdirSync(join(root, "bench/src/part"));
  writeFileSync(join(root, "packages/a/src/one.ts"), "");
  writeFileSync(join(root, "bench/src/part/run.ts"), "");
  expect(findingsOf(`${DESIGN}\n${text}\n`, "packages/a/DESIGN.md")).toEqual(findings);
});

test("a package without a document is found", () => {
  rmSync(join(root, "packages/a/DESIGN.md"));
  expect(findingsOf("# A page\n\n## What it is\n")).toEqual(["packages/a/DESIGN.md is missing"]);
});

test("an overview is found that is too long to be skimmed", () => {
  const lines = (count: number) => `# Architecture\n${"line\n".repeat(count - 1)}`;
  expect(findingsOf(lines(200), "ARCHITECTURE.md")).toEqual([]);
  expect(findingsOf(lines(201), "ARCHITECTURE.md")).toEqual([expect.stringContaining("has 201 lines, at most 200")]);
});
