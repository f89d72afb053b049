/**
 * `node parse-floor.js SETUP WORKERS`: measures the minimum cost of any index with this parser. Reads, hashes, decodes
 * and parses the files of SETUP (a {@link ParseSetup} as JSON) without looking at a tree. Loads the parser and grammars
 * and nothing of the indexer, whose start must not count. Without workers, this thread does everything; otherwise each
 * worker takes the next largest file.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { Language, Parser } from "web-tree-sitter";

/** Files to parse, with their grammars. */
export interface ParseSetup {
  /** Absolute path and grammar of each file, largest first. */
  readonly files: readonly (readonly [path: string, grammar: string])[];
}

interface Share extends ParseSetup {
  /** Index of the next file that no thread has taken. */
  readonly next: SharedArrayBuffer;
}

const GRAMMARS = join(dirname(createRequire(import.meta.url).resolve("@sdl/indexer/package.json")), "dist/grammars");

if (isMainThread) await runMain();
else await parseShare(workerData);
// Ends the process like the command line: remaining handles must not keep it alive.
process.exit(0);

async function runMain(): Promise<void> {
  const [setup = "", workers = "0"] = process.argv.slice(2);
  const { files }: ParseSetup = JSON.parse(readFileSync(setup, "utf8"));
  const share: Share = { files, next: new SharedArrayBuffer(4) };
  if (workers === "0") await parseShare(share);
  else await Promise.all(Array.from({ length: Number(workers) }, () => runThread(share)));
}

function runThread(share: Share): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share });
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}

async function parseShare({ files, next }: Share): Promise<void> {
  await Parser.init();
  const parser = new Parser();
  const grammars = new Map<string, Language>();
  for (const name of new Set(files.map(([, grammar]) => grammar)))
    grammars.set(name, await Language.load(readFileSync(join(GRAMMARS, `tree-sitter-${name}.wasm`))));
  const counter = new Int32Array(next);
  for (let i = Atomics.add(counter, 0, 1); i < files.length; i = Atomics.add(counter, 0, 1)) {
    const [path = "", grammar = ""] = files[i] ?? [];
    const bytes = readFileSync(path);
    createHash("sha256").update(bytes).digest();
    parser.setLanguage(grammars.get(grammar) ?? null);
    const tree = parser.parse(bytes.toString("utf8"));
    if (tree === null) throw new Error(`the parser gave no tree for ${path}`);
    tree.delete();
  }
}
