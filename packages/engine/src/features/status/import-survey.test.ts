/** Tests of `imports: true` of sdl.repo.status: where imports lead, and why some lead nowhere. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { repoStatus } from "./repo-status.action.js";

const FILES = {
  ".gitignore": "gen/\n",
  "package.json": JSON.stringify({ name: "app", dependencies: { left: "1" } }),
  "fixtures/left/package.json": JSON.stringify({ name: "left", version: "2.0.0" }),
  "fixtures/left/index.js": "module.exports = 1;\n",
  "fixtures/right/package.json": JSON.stringify({ name: "right", version: "2.0.0" }),
  "fixtures/right/index.js": "module.exports = 1;\n",
  "src/logo.svg": "<svg/>\n",
  "src/theme.css": "",
  "src/pages/index.ts": "export const home = 1;\n",
  "src/data.json": '{"a": 1}\n',
  "src/packed.js": `var a=${"1+".repeat(20_000)}1;\n`,
  "gen/api.ts": "export const api = 1;\n",
  "src/app.ts": [
    'import { home } from "./pages";',
    'import logo from "./logo.svg";',
    'import "./theme.css";',
    'import data from "./data.json";',
    'import { api } from "../gen/api";',
    'import { gone } from "./Gone.vue";',
    'import { far } from "../../../far";',
    'import { own } from "@/pages";',
    'import { odd } from "#odd";',
    'import react from "react";',
    'import { left } from "left";',
    'import { right } from "right";',
    'import "./pages";',
    'import "./packed.js";',
    'import "./pages/alias";',
    'export * from "./absent";',
    "",
  ].join("\n"),
  "pkg/__init__.py": "",
  "pkg/fast.pyx": "def run(): pass\n",
  "pkg/tests/__init__.py": "",
  "pkg/tests/fast/__init__.py": "",
  "pkg/tests/fast/test_run.py": "import pkg.fast\nimport pkg.slow\n",
  "pkg/work.py": "import os\nimport pkg.fast\nfrom pkg import gone\nfrom ._version import version\nimport requests\n",
};

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(FILES);
  symlinkSync("index.ts", join(repository.root, "src/pages/alias.ts"));
});
afterAll(() => repository.remove());

const style = makeToolStyle("underscore");

function statusOf(args: object) {
  return repoStatus.execute(args, { engine: repository.engine, text: style });
}

test("imports are counted by where they lead, and each that leads nowhere has a reason; another version is another package", async () => {
  const { imports } = (await statusOf({ imports: true })) as { imports: { list: Record<string, unknown>[] } };
  const { list, ...counts } = imports;
  expect(counts).toEqual({ repository: 3, otherFiles: 6, outside: 4, lost: 9 });
  expect(list.map(({ file, line, specifier, reason }) => `${file}:${line} ${specifier}: ${reason}`)).toEqual([
    "pkg/tests/fast/test_run.py:2 pkg.slow: there is no file pkg/slow.py",
    "pkg/work.py:4 ._version: there is no file pkg/_version.py",
    "src/app.ts:undefined ./absent: there is no file src/absent.ts",
    "src/app.ts:5 ../gen/api: gen/api.ts: its folder gen is left out: it is ignored by .gitignore, line 1: gen/",
    "src/app.ts:6 ./Gone.vue: there is no file src/Gone.vue",
    "src/app.ts:7 ../../../far: the path leads out of the repository",
    "src/app.ts:9 #odd: no setting says which file or folder this name means",
    "src/app.ts:12 right: fixtures/right has this name, but no import path of the file leads there",
    "src/app.ts:15 ./pages/alias: src/pages/alias.ts is a link to src/pages/index.ts: imports are not followed through links",
  ]);
});

test("the text names the share and the unresolved imports; without the parameter neither is there", async () => {
  const answer = await statusOf({ imports: true });
  const text = repoStatus.text(answer as never, style);
  expect(text).toContain("Imports of this repository's own files: 18, 50.0 % resolved; 4 imports of other packages\n");
  expect(text).toContain("  src/app.ts:6  ./Gone.vue: there is no file src/Gone.vue\n");
  const plain = await statusOf({});
  expect(plain).not.toHaveProperty("imports");
  expect(repoStatus.text(plain as never, style)).not.toContain("Imports");
});
