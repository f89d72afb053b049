/** Exchanged paths: reading and walking a repository while another process replaces its files and folders by links that leave the root. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { discoverFiles, readSource } from "../../src/workspace/index.js";
import { makeTree } from "./temporary-tree.js";

const LONG = process.env["SDL_LONG"] === "1";
const EXCHANGES = LONG ? 200_000 : 8_000;
const SEED = Number(process.env["SDL_SEED"] ?? 20_261_123);
const PATHS = ["dir/a.ts", "dir/sub/c.py", "b.ts", "dir/a.ts"];
/** Duration of a round, in milliseconds; the number of exchanges made is checked, not the time. */
const ROUND_MS = 500;

interface Exchanger {
  /** Ends the exchanger. @returns number of exchanges it made */
  readonly stop: () => Promise<number>;
}

async function startExchanger(parent: string, seed: number): Promise<Exchanger> {
  const script = fileURLToPath(new URL("path-exchanger.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, parent, String(seed)], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  const stop = async (): Promise<number> => {
    child.stdin.end();
    const [line] = await once(lines, "line");
    return Number(line);
  };
  return { stop };
}

/** Reads and walks for a while. @returns texts that were read, and reasons of failed reads */
function readFor(milliseconds: number, repo: string): Set<string> {
  const seen = new Set<string>();
  const end = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < end; turn++) {
    // A walk takes as long as a hundred reads, and has the same gaps between checking and opening.
    const found = turn % 100 === 0 ? discoverFiles(repo).files.map((file) => file.path) : [];
    for (const path of [...PATHS, ...found]) {
      const read = readSource(repo, path);
      seen.add(read?.status === "source" ? read.text : (read?.reason ?? "gone"));
    }
  }
  return seen;
}

test(`${EXCHANGES} exchanged paths: nothing outside of the root is read`, { timeout: 3_600_000 }, async () => {
  const seen = new Set<string>();
  let exchanges = 0;
  for (let round = 0; exchanges < EXCHANGES; round++) {
    const parent = makeTree(
      "repo/dir/a.ts: INSIDE\nrepo/dir/sub/c.py: INSIDE\nrepo/b.ts: INSIDE\noutside/a.ts: SECRET\noutside/c.py: SECRET\noutside/sub/c.py: SECRET",
    );
    const exchanger = await startExchanger(parent, SEED + round);
    for (const text of readFor(ROUND_MS, join(parent, "repo"))) seen.add(text);
    exchanges += await exchanger.stop();
  }
  expect([...seen].filter((text) => text.includes("SECRET"))).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining(["INSIDE", "gone"]));
});
