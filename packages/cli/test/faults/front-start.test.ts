/**
 * Test of a front that cannot start its server: it ends with a sentence that names the limit, without a stack trace.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROGRAM } from "../support/server.js";

test("with too few descriptors for a server, the front names the limit", { timeout: 120_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), "sdl-front-start-"));
  try {
    // The interpreter needs about twenty, the pipes of a server six more. The limit in between depends on its version.
    const ends = Array.from({ length: 12 }, (_, i) => {
      const shell = `ulimit -n ${18 + i}; exec "$@"`;
      const args = ["--norc", "-c", shell, "sh", process.execPath, PROGRAM, "serve", "--stdio"];
      const { status, stderr } = spawnSync("/bin/bash", args, {
        cwd: home,
        env: { SDL_HOME: home, SDL_BACKGROUND: "off" },
        input: "",
        encoding: "utf8",
      });
      return { status, stderr };
    });
    const refused = ends.filter(({ stderr }) => stderr.includes("the server cannot be started"));
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, stderr } of refused) {
      expect(stderr).toMatch(/^sdl: the server cannot be started: .*EMFILE.*ulimit -n\)$/m);
      expect(status).toBe(1);
    }
    expect(ends.filter(({ stderr }) => /TypeError|at Front/.test(stderr))).toEqual([]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
