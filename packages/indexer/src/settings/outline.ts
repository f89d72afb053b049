/**
 * Outline of a configuration file: its keys and their lines. Values are left out, since they may be secrets. Knows
 * text; executes nothing, never throws: unreadable content has no keys.
 */
import { readJsonKeys } from "./json-keys.js";
import { KeyList, type Outline } from "./key-list.js";
import { readSectionKeys } from "./section-keys.js";
import { readYamlKeys } from "./yaml-keys.js";

/** Formats with `key = value` lines: those with sections, and environment files. */
const SECTIONS = /\.(?:toml|ini|cfg|conf|properties|env)$|(?:^|\/)\.env[^/]*$/i;

/** The outline of a text. @param path determines the format */
export function parseOutline(path: string, text: string): Outline {
  const keys = new KeyList();
  if (/\.ya?ml$/i.test(path)) readYamlKeys(text, keys);
  else if (SECTIONS.test(path)) readSectionKeys(text, keys);
  else readJsonKeys(text, keys);
  return keys.found;
}

/** The outline as text: one line per key, in file order. */
export function outlineText(outline: Outline): string {
  return Array.from(outline, ([key, line]) => `${key}\t${line}\n`).join("");
}

/** Parses the text of {@link outlineText}. */
export function parseOutlineText(text: string): Outline {
  const found = new Map<string, number>();
  for (const row of text.split("\n")) {
    const [key, line] = row.split("\t");
    if (key !== undefined && line !== undefined) found.set(key, Number(line));
  }
  return found;
}
