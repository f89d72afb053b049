/**
 * Stored texts of configuration files: the whole text of files that steer linking (manifests, projects), of build tools'
 * configuration the aliases, and the outline of files that code reads. The latter hold secrets, so their values are not stored.
 */
import { findFileKind, isBuildConfig } from "../workspace/content/file-kind.js";
import { isSettingsData } from "../workspace/content/settings-name.js";
import { aliasText, readAliases } from "./build-aliases.js";
import type { Outline } from "./key-list.js";
import { outlineText, parseOutline, parseOutlineText } from "./outline.js";

/** Whether only the keys of the configuration file are stored. */
export function isOutlined(path: string): boolean {
  return findFileKind(nameOf(path))?.isSettings ?? false;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The text that the ledger stores for a configuration file. */
export function keptConfigText(path: string, text: string): string {
  if (isBuildConfig(nameOf(path))) return aliasText(readAliases(text));
  return isOutlined(path) ? outlineText(parseOutline(path, text)) : text;
}

/** The keys of a configuration file. @param kept stored text, see {@link keptConfigText} */
export function configOutline(path: string, kept: string): Outline {
  if (!isSettingsData(path)) return new Map();
  return isOutlined(path) ? parseOutlineText(kept) : parseOutline(path, kept);
}
