/**
 * Copies the grammars' .wasm files into dist/grammars, so that the published package needs none of the grammar packages
 * (they unpack to tens of megabytes of C). Their licences go with them.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const GRAMMARS = {
  "tree-sitter-go": ["tree-sitter-go.wasm"],
  "tree-sitter-javascript": ["tree-sitter-javascript.wasm"],
  "tree-sitter-python": ["tree-sitter-python.wasm"],
  "tree-sitter-typescript": ["tree-sitter-typescript.wasm", "tree-sitter-tsx.wasm"],
};

const require = createRequire(import.meta.url);
const target = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "grammars");
mkdirSync(target, { recursive: true });
for (const [name, files] of Object.entries(GRAMMARS)) {
  const source = dirname(require.resolve(`${name}/package.json`));
  for (const file of files) copyFileSync(join(source, file), join(target, file));
  copyFileSync(join(source, "LICENSE"), join(target, `${name}.LICENSE`));
}
