/**
 * Bundles the built program into bundle/: a process that answers one question spends more time on finding and compiling hundreds
 * of modules than on the answer. What a command does not need stays in chunks of its own, loaded when it is asked for.
 *
 * The program looks for what its threads and processes start from and web-tree-sitter.wasm beside its code, for the grammars in grammars/, and finds
 * them here too. The store's native library cannot be bundled; it stays a dependency.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "bundle");
const grammars = join(root, "grammars");
const engine = dirname(createRequire(import.meta.url).resolve("@sdl/engine/package.json"));
const indexer = dirname(createRequire(join(engine, "package.json")).resolve("@sdl/indexer/package.json"));

/**
 * What every command needs lies together: finding and linking a chunk costs a start more than code that it does not run. Extraction
 * threads share the model alone. The entry stays by itself, for it turns the compile cache on before the rest is loaded.
 */
const CHUNKS = [
  { name: "model", test: /[\\/]packages[\\/]model[\\/]/ },
  {
    name: "program",
    test: /[\\/](zod|commander)[\\/]|[\\/](cli[\\/]dist[\\/](?!main\.js)|engine[\\/]dist[\\/](actions|queries|registry|text|version|workspace[\\/]open-lazily))/,
  },
];

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

for (const folder of [target, grammars]) rmSync(folder, { recursive: true, force: true });
mkdirSync(target);

const bundle = await rolldown({
  input: {
    sdl: join(root, "dist", "main.js"),
    "extraction-worker": join(engine, "dist", "refresh", "extraction-worker.js"),
    "derivation-process": join(engine, "dist", "derive", "derivation-process.js"),
  },
  platform: "node",
  external: ["lmdb"],
  preserveEntrySignatures: false,
  // The wasm runtime evaluates code of modules that ask for it; grammars do not.
  checks: { eval: false },
});
const { output } = await bundle.write({
  dir: target,
  format: "esm",
  entryFileNames: "[name].js",
  // No hashes: what a cache of builds puts back would lie beside the chunks of other builds.
  chunkFileNames: "[name].js",
  codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
});
await bundle.close();

const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licences(modules));
const runtime = modules.map(packageOf).find((folder) => folder?.endsWith("web-tree-sitter"));
copyFileSync(join(runtime, "web-tree-sitter.wasm"), join(target, "web-tree-sitter.wasm"));
cpSync(join(indexer, "dist", "grammars"), grammars, { recursive: true });
if (!existsSync(join(target, "sdl.js"))) throw new Error("the bundle has no sdl.js");
