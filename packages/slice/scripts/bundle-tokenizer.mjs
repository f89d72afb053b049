/** Bundles the tokenizer and its single encoding into the module that loads them, and writes their licences next to it. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { LICENCES, licences, packageOf } from "../../../scripts/licences.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "tokens");
const file = join(folder, "o200k.js");

const { output } = await build({
  input: file,
  platform: "neutral",
  output: { file, format: "esm", minify: { compress: false, mangle: false, codegen: true } },
});
const modules = output.flatMap(({ moduleIds }) => moduleIds);
// If the module was bundled before, its licences exist already.
if (modules.some(packageOf)) writeFileSync(join(folder, LICENCES), licences(modules));
