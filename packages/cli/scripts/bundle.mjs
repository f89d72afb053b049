/**
 * Bundles the built program into bundle/: a process that answers one question spends more time on finding and compiling hundreds
 * of modules than on the answer. What a command does not need stays in chunks of its own, loaded when it is asked for.
 *
 * The program looks for what its threads and processes start from and web-tree-sitter.wasm beside its code, for the grammars in grammars/, and finds
 * them here too. The store's native library cannot be bundled; it stays a dependency.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { compileAhead } from "./compile-ahead.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "bundle");
const grammars = join(root, "grammars");
const engine = dirname(createRequire(import.meta.url).resolve("@sdl/engine/package.json"));
const indexer = dirname(createRequire(join(engine, "package.json")).resolve("@sdl/indexer/package.json"));

/** What only a server needs, and what only the count of tokens does. All else lies together: calls across chunks are slower. */
const APART = /[\\/](mcp-server[\\/]dist|@modelcontextprotocol|gpt-tokenizer)[\\/]/;

/** Loads the store's native library, which a process that only prints help does without, when the store is opened. */
const LMDB = `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export const open = (...args) => load("lmdb").open(...args);`;

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

const STAND_INS = { lmdb: LMDB, "@modelcontextprotocol/server/_shims": SHIMS };
const standIns = {
  name: "stand-ins",
  resolveId: (id, importer) => (importer !== undefined && id in STAND_INS ? `\0${id}` : undefined),
  load: (id) => STAND_INS[id.slice(1)],
};

/** Folder of the npm package that a bundled module belongs to; `undefined` for our own modules. */
function packageOf(module) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module) ?? [];
  return folder;
}

/** The licences of all that was bundled, by package: they ask to go where the code goes. */
function licences(modules) {
  const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}`;
  });
  return `${texts.sort().join("\n\n\n")}\n`;
}

/** @returns the modules that went into the bundle */
async function writeBundle(input, output) {
  const bundle = await rolldown({
    input,
    platform: "node",
    plugins: [standIns],
    preserveEntrySignatures: "allow-extension",
    // The wasm runtime evaluates code of modules that ask for it; grammars do not. What is imported late lies in one chunk with the rest.
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  const { output: chunks } = await bundle.write({
    dir: target,
    format: "cjs",
    // Scripts that are loaded with what V8 compiled before cannot import.
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    // No hashes: what a cache of builds puts back would lie beside the chunks of other builds.
    chunkFileNames: "[name].js",
    ...output,
  });
  await bundle.close();
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

for (const folder of [target, grammars]) rmSync(folder, { recursive: true, force: true });
mkdirSync(target);
writeFileSync(join(target, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);

const modules = [
  await writeBundle({ sdl: join(root, "dist", "main.js") }),
  await writeBundle(
    { "run-process": join(root, "dist", "run-process.js") },
    {
      codeSplitting: {
        groups: [{ name: "program", test: (id) => !APART.test(id) }],
        includeDependenciesRecursively: false,
      },
    },
  ),
  await writeBundle({ "extraction-worker": join(engine, "dist", "refresh", "extraction-worker.js") }),
  await writeBundle({ "probe-process": join(engine, "dist", "soundness", "probe-process.js") }),
  await writeBundle({ "derivation-process": join(engine, "dist", "derive", "derivation-process.js") }),
].flat();
writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licences(modules));
const runtime = modules.map(packageOf).find((folder) => folder?.endsWith("web-tree-sitter"));
copyFileSync(join(runtime, "web-tree-sitter.wasm"), join(target, "web-tree-sitter.wasm"));
cpSync(join(indexer, "dist", "grammars"), grammars, { recursive: true });
await compileAhead(target);
