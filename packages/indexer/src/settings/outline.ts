/**
 * The keys of a file of settings and the lines they stand on. Values are left out: they are where secrets are.
 * Knows text; executes nothing, throws nothing: what cannot be read has no keys.
 */
import { readJsonKeys } from "./json-keys.js";
import { KeyList, type Outline } from "./key-list.js";
import { readSectionKeys } from "./section-keys.js";
import { readYamlKeys } from "./yaml-keys.js";

/** Formats of `key = value`: with sections, and of the environment. */
const SECTIONS = /\.(?:toml|ini|cfg|conf|properties|env)$|(?:^|\/)\.env[^/]*$/i;

/** @param path tells the format */
export function outlineOf(path: string, text: string): Outline {
  const keys = new KeyList();
  if (/\.ya?ml$/i.test(path)) readYamlKeys(text, keys);
  else if (SECTIONS.test(path)) readSectionKeys(text, keys);
  else readJsonKeys(text, keys);
  return keys.found;
}

/** One line a key, in the order of the file. */
export function outlineText(outline: Outline): string {
  return Array.from(outline, ([key, line]) => `${key}\t${line}\n`).join("");
}

export function parseOutlineText(text: string): Outline {
  const found = new Map<string, number>();
  for (const row of text.split("\n")) {
    const [key, line] = row.split("\t");
    if (key !== undefined && line !== undefined) found.set(key, Number(line));
  }
  return found;
}
