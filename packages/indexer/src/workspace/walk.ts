/**
 * The walk over the real directories of a tree, on the disk or of a commit. Knows names, types and stats; refuses to open source files
 * and to follow links, which it collects for `resolveLinks`.
 * Invariants: no recursion; each real directory is read once; a file that vanishes meanwhile is as if it had never been.
 */
import { isAmbiguousName, isCacheMark, isJunkName, looksGenerated } from "./default-ignores.js";
import type { DirectoryEntry } from "./directory-entries.js";
import type { Findings } from "./findings.js";
import type { IgnoreRules } from "./gitignore.js";
import { toOctets } from "./glob.js";
import { findVerdict, type IgnoreScope } from "./ignore-scope.js";
import { parseRelativePath } from "./safe-path.js";
import type { TreeView } from "./tree-view.js";

/** What a walk saw besides files. */
export interface WalkTrace {
  /** Paths of the directories that were walked, the root as "". */
  readonly directories: string[];
  /** Paths of links that no rule ignores. */
  readonly links: string[];
}

interface PendingDirectory {
  /** Repo-relative with its slash at the end; "" for the root. */
  readonly prefix: string;
  readonly octetPrefix: string;
  readonly scope: IgnoreScope | undefined;
  /** Under an ambiguous name: left out if it looks generated. */
  readonly isSuspect: boolean;
}

/** Walks everything of the tree that no rule leaves out. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function walkTree(view: TreeView, extraRules: IgnoreRules, findings: Findings): WalkTrace {
  const walk = new TreeWalk(view, extraRules, findings);
  walk.run();
  return walk;
}

class TreeWalk implements WalkTrace {
  readonly directories: string[] = [];
  readonly links: string[] = [];
  private readonly pending: PendingDirectory[] = [];
  /** Somebody has said what is output: there is version control or a .gitignore at the root. */
  private hasIgnoreAuthority = false;

  constructor(
    private readonly view: TreeView,
    private readonly extraRules: IgnoreRules,
    private readonly findings: Findings,
  ) {}

  run(): void {
    this.pending.push({ prefix: "", octetPrefix: "", scope: this.readExclude(), isSuspect: false });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) {
      const entries = this.readEntries(next.prefix);
      if (entries) this.visit(next, entries);
    }
  }

  private readEntries(prefix: string): readonly DirectoryEntry[] | undefined {
    const entries = this.view.entries(prefix);
    if (entries === "unreadable") this.findings.skip(prefix.slice(0, -1), "unreadable");
    return typeof entries === "object" ? entries : undefined;
  }

  private visit(directory: PendingDirectory, entries: readonly DirectoryEntry[]): void {
    const { prefix } = directory;
    const names = new Set(entries.map((entry) => entry.name));
    if (prefix === "") {
      this.hasIgnoreAuthority = names.has(".git") || names.has(".hg") || names.has(".gitignore");
    } else {
      if (isCacheMarked(names) || (directory.isSuspect && looksGenerated(names))) {
        this.findings.skip(prefix.slice(0, -1), "output-directory");
        return;
      }
      if (names.has(".git") && this.view.isWorktreePointer(`${prefix}.git`)) {
        this.findings.skip(prefix.slice(0, -1), "nested-worktree");
        return;
      }
    }
    this.directories.push(prefix.slice(0, -1));
    const inner = names.has(".gitignore") ? this.withIgnoreFile(directory, entries) : directory;
    for (const entry of entries) this.visitEntry(inner, entry);
  }

  /** git's `info/exclude`, the outermost rules. In a worktree it lies outside the root and is not read. */
  private readExclude(): IgnoreScope | undefined {
    const rules = this.view.ignoreFile(".git/info/exclude");
    return typeof rules === "object" ? { rules, baseLength: 0, parent: undefined } : undefined;
  }

  /** As git does, an ignore file that is a link is not followed. */
  private withIgnoreFile(directory: PendingDirectory, entries: readonly DirectoryEntry[]): PendingDirectory {
    if (!entries.some((entry) => entry.name === ".gitignore" && entry.type === "file")) return directory;
    const path = `${directory.prefix}.gitignore`;
    const rules = this.view.ignoreFile(path);
    if (rules === "unreadable") this.findings.skip(path, "unreadable");
    if (typeof rules !== "object") return directory;
    return { ...directory, scope: { rules, baseLength: directory.octetPrefix.length, parent: directory.scope } };
  }

  private visitEntry(directory: PendingDirectory, entry: DirectoryEntry): void {
    if (entry.type === "directory") this.visitDirectory(directory, entry);
    else if (entry.type === "link") this.visitLink(directory, entry);
    else this.visitFile(directory, entry);
  }

  private visitDirectory(directory: PendingDirectory, entry: DirectoryEntry): void {
    const { name } = entry;
    if (isJunkName(name)) return;
    const path = directory.prefix + name;
    const octetName = toOctets(name);
    const octetPath = directory.octetPrefix + octetName;
    const verdict = this.findVerdict(directory.scope, { name: octetName, path: octetPath, isDirectory: true });
    const isAmbiguous = verdict === undefined && isAmbiguousName(name);
    if (verdict) return;
    if (isAmbiguous && !this.hasIgnoreAuthority) {
      this.findings.skip(path, "output-directory");
      return;
    }
    if (!isAddressable(entry, path)) {
      this.findings.skip(path, "bad-name");
      return;
    }
    const isSuspect = isAmbiguous || (directory.isSuspect && verdict === undefined);
    this.pending.push({ prefix: `${path}/`, octetPrefix: `${octetPath}/`, scope: directory.scope, isSuspect });
  }

  private visitLink(directory: PendingDirectory, entry: DirectoryEntry): void {
    if (isJunkName(entry.name) || this.isIgnoredFile(directory, entry.name)) return;
    const path = directory.prefix + entry.name;
    if (isAddressable(entry, path)) this.links.push(path);
    else if (this.findings.findKind(entry.name)) this.findings.skip(path, "bad-name");
  }

  private visitFile(directory: PendingDirectory, entry: DirectoryEntry): void {
    const kind = this.findings.findKind(entry.name);
    if (!kind || this.isIgnoredFile(directory, entry.name)) return;
    const path = directory.prefix + entry.name;
    if (!isAddressable(entry, path)) this.findings.skip(path, "bad-name");
    else if (entry.type === "other") this.findings.skip(path, "not-regular");
    else {
      const found = this.view.stat(path);
      if (found === "unreadable") this.findings.skip(path, "unreadable");
      else if (found) this.findings.add(path, kind, found);
    }
  }

  private isIgnoredFile(directory: PendingDirectory, name: string): boolean {
    const octetName = toOctets(name);
    const subject = { name: octetName, path: directory.octetPrefix + octetName, isDirectory: false };
    return this.findVerdict(directory.scope, subject) === true;
  }

  private findVerdict(scope: IgnoreScope | undefined, subject: { name: string; path: string; isDirectory: boolean }) {
    return this.extraRules.findVerdict(subject) ?? findVerdict(scope, subject);
  }
}

function isCacheMarked(names: ReadonlySet<string>): boolean {
  return [...names].some(isCacheMark);
}

/** Whether the safe path primitive will lead to the entry again. */
function isAddressable(entry: DirectoryEntry, path: string): boolean {
  if (entry.isEscaped) return false;
  if (!/[\\:\u0080-\uffff]/.test(path) && path.length <= 1024) return true;
  try {
    return parseRelativePath(path) === path;
  } catch {
    return false;
  }
}
