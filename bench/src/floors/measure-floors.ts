/** Measures the floors of a folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "../paths.js";
import { lastJson, runNode } from "../process/measured-run.js";
import type { Floors, IoFloor } from "./floors.js";
import { runParseFloorWith, writeSourceList } from "./parse-floor-run.js";

/** One round of all floors, each in a fresh process. */
export async function measureLowerBounds(root: string): Promise<Floors> {
  const io = lastJson<IoFloor>(await runNode(program("floors/io-floor.js"), [root]));
  const folder = mkdtempSync(join(tmpdir(), "sdl-bench-floor-"));
  try {
    const sources = writeSourceList(root, folder);
    return { ...io, parse1: await runParseFloorWith(0, sources), parse2: await runParseFloorWith(2, sources) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
