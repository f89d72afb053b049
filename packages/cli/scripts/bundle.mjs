/**
 * Bundles the built program into bundle/. Without a bundle, a process that answers one question would spend more time
 * on finding and compiling hundreds of modules than on the answer. Code that most commands do not need gets its own
 * chunks, loaded on demand.
 *
 * At run time the program looks for the entry files of its threads and processes and for web-tree-sitter.wasm beside
 * its code, and for the grammars in grammars/; this script puts them there. The native library of the store cannot be
 * bundled and stays the only dependency.
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
/** The package's entry for Node.js loads its parts in a way that no bundler follows; its ES module entry does not. */
const JSONC = join(
  dirname(createRequire(join(clients, "package.json")).resolve("jsonc-parser")),
  "..",
  "esm",
  "main.js",
);
const indexer = folderOf("@sdl/indexer");
const repository = folderOf("@sdl/repository");

/**
 * Modules with chunks of their own: the protocols of the two servers, the client with which doctor tries a server,
 * pages of pictures, stores of teams, and the tokenizer's tables. All other modules share one chunk, because calls across chunks are
 * slower.
 */
const SEPARATE_CHUNKS =
  /[\\/]((mcp|lsp)-server[\\/]dist|clients[\\/]dist[\\/]probe|repository[\\/]dist[\\/](remote|team)|engine[\\/]dist[\\/]team|packages[\\/]remote[\\/]dist|graph-page[\\/]dist|d3-[a-z]+|@modelcontextprotocol|vscode-(jsonrpc|languageserver[a-z-]*)|gpt-tokenizer|@?hono)[\\/]|slice[\\/]dist[\\/]tokens[\\/]o200k\.js$/;

/** Loads the store's library when the store is opened: a process that only prints help never needs it. */
const LMDB = `exports.open = (...args) => require("lmdb/whole").open(...args);`;
const LMDB_FILE = createRequire(import.meta.url).resolve("lmdb");
/**
 * The library's loader, which is bundled too, finds the platform's native package under this name:
 * `@lmdb/lmdb-linux-x64`.
 */
const PROGRAM_MANIFEST = { name: "lmdb", type: "commonjs" };
/** SDL stores records as bytes, so the library never uses this package. */
const MSGPACKR = "exports.Encoder = class { constructor() { throw new Error('records are bytes'); } };";

/**
 * What the protocol's package takes from its environment. Its JSON schema validator checks what a server asks of its
 * client; this server asks nothing, and building the validator would slow every start.
 */
const SHIMS = `export { default as process } from "node:process";
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("this server asks nothing of its client");
  }
}`;

/** Doctor supplies its own validator. */
const CLIENT_SHIMS = `export const CORS_IS_POSSIBLE = false;
export class DefaultJsonSchemaValidator {}`;

/** A process validates only a few requests: compiling a function for each schema costs more than it saves. */
const PROGRAM = `import { config } from "zod";
config({ jitless: true });
export * from ${JSON.stringify(join(root, "dist", "run-process.js"))};`;

/**
 * Loads node:crypto on first use: loading takes a third of the time of a hook's answer, and a hook only hashes when the
 * store lies outside its repository.
 */
const CRYPTO = `exports.createHash = (...args) => require("crypto").createHash(...args);
exports.randomBytes = (...args) => require("crypto").randomBytes(...args);`;

/** Loads child_process on first use: detect-libc only runs a program to find the C library when no file names it. */
const CHILD_PROCESS = `exports.exec = (...args) => require("node:child_process").exec(...args);
exports.execSync = (...args) => require("node:child_process").execSync(...args);`;

const REPLACEMENTS = {
  program: PROGRAM,
  lmdb: LMDB,
  "@modelcontextprotocol/server/_shims": SHIMS,
  "@modelcontextprotocol/client/_shims": CLIENT_SHIMS,
  msgpackr: MSGPACKR,
  child_process: CHILD_PROCESS,
};
/** Importers whose import is replaced; all importers for modules not listed here. */
const REPLACED_FOR = { child_process: /[\\/]detect-libc[\\/]/ };
const ANY = /./;
/** Found beside the program at run time, if the user has installed it. */
const OPTIONAL = ["pg"];
const replaceModules = (modules = REPLACEMENTS) => ({
  name: "stand-ins",
  resolveId(id, importer) {
    if (id === "lmdb/whole") return LMDB_FILE;
    if (id === "jsonc-parser") return JSONC;
    if (id === "program") return "\0program";
    if (id === "zod" && importer === "\0program") return this.resolve(id, join(engine, "dist", "index.js"));
    return id in modules && (REPLACED_FOR[id] ?? ANY).test(importer) ? `\0${id}` : undefined;
  },
  load: (id) => modules[id.slice(1)],
});

/** Escapes every character that is not ASCII: the chunk loader reads chunks as Latin-1, without decoding UTF-8. */
function toAscii(file) {
  const text = readFileSync(file, "utf8");
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${file} escapes a character that is not ASCII: write its code there`);
  const codeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, codeOf));
}

/** Names of the files written so far. */
const written = new Set();

/** Chunks have no hashes in their names: one bundle's chunk would replace another's of the same name. */
function noteWritten(fileName) {
  if (written.has(fileName)) throw new Error(`two bundles write ${fileName}: keep one of them in a single file`);
  written.add(fileName);
}

/** @returns ids of the modules that are in the bundle */
async function writeBundle(input, output, plugin = replaceModules()) {
  const bundle = await rolldown({
    input,
    external: OPTIONAL,
    platform: "node",
    plugins: [plugin],
    preserveEntrySignatures: "allow-extension",
    // The wasm runtime calls eval for modules that need it; the grammars do not.
    checks: { eval: false },
  });
  const { output: chunks } = await bundle.write({
    dir: target,
    format: "cjs",
    // Scripts that run from V8's compiled code cannot use import().
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    // No hashes: chunks restored from a build cache would otherwise lie beside chunks of other builds.
    chunkFileNames: "[name].js",
    // Names stay, for stack traces. Comments, white space and what nothing uses are dropped: every start would read them.
    minify: { compress: { unused: true, keepNames: { function: true, class: true } }, mangle: false, codegen: true },
    ...output,
  });
  await bundle.close();
  for (const { fileName } of chunks.filter(({ type }) => type === "chunk")) {
    noteWritten(fileName);
    toAscii(join(target, fileName));
  }
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/** Bundles what a thread or process starts from into a single file: it loads no other file's copy of a module. */
function writeProcess(name, folder) {
  return writeBundle({ [name]: join(repository, "dist", folder, `${name}.js`) }, { codeSplitting: false });
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
        groups: [{ name: "program", test: (id) => !SEPARATE_CHUNKS.test(id) }],
        includeDependenciesRecursively: false,
      },
    },
  ),
  await writeBundle(
    { augment: join(root, "dist", "run-augment.js") },
    {},
    replaceModules({ ...REPLACEMENTS, "node:crypto": CRYPTO }),
  ),
  await writeProcess("extraction-worker", "workers"),
  await writeProcess("postings-worker", "workers"),
  await writeProcess("probe-process", "soundness"),
  await writeProcess("derivation-process", "derive"),
  await writeProcess("refresh-process", "workers"),
].flat();
writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licences(modules));
const runtime = modules.map(packageOf).find((folder) => folder?.endsWith("web-tree-sitter"));
copyFileSync(join(runtime, "web-tree-sitter.wasm"), join(target, "web-tree-sitter.wasm"));
cpSync(join(indexer, "dist", "grammars"), grammars, { recursive: true });
await compileAhead(target);
