/**
 * Bundles the extension into bundle/extension.cjs, without the modules that the editor provides, and collects the
 * licences of the bundled packages.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { licences } from "../../../scripts/licences.mjs";

const root = join(import.meta.dirname, "..");
const bundle = await rolldown({
  input: join(root, "dist", "extension.js"),
  platform: "node",
  external: ["vscode"],
});
const { output } = await bundle.write({
  file: join(root, "bundle", "extension.cjs"),
  format: "cjs",
  codeSplitting: false,
  // Names stay, for traces.
  minify: { compress: false, mangle: false, codegen: true },
});
await bundle.close();
const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
writeFileSync(join(root, "bundle", "THIRD-PARTY-LICENSES.txt"), licences(modules));
