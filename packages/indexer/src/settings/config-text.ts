/**
 * What is kept of a configuration file: the text of what steers linking (manifests, projects), the outline of what code reads. Settings
 * hold secrets; their values are not kept.
 */
import { findFileKind } from "../workspace/content/file-kind.js";
import { isSettingsData } from "../workspace/content/settings-name.js";
import type { Outline } from "./key-list.js";
import { outlineOf, outlineText, parseOutlineText } from "./outline.js";

/** Whether only the keys of the configuration file are kept. */
export function isOutlined(path: string): boolean {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1))?.isSettings ?? false;
}

/** What the ledger keeps of a configuration file's text. */
export function keptConfigText(path: string, text: string): string {
  return isOutlined(path) ? outlineText(outlineOf(path, text)) : text;
}

/** The keys of a configuration file. @param kept see {@link keptConfigText} */
export function configOutline(path: string, kept: string): Outline {
  if (!isSettingsData(path)) return new Map();
  return isOutlined(path) ? parseOutlineText(kept) : outlineOf(path, kept);
}
