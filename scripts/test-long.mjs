/** Runs the tests with their full counts (SDL_LONG=1). Arguments are passed to vitest. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

const vitest = join("node_modules", ".bin", "vitest");
const { status } = spawnSync(vitest, ["run", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, SDL_LONG: "1" },
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
