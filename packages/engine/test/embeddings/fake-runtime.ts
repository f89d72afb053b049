/**
 * A fake of `@huggingface/transformers`, installed into an SDL home like the real one: its embeddings count meanings, and it logs its calls. So all
 * code around the runtime is tested in its real process.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MEANINGS } from "./tiny-model.js";

const LOG = "runtime.log";

/** @param fault the error of loading a model @param crashes whether loading a model ends the process */
export function installFakeRuntime(home: string, { fault = "", crashes = false } = {}): void {
  const folder = join(home, "node_modules/@huggingface/transformers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "4.3.1", main: "index.cjs" }));
  writeFileSync(join(folder, "index.cjs"), source(home, fault, crashes));
}

export interface RuntimeLog {
  /** Settings of the runtime at each load of a model. */
  readonly loads: readonly Readonly<Record<string, unknown>>[];
  /** All embedded texts in order, except the probe of each load. */
  readonly texts: readonly string[];
}

/** The runtime's calls since the log was last read. */
export function takeLog(home: string): RuntimeLog {
  const path = join(home, LOG);
  const lines = existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
  writeFileSync(path, "");
  const entries: { load?: Record<string, unknown>; texts?: string[] }[] = lines.map((line) => JSON.parse(line));
  return {
    loads: entries.flatMap(({ load }) => (load === undefined ? [] : [load])),
    texts: entries.flatMap(({ texts = [] }) => texts).filter((text) => text !== "probe"),
  };
}

function source(home: string, fault: string, crashes: boolean): string {
  return `
const { appendFileSync, cpSync, existsSync } = require("node:fs");
const { join } = require("node:path");
const MEANINGS = ${JSON.stringify(MEANINGS)};
const log = (entry) => appendFileSync(${JSON.stringify(join(home, LOG))}, JSON.stringify(entry) + "\\n");
const env = { allowRemoteModels: true, fetch: () => {} };
exports.env = env;
exports.LogLevel = { ERROR: 40 };
const vectorOf = (text) => {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const counts = MEANINGS.map((meaning) => words.filter((word) => meaning.includes(word)).length);
  return [...counts, 0.1, 0, 0, 0, 0];
};
exports.pipeline = async (task, id, options) => {
  const { fetch, ...set } = env;
  log({ load: { task, id, ...options, ...set } });
  if (${crashes}) process.kill(process.pid, "SIGKILL");
  if (${JSON.stringify(fault)} !== "") throw new Error(${JSON.stringify(fault)});
  const hub = join(${JSON.stringify(home)}, "hub", id);
  if (env.allowRemoteModels && existsSync(hub)) cpSync(hub, join(env.cacheDir, id), { recursive: true });
  const run = async (texts, { pooling, normalize }) => {
    if (pooling !== "mean" || normalize !== true) throw new Error("not as the folder says");
    log({ texts });
    return { dims: [texts.length, 8], data: Float32Array.from(texts.flatMap(vectorOf)) };
  };
  return Object.assign(run, { tokenizer: {}, model: { config: {} } });
};
`;
}
