/**
 * Tests that run the documents' shell examples in a small repository: each ```sh block of a page in order, stopping at
 * the first failing command. A block that begins with `cd my-app` runs beside the repository, all others inside. An
 * example that cannot run gives the reason: `<!-- not run: REASON -->` before the block.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { shareOfDay } from "@sdl/engine/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ExamplePlace, makeExamplePlace } from "./example-place.js";

/** Time limit of a block: a dozen commands, each a process. */
const BLOCK_MS = 120_000;
const LONGEST_MS = 240_000;

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const BLOCK = /(<!-- not run:[^>]*-->\s*)?^```sh\n(.*?)^```$/gms;

const pages = readdirSync(join(ROOT, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const examples = [
  "README.md",
  "docs/start.md",
  "packages/cli/README.md",
  ...pages.filter((path) => path !== "docs/start.md"),
].flatMap((path) => {
  const blocks = [...readFileSync(join(ROOT, path), "utf8").matchAll(BLOCK)];
  const run = blocks.filter(([, marker]) => marker === undefined).map(([, , code = ""]) => code);
  return run.length === 0 ? [] : [[path, run] as const];
});

/** The pages that people read first always run; a fifth of the others per day in CI, all in the long tier. */
const FIRST_READ = 3;
const drawn = [...examples.slice(0, FIRST_READ), ...shareOfDay(examples.slice(FIRST_READ), 5)];

/** Pages for new users: there the repository is not indexed yet. */
const FIRST = new Set(["README.md", "docs/start.md"]);

let place: ExamplePlace;
beforeEach(() => {
  place = makeExamplePlace();
});
afterEach(() => place.remove());

function runShell(code: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", code], {
    cwd,
    env: place.env,
    encoding: "utf8",
    // Standard input of a server is closed, so it ends at once.
    input: "",
    timeout: BLOCK_MS,
  });
  expect(status, `${code}\n${stdout}\n${stderr}`).toBe(0);
}

describe.skipIf(process.platform === "win32")("shell examples", () => {
  test.each(drawn)(
    "%s",
    (path, blocks) => {
      if (!FIRST.has(path)) runShell("sdl index --no-settle", place.root);
      for (const code of blocks) runShell(code, code.startsWith("cd my-app") ? place.folder : place.root);
    },
    LONGEST_MS,
  );

  test("the pages that people read first have examples", () => {
    const paths = examples.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(["README.md", "docs/start.md", "docs/ci.md", "docs/memories.md"]));
  });
});
