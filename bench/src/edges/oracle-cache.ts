/**
 * Cache of oracles' answers on disk: a compiler takes minutes, reading takes a second. Keyed by the sources and the
 * asker.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { ORACLES_FOLDER } from "../paths.js";
import type { Oracle } from "./oracle.js";

/** Key of a cached answer: folder, files, and the program that answers. */
export interface Question {
  readonly root: string;
  /** Paths relative to `root`. */
  readonly files: readonly string[];
  /** The compiler with version and options, and the version of the recorded format. */
  readonly asker: string;
}

/** Returns the cached answer; if there is none, computes and caches it. */
export async function remember(question: Question, ask: () => Oracle | Promise<Oracle>): Promise<Oracle> {
  const path = join(ORACLES_FOLDER, `${cacheKey(question)}.json.gz`);
  if (existsSync(path)) return JSON.parse(gunzipSync(readFileSync(path)).toString("utf8"));
  const oracle = await ask();
  mkdirSync(ORACLES_FOLDER, { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify(oracle)));
  return oracle;
}

function cacheKey({ root, files, asker }: Question): string {
  const hash = createHash("sha256").update(`${asker}\0`);
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 24);
}
