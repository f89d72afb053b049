/**
 * Symbolic links, resolved after the walk. Finds their targets; walks nothing. The rule: the real path is indexed. A
 * link to an indexed file or a walked directory is its alias. A link that gives a language to a file without one
 * (`tool.py -> tool`) is indexed itself, once per target. A file that a rule ignores stays ignored behind a link.
 */
import type { PathAlias, SkipReason } from "./discovery.js";
import type { Findings } from "./findings.js";
import type { LinkTarget, TreeView } from "./tree-view.js";
import type { WalkTrace } from "./walk.js";

/** Adds the targets of links. @returns the aliases, ordered by path */
export function resolveLinks(view: TreeView, trace: WalkTrace, findings: Findings): PathAlias[] {
  if (trace.links.length === 0) return [];
  const resolver = new LinkResolver(new Set(trace.directories), findings);
  for (const path of trace.links.toSorted()) {
    try {
      resolver.add(path, view.followLink(path));
    } catch (error) {
      findings.fail(path, error);
    }
  }
  return resolver.aliases;
}

class LinkResolver {
  readonly aliases: PathAlias[] = [];
  /** By real path of a file: the path under which it is indexed. */
  private readonly indexed: Map<string, string>;

  constructor(
    private readonly directories: ReadonlySet<string>,
    private readonly findings: Findings,
  ) {
    this.indexed = new Map([...findings.files, ...findings.configs].map(({ path }) => [path, path]));
  }

  add(path: string, target: LinkTarget | SkipReason): void {
    if (typeof target === "string") this.skip(path, target);
    else if (target.isDirectory) this.addDirectory(path, target.path);
    else this.addFile(path, target);
  }

  /** Records a broken link if source may stand behind it: by its name, or because it may lead to a directory. */
  private skip(path: string, reason: SkipReason): void {
    const mayBeDirectory = reason === "symlink-outside" || reason === "symlink-loop";
    const name = lastPathPart(path);
    if (mayBeDirectory || this.findings.findKind(name)) this.findings.skip(path, reason);
    else this.findings.onExcluded?.(path, this.findings.whyNoKind(name));
  }

  private addDirectory(path: string, target: string): void {
    if (target === "" || path.startsWith(`${target}/`)) this.findings.skip(path, "symlink-loop");
    else if (this.directories.has(target)) this.aliases.push({ path, target });
    else this.findings.onExcluded?.(path, { kind: "link", target });
  }

  private addFile(path: string, target: LinkTarget): void {
    const known = this.indexed.get(target.path);
    if (known !== undefined) {
      this.aliases.push({ path, target: known });
      return;
    }
    const kind = this.findings.findKind(lastPathPart(path));
    if (!kind || !this.directories.has(parentFolder(target.path))) {
      this.findings.onExcluded?.(
        path,
        kind ? { kind: "link", target: target.path } : this.findings.whyNoKind(lastPathPart(path)),
      );
      return;
    }
    if (this.findings.add(path, kind, target.found)) this.indexed.set(target.path, path);
  }
}

function lastPathPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
