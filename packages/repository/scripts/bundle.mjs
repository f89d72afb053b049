/**
 * Bundles what threads and processes start from into bundle/, each in a file of its own with all of the project's code that it runs: to find and
 * compile hundreds of modules takes longer than most of them work. Packages of others stay dependencies. With `--watch` again whenever the compiler
 * wrote one of their modules.
 */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, watch } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "bundle");
const dist = join(root, "dist");

const ENTRIES = [
  join(dist, "workers", "extraction-worker.js"),
  join(dist, "workers", "postings-worker.js"),
  join(dist, "derive", "derivation-process.js"),
  join(dist, "soundness", "probe-process.js"),
  join(dist, "workers", "refresh-process.js"),
];

/** The module that reads the grammars, which lie in its package. */
const PARSER = /[\\/]indexer[\\/]dist[\\/]parse[\\/]parser\.js$/;
const grammars = {
  name: "grammars",
  transform: (code, id) =>
    PARSER.test(id)
      ? code.replaceAll("import.meta.url", 'new URL("./parse/parser.js", import.meta.resolve("@sdl/indexer")).href')
      : undefined,
};

/** The driver of PostgreSQL, which a user may install, is found from the package that loads it. */
const CONNECTION = /[\\/]remote[\\/]dist[\\/]postgres[\\/]connection\.js$/;
const driver = {
  name: "driver",
  transform: (code, id) =>
    CONNECTION.test(id)
      ? `import { createRequire as requireFrom } from "node:module";\n${code.replace('import("pg")', '({ default: requireFrom(import.meta.resolve("@sdl/remote"))("pg") })')}`
      : undefined,
};
/** A small dependency of another package, which is not found from here. */
const BUNDLED = ["aws4fetch"];

rmSync(target, { recursive: true, force: true });
const bundles = ENTRIES.map((input) => ({
  input,
  platform: "node",
  external: (id) => /^[^./\\]/.test(id) && !id.startsWith("@sdl/") && !BUNDLED.includes(id) && !/^[A-Za-z]:/.test(id),
  plugins: [grammars, driver],
  // What is loaded when it is asked for lies in the file, too.
  output: { dir: target, format: "esm", codeSplitting: false },
}));
if (process.argv.includes("--watch")) watch(bundles);
else await build(bundles);
