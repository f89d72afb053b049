/**
 * Reads a configuration file's text once as linking will read it, so that a fault of the program at it shows before any file is linked by it.
 * What a repository writes into its files is data: it makes none of these readers throw.
 */
import { keptConfigText } from "../../settings/config-text.js";
import { parseJsonWithComments } from "./json-with-comments.js";
import { baseName } from "./paths.js";
import { isLayoutFile, packageFoldersIn, rootsIn } from "./python-layout.js";
import { manifestPatterns, pnpmPatterns } from "./workspace-patterns.js";

/** What the ledger keeps of a configuration file's text. @throws where linking would fail at every file that reads it */
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
