/** Tests of sdl.file.read on documents and configuration files. `vitest run -u` rewrites the golden file; review the difference. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";
import { toErrorAnswer } from "../../contract/error-answer.js";
import { errorText } from "../../contract/error-text.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { fileRead } from "./file-read.action.js";

const GUIDE = `Guide
=====

How to use it.

Install
-------

::

  npm install app

Use it
------

Call \`\`run\`\`.

Options
~~~~~~~

None yet.

See also
--------

Nothing.
`;

const README = `# App

Sells things.

## Set-up

\`\`\`sh
# no heading
npm install
\`\`\`

### Options

One.

## Use

Run it.
`;

const FILES = {
  "README.md": README,
  "docs/guide.rst": GUIDE,
  "docs/long.md": `# Long\n\n${Array.from({ length: 300 }, (_, i) => `Line ${i} of the long text.\n`).join("")}\n## End\n\nThe end.\n`,
  "package.json": JSON.stringify({ name: "app", scripts: { build: "tsc", test: "vitest" }, files: ["dist"] }, null, 2),
  "one-line.json": JSON.stringify({ list: Array.from({ length: 2000 }, (_, i) => `entry ${i}`) }),
  "pyproject.toml": '[project]\nname = "app"\n\n[tool.app]\nlevel = 3\nnames = [\n  "a",\n]\n\n[tool.other]\nx = 1\n',
  ".env": `DB_HOST=db.internal\nDB_PASSWORD=${"kJ8x"}${"Qm2vTz91"}pL\n`,
  ".gitignore": "private.md\n",
  "private.md": "# Private\n",
  tool: "#!/bin/sh\necho code\n",
  "empty.txt": "",
  "src/app.ts": "export function run(): void {}\n",
};

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(FILES);
  symlinkSync("/etc/hostname", join(repository.root, "outside.txt"));
});
afterAll(() => repository.remove());

const style = makeToolStyle("underscore");

async function textOf(args: object): Promise<string> {
  try {
    const answer = await fileRead.execute(args, { engine: repository.engine, text: style });
    return fileRead.text(answer as never, style);
  } catch (error) {
    // Joins wrapped lines, because a line break depends on the length of the temporary folder's path.
    return errorText(toErrorAnswer(error), style).replace(/\n {2}/g, " ");
  }
}

test.each<[string, readonly object[]]>([
  [
    "parts",
    [
      { path: "README.md" },
      { path: "README.md", heading: "set-up" },
      { path: "docs/guide.rst", heading: "Use" },
      { path: "package.json", key: "scripts.test" },
      { path: "package.json", key: "scripts" },
      { path: "pyproject.toml", key: "app" },
      { path: "docs/long.md", lines: "3-4" },
      { path: "docs/long.md", budget: 120 },
      { path: "one-line.json", budget: 100 },
      { path: "docs/long.md", budget: 10 },
      { path: "empty.txt" },
      { path: ".env" },
    ],
  ],
  [
    "refusals",
    [
      { path: "src/app.ts" },
      { path: "tool" },
      { path: "private.md" },
      { path: "absent.md" },
      { path: "../other.md" },
      { path: "outside.txt" },
      { path: ".git/config" },
      { path: "README.md", heading: "Setup" },
      { path: "README.md", heading: "o" },
      { path: "package.json", key: "script" },
      { path: "package.json", key: "versions" },
      { path: "README.md", lines: "90-" },
      { path: "README.md", lines: "5-2" },
      { path: "README.md", heading: "Use", lines: "1" },
    ],
  ],
])("%s", async (name, calls) => {
  const texts: string[] = [];
  for (const args of calls) texts.push(`>>> ${JSON.stringify(args)}\n${await textOf(args)}`);
  const text = texts.join("\n").replaceAll(repository.root, "/home/me/app");
  await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
});

test("consecutive pages join to the whole file, each within its budget", async () => {
  const count = await loadTokenCounter();
  for (const form of [undefined, style]) {
    const context = { engine: repository.engine, ...(form === undefined ? {} : { text: form }) };
    const lines: string[] = [];
    let next: object | undefined = { path: "docs/long.md", budget: 200 };
    while (next !== undefined) {
      const answer = (await fileRead.execute(next, context)) as { readonly text: string; readonly next?: object };
      const sent = form === undefined ? JSON.stringify(answer) : fileRead.text(answer as never, style);
      expect(count(sent)).toBeLessThanOrEqual(200);
      lines.push(...answer.text.split("\n"));
      next = answer.next;
    }
    expect(lines.join("\n")).toBe(FILES["docs/long.md"].trimEnd());
  }
});

test("a budget smaller than an answer without text states the tokens of the smallest page", async () => {
  const count = await loadTokenCounter();
  for (const path of ["README.md", "docs/guide.rst", "docs/long.md"])
    for (let budget = 1; budget <= 80; budget++) {
      const text = await textOf({ path, budget });
      if (count(text) > budget) expect(text).toMatch(/; at least \d+ tokens are required/);
    }
});
