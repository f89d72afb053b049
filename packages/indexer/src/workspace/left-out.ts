/** Check whether a repository excludes a path: runs discovery's own walk on the folders that lead to the path. */
import { relative, sep } from "node:path";
import { resolveInRealRoot, resolveRoot } from "./access/safe-path.js";
import type { FileKind } from "./content/file-kind.js";
import type { DirectoryEntry } from "./directory-entries.js";
import { rulesOfSetting } from "./discover.js";
import type { DiscoverOptions } from "./discovery.js";
import { diskView } from "./disk-view.js";
import { Findings } from "./findings.js";
import type { OwnConfig } from "./own-config/index.js";
import type { FoundFile, TreeView } from "./tree-view.js";
import { walkTree } from "./walk.js";

/**
 * Whether discovery excludes a path. @param path repo-relative, of a file of any kind and size, existing or not; links
 * are followed
 * @throws {WorkspaceError} as {@link resolveInRealRoot}
 */
export function isLeftOut(root: string, path: string, ignore: DiscoverOptions["ignore"] = []): boolean {
  const realRoot = resolveRoot(root);
  const real = relative(realRoot, resolveInRealRoot(realRoot, path)).replaceAll(sep, "/");
  const findings = new SingleNameFindings(real.slice(real.lastIndexOf("/") + 1));
  walkTree(new PathView(diskView(realRoot), real), rulesOfSetting(ignore, findings), findings);
  return !findings.configs.some((found) => found.path === real);
}

const ANY_KIND: FileKind = { language: undefined, isDeclaration: false, isConfig: true, isSettings: false };

/** Findings that accept every file with one name, of any kind. */
class SingleNameFindings extends Findings {
  constructor(private readonly name: string) {
    super({ languages: undefined, maxFileBytes: Number.MAX_SAFE_INTEGER }, undefined);
  }

  /** Applies the configuration's rules; its limits do not concern a path. */
  override narrow(config: OwnConfig): void {
    this.config = config;
  }

  override findKind(name: string): FileKind | undefined {
    return name === this.name ? ANY_KIND : undefined;
  }
}

/** Represents a file that does not exist. */
const NO_FILE: FoundFile = { isRegular: true, stat: { sizeBytes: 1, mtimeMs: 0, ctimeMs: 0, ino: 0 } };

/** A view with only the folders that lead to a path; missing folders appear as if they existed. */
class PathView implements TreeView {
  constructor(
    private readonly view: TreeView,
    private readonly path: string,
  ) {}

  entries(prefix: string): ReturnType<TreeView["entries"]> {
    const entries = this.view.entries(prefix) ?? (this.path.startsWith(prefix) ? [] : undefined);
    if (typeof entries !== "object") return entries;
    const kept = entries.filter(({ type, name }) => type !== "directory" || this.path.startsWith(`${prefix}${name}/`));
    return this.path.startsWith(prefix) ? withNext(kept, this.path.slice(prefix.length)) : kept;
  }

  ignoreFile(path: string): ReturnType<TreeView["ignoreFile"]> {
    return this.view.ignoreFile(path);
  }

  configText(path: string, maxBytes: number): ReturnType<TreeView["configText"]> {
    return this.view.configText(path, maxBytes);
  }

  isWorktreePointer(path: string): boolean {
    return this.view.isWorktreePointer(path);
  }

  stat(path: string): ReturnType<TreeView["stat"]> {
    return this.view.stat(path) ?? (path === this.path ? NO_FILE : undefined);
  }

  followLink(path: string): ReturnType<TreeView["followLink"]> {
    return this.view.followLink(path);
  }
}

/** Adds the next entry of the path if it is missing. @param way the remaining components */
function withNext(entries: readonly DirectoryEntry[], way: string): readonly DirectoryEntry[] {
  const [name = "", ...rest] = way.split("/");
  if (entries.some((entry) => entry.name === name)) return entries;
  return [...entries, { name, type: rest.length === 0 ? "file" : "directory", isEscaped: false }];
}
