/**
 * Bundles the built program into bundle/: a process that answers one question spends more time on finding and compiling hundreds
 * of modules than on the answer. What a command does not need stays in chunks of its own, loaded when it is asked for.
 *
 * The program looks for what its threads and processes start from and web-tree-sitter.wasm beside its code, for the grammars in grammars/, and finds
 * them here too. The store's native library cannot be bundled; it stays a dependency, and the only one.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences, packageOf } from "../../../scripts/licences.mjs";
import { compileAhead } from "./compile-ahead.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "bundle");
const grammars = join(root, "grammars");
const engine = dirname(createRequire(import.meta.url).resolve("@sdl/engine/package.json"));
const folderOf = (name) => dirname(createRequire(join(engine, "package.json")).resolve(`${name}/package.json`));
const clients = dirname(createRequire(import.meta.url).resolve("@sdl/clients/package.json"));
/** Its entry for Node.js loads its parts in a way that no bundler sees; the one for bundlers does not. */
const JSONC = join(
  dirname(createRequire(join(clients, "package.json")).resolve("jsonc-parser")),
  "..",
  "esm",
  "main.js",
);
const indexer = folderOf("@sdl/indexer");
const repository = folderOf("@sdl/repository");

/** What only one of the servers needs, doctor's trial of them, pictures, and what only the count of tokens does. All else lies together: calls across chunks are slower. */
const APART =
  /[\\/]((mcp|lsp)-server[\\/]dist|clients[\\/]dist[\\/]probe|graph-page[\\/]dist|d3-[a-z]+|@modelcontextprotocol|vscode-(jsonrpc|languageserver[a-z-]*)|gpt-tokenizer|@?hono)[\\/]|slice[\\/]dist[\\/]tokens[\\/]o200k\.js$/;

/** Loads the store's library, which a process that only prints help does without, when the store is opened. */
const LMDB = `exports.open = (...args) => require("lmdb/whole").open(...args);`;
const LMDB_FILE = createRequire(import.meta.url).resolve("lmdb");
/** By this name its loader, which is bundled as well, finds the platform's native part, a package of its own: `@lmdb/lmdb-linux-x64`. */
const PROGRAM_MANIFEST = { name: "lmdb", type: "commonjs" };
/** Records are bytes here; this package would only be loaded. */
const MSGPACKR = "exports.Encoder = class { constructor() { throw new Error('records are bytes'); } };";

/**
 * What the protocol's package takes from its environment. Its validator of JSON schemas is for what a server asks of its client, which
 * this one never does; making it ready costs every start.
 */
const SHIMS = `export { default as process } from "node:process";
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("this server asks nothing of its client");
  }
}`;

/** Doctor brings a validator of its own. */
const CLIENT_SHIMS = `export const CORS_IS_POSSIBLE = false;
export class DefaultJsonSchemaValidator {}`;

/** A process checks a handful of requests: functions made for each of their schemas cost more than they save. */
const PROGRAM = `import { config } from "zod";
config({ jitless: true });
export * from ${JSON.stringify(join(root, "dist", "run-process.js"))};`;

/** Loading it is a third of what a hook's answer takes, which hashes nothing but where a store lies outside its repository. */
const CRYPTO = `exports.createHash = (...args) => require("crypto").createHash(...args);
exports.randomBytes = (...args) => require("crypto").randomBytes(...args);`;

/** Whoever asks which C library is there may run a program for it, and does not where a file says it. */
const CHILD_PROCESS = `exports.exec = (...args) => require("node:child_process").exec(...args);
exports.execSync = (...args) => require("node:child_process").execSync(...args);`;

const STAND_INS = {
  program: PROGRAM,
  lmdb: LMDB,
  "@modelcontextprotocol/server/_shims": SHIMS,
  "@modelcontextprotocol/client/_shims": CLIENT_SHIMS,
  msgpackr: MSGPACKR,
  child_process: CHILD_PROCESS,
};
/** Of which importers; all where it is not said. */
const STANDS_IN_FOR = { child_process: /[\\/]detect-libc[\\/]/ };
const ANY = /./;
const standIns = (modules = STAND_INS) => ({
  name: "stand-ins",
  resolveId(id, importer) {
    if (id === "lmdb/whole") return LMDB_FILE;
    if (id === "jsonc-parser") return JSONC;
    if (id === "program") return "\0program";
    if (id === "zod" && importer === "\0program") return this.resolve(id, join(engine, "dist", "index.js"));
    return id in modules && (STANDS_IN_FOR[id] ?? ANY).test(importer) ? `\0${id}` : undefined;
  },
  load: (id) => modules[id.slice(1)],
});

/** A script of ASCII alone is read as bytes are; what else stands in strings and patterns is escaped. */
function toAscii(file) {
  const text = readFileSync(file, "utf8");
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${file} escapes a character that is not ASCII: write its code there`);
  const codeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, codeOf));
}

/** @returns the modules that went into the bundle */
async function writeBundle(input, output, plugin = standIns()) {
  const bundle = await rolldown({
    input,
    platform: "node",
    plugins: [plugin],
    preserveEntrySignatures: "allow-extension",
    // The wasm runtime evaluates code of modules that ask for it; grammars do not.
    checks: { eval: false },
  });
  const { output: chunks } = await bundle.write({
    dir: target,
    format: "cjs",
    // Scripts that are loaded with what V8 compiled before cannot import.
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    // No hashes: what a cache of builds puts back would lie beside the chunks of other builds.
    chunkFileNames: "[name].js",
    // Names stay, for traces. Comments and white space would be read at every start.
    minify: { compress: false, mangle: false, codegen: true },
    ...output,
  });
  await bundle.close();
  for (const { fileName } of chunks.filter(({ type }) => type === "chunk")) toAscii(join(target, fileName));
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

for (const folder of [target, grammars]) rmSync(folder, { recursive: true, force: true });
mkdirSync(target);
writeFileSync(join(target, "package.json"), `${JSON.stringify(PROGRAM_MANIFEST)}\n`);

const modules = [
  await writeBundle({ sdl: join(root, "dist", "main.js") }),
  await writeBundle(
    { "run-process": "program" },
    {
      codeSplitting: {
        groups: [{ name: "program", test: (id) => !APART.test(id) }],
        includeDependenciesRecursively: false,
      },
    },
  ),
  await writeBundle(
    { augment: join(root, "dist", "run-augment.js") },
    {},
    standIns({ ...STAND_INS, "node:crypto": CRYPTO }),
  ),
  await writeBundle({ "extraction-worker": join(repository, "dist", "workers", "extraction-worker.js") }),
  await writeBundle({ "postings-worker": join(repository, "dist", "workers", "postings-worker.js") }),
  await writeBundle({ "probe-process": join(repository, "dist", "soundness", "probe-process.js") }),
  await writeBundle({ "derivation-process": join(repository, "dist", "derive", "derivation-process.js") }),
].flat();
writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licences(modules));
const runtime = modules.map(packageOf).find((folder) => folder?.endsWith("web-tree-sitter"));
copyFileSync(join(runtime, "web-tree-sitter.wasm"), join(target, "web-tree-sitter.wasm"));
cpSync(join(indexer, "dist", "grammars"), grammars, { recursive: true });
await compileAhead(target);
