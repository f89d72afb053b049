/** Suites that run inside a real editor; the variable SDL_CODE_SERVER names the editor's folder. */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../scripts/test-editor.mjs", import.meta.url));
const LONGEST_MS = 600_000;

test.skipIf(process.env["SDL_CODE_SERVER"] === undefined)(
  "the extension in code-server (needs SDL_CODE_SERVER)",
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^4 suites, 0 failed/m);
  },
  LONGEST_MS,
);

test("without an editor the script prints the number of skipped suites and the reason", () => {
  const env = { ...process.env };
  Reflect.deleteProperty(env, "SDL_CODE_SERVER");
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { encoding: "utf8", env });
  expect([status, stdout]).toEqual([0, "SKIPPED 4 suites: SDL_CODE_SERVER names no folder with code-server\n"]);
});
