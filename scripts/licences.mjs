/** The licences of bundled modules, which ask to go where the code goes. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the file with them is called. */
export const LICENCES = "THIRD-PARTY-LICENSES.txt";

/** Folder of the npm package that a bundled module belongs to; `undefined` for our own modules. */
export function packageOf(module) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module) ?? [];
  return folder;
}

/** One text for all of them, by package. @param modules paths; beside one of ours that holds code of others lie their licences */
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
