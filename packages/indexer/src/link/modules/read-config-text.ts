/**
 * Reader that parses a configuration file's text once, as linking will, so that a defect of a parser shows before any
 * file is linked. The content of a repository never makes these parsers throw.
 */
import { keptConfigText } from "../../settings/config-text.js";
import { parseJsonWithComments } from "./json-with-comments.js";
import { baseName } from "./paths.js";
import { isLayoutFile, packageFoldersIn, rootsIn } from "./python-layout.js";
import { manifestPatterns, pnpmPatterns } from "./workspace-patterns.js";

/**
 * Returns the part of a configuration file's text that the ledger stores. @throws if linking would fail for every file
 * that reads the text
 */
export function readConfigText(path: string, text: string): string {
  const kept = keptConfigText(path, text);
  const name = baseName(path);
  if (name === "pnpm-workspace.yaml") pnpmPatterns(kept);
  else if (isLayoutFile(name)) {
    rootsIn(name, kept);
    packageFoldersIn(name, kept);
  } else if (name.endsWith(".json")) manifestPatterns(parseJsonWithComments(kept));
  return kept;
}
