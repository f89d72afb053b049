/**
 * Stored texts of configuration files: the whole text of files that steer linking (manifests, projects), the outline of
 * files that code reads. The latter hold secrets, so their values are not stored.
 */
import { findFileKind } from "../workspace/content/file-kind.js";
import { isSettingsData } from "../workspace/content/settings-name.js";
import type { Outline } from "./key-list.js";
import { outlineText, parseOutline, parseOutlineText } from "./outline.js";

/** Whether only the keys of the configuration file are stored. */
export function isOutlined(path: string): boolean {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1))?.isSettings ?? false;
}

/** The text that the ledger stores for a configuration file. */
export function keptConfigText(path: string, text: string): string {
  return isOutlined(path) ? outlineText(parseOutline(path, text)) : text;
}

/** The keys of a configuration file. @param kept stored text, see {@link keptConfigText} */
export function configOutline(path: string, kept: string): Outline {
  if (!isSettingsData(path)) return new Map();
  return isOutlined(path) ? parseOutlineText(kept) : parseOutline(path, kept);
}
