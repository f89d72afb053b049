/** The licences of bundled modules, which ask to go where the code goes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the npm package that a bundled module belongs to; `undefined` for our own modules. */
export function packageOf(module) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module) ?? [];
  return folder;
}

/** One text for all of them, by package. @param modules paths */
export function licences(modules) {
  const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}`;
  });
  return `${texts.sort().join("\n\n\n")}\n`;
}
