/**
 * The documents' shell examples, run in a small repository: each ```sh block of a page, in their order, as a shell does that ends at the first
 * command that fails. A block that begins with `cd my-app` runs beside the repository, every other one in it. What cannot be run says why:
 * `<!-- not run: REASON -->` before the block.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { shareOfDay } from "@sdl/engine/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ExamplePlace, makeExamplePlace } from "./example-place.js";

/** A dozen commands, each a process of its own. */
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

/** What people read first always; of the other pages a fifth a day in CI, all in the long tier. */
const FIRST_READ = 3;
const drawn = [...examples.slice(0, FIRST_READ), ...shareOfDay(examples.slice(FIRST_READ), 5)];

/** Pages for those who have asked nothing yet: there the repository is not indexed. */
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
    // A server's standard input is closed: it ends at once.
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

  test("there are examples in what people read first", () => {
    const paths = examples.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(["README.md", "docs/start.md", "docs/ci.md", "docs/memories.md"]));
  });
});
