/**
 * Test with a real editor: headless Neovim types into a file with astral characters, CR LF and tabs. Skipped with a note if Neovim is not
 * installed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { Place, PROGRAM } from "./client.js";
import { EXAMPLE, rangeOf } from "./example.js";

const SCRIPT = fileURLToPath(new URL("neovim.lua", import.meta.url));
const hasNeovim = spawnSync("nvim", ["--version"]).status === 0;
if (!hasNeovim) process.stderr.write("skipped: nvim is not installed, so no real editor is tested\n");

const place = new Place();
afterAll(() => place.remove());

interface Said {
  readonly problem?: string;
  readonly encoding: string;
  readonly format: string;
  readonly typed: string;
  readonly hover: unknown;
  readonly references: unknown;
  readonly text: string;
  readonly closed: string;
}

test.skipIf(!hasNeovim)("Neovim: typed text is seen by another process, and answers have the right positions", () => {
  const root = place.addRepository("shapes", EXAMPLE);
  place.sdl(root, "index");
  const [file, result] = [join(root, "src/main.ts"), join(place.folder, "said.json")];
  const job = { root, file, result, node: process.execPath, program: PROGRAM };
  const env = { ...place.environment, HOME: place.folder, SDL_TEST_JOB: JSON.stringify(job) };
  spawnSync("nvim", ["--headless", "-u", "NONE", "-n", "-c", `luafile ${SCRIPT}`], {
    ...{ cwd: root, env, encoding: "utf8", timeout: 50_000 },
  });
  const said: Said = JSON.parse(readFileSync(result, "utf8"));
  expect(said.problem).toBeUndefined();
  expect([said.encoding, said.format]).toEqual(["utf-16", "dos"]);
  expect(said.typed).toContain("src/main.ts:2");
  const area = rangeOf(said.text, "area()", "utf-16");
  expect(said.hover).toMatchObject({ range: { start: area.start } });
  expect(JSON.stringify(said.hover)).toContain("Square.area");
  expect(said.references).toEqual([
    {
      uri: pathToFileURL(join(root, "src/shapes.ts")).href,
      range: rangeOf(EXAMPLE["src/shapes.ts"], "total", "utf-16"),
    },
    { uri: pathToFileURL(file).href, range: rangeOf(said.text, "sum", "utf-16", 2) },
  ]);
  expect(said.closed).not.toContain("unsaved");
});
