/** Licences of bundled modules, which must be distributed with the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Name of the file with the licences. */
export const LICENCES = "THIRD-PARTY-LICENSES.txt";

/** Folder of the npm package that a bundled module belongs to; `undefined` for our own modules. */
export function packageOf(module) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module) ?? [];
  return folder;
}

/**
 * One text of all licences, by package. @param modules paths; beside a module of ours that contains code of others is a
 * file with its licences
 */
export function licences(modules) {
  const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}`;
  });
  const beside = new Set(modules.map((module) => join(dirname(module), LICENCES)).filter((file) => existsSync(file)));
  for (const file of beside) texts.push(readFileSync(file, "utf8").trim());
  return `${[...new Set(texts)].sort().join("\n\n\n")}\n`;
}
