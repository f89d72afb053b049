/**
 * `node coverage.js ROOT STORE`: checks that every file of a corpus is indexed or skipped with a reason, with a walk
 * that shares nothing with the indexer; and that TypeScript files with variance annotations, which the grammar cannot
 * read, have all their declarations. Prints JSON.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { openEngine } from "@sdl/engine";

/** Result of the check. */
export interface Coverage {
  readonly files: number;
  readonly indexed: number;
  readonly skippedByReason: Readonly<Record<string, number>>;
  /** Neither indexed nor skipped. */
  readonly unaccounted: readonly string[];
  readonly varianceFiles: number;
  /** `file: name` of declarations in those files that are missing in the index. */
  readonly missingDeclarations: readonly string[];
}

const SOURCE_NAME = /\.(?:[cm]?[jt]s|[jt]sx|pyi?)$/;
/** `interface Box<in out T`, `type Sink<in T`. */
const VARIANCE = /^export (?:interface|class|type) \w+<\s*(?:(?:in|out)\s+)+[A-Z]/m;
const DECLARATION = /^export (?:declare )?(?:abstract )?(?:interface|class|type|const|function|enum|namespace) (\w+)/gm;

const [root = ".", store = ""] = process.argv.slice(2);
// A temporary home: the measured corpus must not be registered for the user.
const env = { ...process.env, SDL_HOME: resolve(store, "..", "home"), SDL_BACKGROUND: "off" };
const engine = openEngine({ cwd: root, env, storeDirectory: store });
await engine.register({ rootPath: root, settings: {} });
const repository = await engine.open(engine.resolve(undefined));
const snapshot = repository.snapshot();
console.log(JSON.stringify(await measure()));
await engine.close();
process.exit(0);

async function measure(): Promise<Coverage> {
  const { skipped } = await repository.refresh({ mode: "incremental" });
  const indexed = new Set(snapshot.files());
  const reasons = new Map(skipped.map(({ path, reason }) => [path, reason]));
  const sources = listSources("");
  const skippedByReason: Record<string, number> = {};
  for (const reason of reasons.values()) skippedByReason[reason] = (skippedByReason[reason] ?? 0) + 1;
  const variance = sources.filter((file) => indexed.has(file) && file.endsWith(".ts") && VARIANCE.test(read(file)));
  return {
    files: sources.length,
    indexed: indexed.size,
    skippedByReason,
    unaccounted: sources.filter(
      (file) => !indexed.has(file) && !pathAndFolders(file).some((path) => reasons.has(path)),
    ),
    varianceFiles: variance.length,
    missingDeclarations: variance.flatMap(missingFiles),
  };
}

/** The file and its ancestor folders: a folder in the skip list covers all files in it. */
function pathAndFolders(file: string): string[] {
  const parts = file.split("/");
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}

function missingFiles(file: string): string[] {
  const names = new Set(snapshot.fileSymbols(file).map((handle) => snapshot.symbol(handle).name));
  // Declarations inside comments and templates do not begin a line of code.
  const code = read(file).replace(/\/\*[\s\S]*?\*\//g, "");
  const declared = [...code.matchAll(DECLARATION)].map((match) => match[1] ?? "");
  return [...new Set(declared)].filter((name) => !names.has(name)).map((name) => `${file}: ${name}`);
}

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (lstatSync(join(root, path)).isDirectory()) return listSources(path);
    return SOURCE_NAME.test(name) ? [path] : [];
  });
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
