/**
 * Discovery of the files to index, by name and stat alone. Reads no source, runs no git, and stays inside the root:
 * ignore files above it and the user's global one do not apply, so the same tree gives the same list on every machine.
 * Git's tracking plays no part: an ignored file is left out even if tracked.
 */

import { byPath } from "@sdl/model/text";
import { resolveRoot } from "./access/safe-path.js";
import { DEFAULT_MAX_FILE_BYTES, type DiscoverOptions, type Discovery, IGNORE_SETTING_PATH } from "./discovery.js";
import { diskView } from "./disk-view.js";
import type { ExclusionListener } from "./exclusion.js";
import { Findings } from "./findings.js";
import { IgnoreRules } from "./ignore/gitignore.js";
import { toOctets } from "./ignore/glob.js";
import { resolveLinks } from "./links.js";
import { IGNORE_SETTING } from "./rule-origin.js";
import type { TreeView } from "./tree-view.js";
import { walkTree } from "./walk.js";

/**
 * Finds the files of the repository at `root`. Synchronous: one system call per directory and one per source file.
 * @throws {WorkspaceError} `ROOT_UNREADABLE`; faults below the root are listed instead of thrown
 */
export function discoverFiles(root: string, options: DiscoverOptions = {}): Discovery {
  return discoverTree(diskView(resolveRoot(root)), options);
}

/**
 * Like {@link discoverFiles}, but also reports every excluded path with its reason.
 * @throws as {@link discoverFiles}
 */
export function explainFiles(root: string, options: DiscoverOptions, onExcluded: ExclusionListener): Discovery {
  return discoverTree(diskView(resolveRoot(root)), options, onExcluded);
}

/** Finds the files of any tree by the same rules. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function discoverTree(view: TreeView, options: DiscoverOptions = {}, onExcluded?: ExclusionListener): Discovery {
  const limits = {
    languages: options.languages && new Set(options.languages),
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
  };
  const findings = new Findings(limits, onExcluded, options.onFile);
  const trace = walkTree(view, rulesOfSetting(options.ignore ?? [], findings), findings);
  const aliases = resolveLinks(view, trace, findings);
  return {
    files: findings.files.sort(byPath),
    configs: findings.configs.sort(byPath),
    skipped: findings.skipped.sort(byPath),
    faults: findings.faults.sort(byPath),
    aliases,
    directories: trace.directories.sort(),
    deciding: trace.deciding.sort(),
    config: findings.config,
    maxFileBytes: findings.maxFileBytes,
  };
}

/** Rules of the setting `ignore`; none if it cannot be parsed. */
export function rulesOfSetting(ignore: readonly string[], findings: Findings): IgnoreRules {
  try {
    return new IgnoreRules(toOctets(ignore.join("\n")), IGNORE_SETTING);
  } catch (error) {
    findings.fail(IGNORE_SETTING_PATH, error);
    return new IgnoreRules("", IGNORE_SETTING);
  }
}
