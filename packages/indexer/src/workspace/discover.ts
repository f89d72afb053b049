/**
 * Discovery: the files of a repository that are indexed, by name and stat alone.
 * Refuses to read source, to run git, and to look outside the root: ignore files above it and the user's global one do not apply, so
 * the same tree gives the same list on every machine. Whether git tracks a file plays no part; an ignored file that it tracks is left out.
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
 * @throws {WorkspaceError} `ROOT_UNREADABLE`; nothing below the root throws: what the program fails at there is in the list of faults
 */
export function discoverFiles(root: string, options: DiscoverOptions = {}): Discovery {
  return discoverTree(diskView(resolveRoot(root)), options);
}

/** As {@link discoverFiles}, and tells of each path that it excludes why. @throws likewise */
export function explainFiles(root: string, options: DiscoverOptions, onExcluded: ExclusionListener): Discovery {
  return discoverTree(diskView(resolveRoot(root)), options, onExcluded);
}

/** The files of any tree, by the same rules. @throws {WorkspaceError} `ROOT_UNREADABLE` */
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

export function rulesOfSetting(ignore: readonly string[], findings: Findings): IgnoreRules {
  try {
    return new IgnoreRules(toOctets(ignore.join("\n")), IGNORE_SETTING);
  } catch (error) {
    findings.fail(IGNORE_SETTING_PATH, error);
    return new IgnoreRules("", IGNORE_SETTING);
  }
}
