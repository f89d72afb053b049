/**
 * Walk over the real directories of a tree, on disk or in a commit. Knows names, types and stats; opens no source files
 * and follows no links, which it collects for `resolveLinks`. Invariants: no recursion; each real directory is read
 * once; a file that vanishes meanwhile counts as never present. A failure of the program costs the entry, folder or
 * ignore file where it occurs; at the root's own entries it ends the walk, since an empty index would be wrong.
 */
import { messageOf } from "@sdl/model";
import { parseRelativePath } from "./access/safe-path.js";
import { WorkspaceError } from "./access/workspace-error.js";
import type { DirectoryEntry } from "./directory-entries.js";
import type { Findings } from "./findings.js";
import {
  findCacheMark,
  findOutputMark,
  isAmbiguousName,
  isJunkName,
  isPackagesFolder,
} from "./ignore/default-ignores.js";
import type { IgnoreRules, IgnoreSubject } from "./ignore/gitignore.js";
import { toOctets } from "./ignore/glob.js";
import { findRule, type IgnoreScope } from "./ignore/ignore-scope.js";
import { CONFIG_FILE, MANIFEST_FILE, MAX_CONFIG_FILE_BYTES, readOwnConfig, UNREAD_CONFIG } from "./own-config/index.js";
import type { TreeView } from "./tree-view.js";

/** A larger manifest is not searched for the repository's configuration. */
const MAX_MANIFEST_BYTES = 1_000_000;

/** Data that a walk collects besides files. */
export interface WalkTrace {
  /** Paths of the walked directories; the root is "". */
  readonly directories: string[];
  /** Paths of directories that were not walked but whose entries affect the result. */
  readonly deciding: string[];
  /** Paths of links that no rule ignores. */
  readonly links: string[];
}

interface PendingDirectory {
  /** Repo-relative with its trailing slash; "" for the root. */
  readonly prefix: string;
  readonly octetPrefix: string;
  readonly scope: IgnoreScope | undefined;
  /** Whether the directory or an ancestor has an ambiguous name: then the directory is left out if it looks generated. */
  readonly isSuspect: boolean;
  /** Whether a package.json is in it; unknown until its entries are read. */
  readonly hasManifest?: boolean;
}

/** Walks the whole tree except what rules exclude. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function walkTree(view: TreeView, extraRules: IgnoreRules, findings: Findings): WalkTrace {
  const walk = new TreeWalk(view, extraRules, findings);
  walk.run();
  return walk;
}

class TreeWalk implements WalkTrace {
  readonly directories: string[] = [];
  readonly deciding: string[] = [];
  readonly links: string[] = [];
  private readonly pending: PendingDirectory[] = [];
  /** Whether people have declared their output: there is version control or a .gitignore at the root. */
  private hasIgnoreAuthority = false;

  constructor(
    private readonly view: TreeView,
    private readonly extraRules: IgnoreRules,
    private readonly findings: Findings,
  ) {}

  run(): void {
    this.pending.push({ prefix: "", octetPrefix: "", scope: this.readExclude(), isSuspect: false });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) {
      try {
        const entries = this.readEntries(next.prefix);
        if (entries) this.visit(next, entries);
      } catch (error) {
        if (next.prefix === "") throw toRootError(error);
        this.findings.fail(next.prefix.slice(0, -1), error);
      }
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
    } else if (this.isMarked(directory, names)) return;
    this.directories.push(prefix.slice(0, -1));
    const scoped = names.has(".gitignore") ? this.withIgnoreFile(directory, entries) : directory;
    const inner = { ...scoped, hasManifest: names.has(MANIFEST_FILE) };
    if (prefix === "") this.takeOwnConfig(inner, entries);
    for (const entry of entries) {
      try {
        this.visitEntry(inner, entry);
      } catch (error) {
        this.findings.fail(prefix + entry.name, error);
      }
    }
  }

  /** Whether the directory's entries mark it as output or as another working tree; then it is left out. */
  private isMarked({ prefix, isSuspect }: PendingDirectory, names: ReadonlySet<string>): boolean {
    const mark = findCacheMark(names) ?? (isSuspect ? findOutputMark(names) : undefined);
    if (mark !== undefined) this.leaveOut(prefix, "output-directory", mark);
    else if (names.has(".git") && this.view.isWorktreePointer(`${prefix}.git`))
      this.leaveOut(prefix, "nested-worktree");
    else return false;
    return true;
  }

  /** Reads the repository's own configuration, which applies to everything after. */
  private takeOwnConfig(root: PendingDirectory, entries: readonly DirectoryEntry[]): void {
    const text = (name: string, maxBytes: number) => {
      const entry = entries.find((one) => one.name === name);
      return entry && this.configText(root, entry, maxBytes);
    };
    const file = text(CONFIG_FILE, MAX_CONFIG_FILE_BYTES);
    const manifest = text(MANIFEST_FILE, MAX_MANIFEST_BYTES);
    if (file === undefined && manifest === undefined) return;
    this.findings.narrow(readOwnConfig({ file, manifest: typeof manifest === "string" ? manifest : undefined }));
  }

  /** The text of a configuration file, unless an ignore file or a setting excludes it. */
  private configText(root: PendingDirectory, { name, type }: DirectoryEntry, maxBytes: number) {
    if (type !== "file") return type === "link" ? UNREAD_CONFIG.link : UNREAD_CONFIG.unreadable;
    if (this.ruleFor(root.scope, { name, path: name, isDirectory: false })?.rule.negated === false) return undefined;
    const found = this.readConfigText(name, maxBytes);
    return typeof found === "string" ? UNREAD_CONFIG[found] : found?.text;
  }

  /** The text of a configuration file; if the program fails to read it, it does not apply. */
  private readConfigText(path: string, maxBytes: number): ReturnType<TreeView["configText"]> {
    try {
      return this.view.configText(path, maxBytes);
    } catch (error) {
      this.findings.fail(path, error);
      return "unreadable";
    }
  }

  private leaveOut(prefix: string, reason: "output-directory" | "nested-worktree", mark?: string): void {
    const path = prefix.slice(0, -1);
    this.deciding.push(path);
    this.findings.skip(path, reason, mark === undefined ? undefined : { mark });
  }

  /** Rules of git's `info/exclude`, the outermost ones. In a worktree this file lies outside the root and is not read. */
  private readExclude(): IgnoreScope | undefined {
    const folder = [".git/info", ".git"].find((path) => typeof this.view.entries(`${path}/`) === "object");
    if (folder !== undefined) this.deciding.push(folder);
    const rules = this.readIgnoreFile(".git/info/exclude");
    return typeof rules === "object" ? { rules, baseLength: 0, parent: undefined } : undefined;
  }

  /** Adds a directory's ignore file to the scope. As in git, an ignore file that is a link is not followed. */
  private withIgnoreFile(directory: PendingDirectory, entries: readonly DirectoryEntry[]): PendingDirectory {
    if (!entries.some((entry) => entry.name === ".gitignore" && entry.type === "file")) return directory;
    const path = `${directory.prefix}.gitignore`;
    const rules = this.readIgnoreFile(path);
    if (rules === "unreadable") this.findings.skip(path, "unreadable");
    if (typeof rules !== "object") return directory;
    return { ...directory, scope: { rules, baseLength: directory.octetPrefix.length, parent: directory.scope } };
  }

  /** Rules of an ignore file. They do not apply if the file is unreadable or the program fails to read it. */
  private readIgnoreFile(path: string): ReturnType<TreeView["ignoreFile"]> {
    try {
      return this.view.ignoreFile(path);
    } catch (error) {
      this.findings.fail(path, error);
      return undefined;
    }
  }

  private visitEntry(directory: PendingDirectory, entry: DirectoryEntry): void {
    if (entry.type === "directory") this.visitDirectory(directory, entry);
    else if (entry.type === "link") this.visitLink(directory, entry);
    else this.visitFile(directory, entry);
  }

  private visitDirectory(directory: PendingDirectory, entry: DirectoryEntry): void {
    const { name } = entry;
    const path = directory.prefix + name;
    const octetName = toOctets(name);
    const octetPath = directory.octetPrefix + octetName;
    const subject = { name: octetName, path: octetPath, isDirectory: true };
    if (isJunkName(name) && !(isPackagesFolder(name) && this.isNamedAsSource(directory, subject))) {
      this.findings.onExcluded?.(path, { kind: "built-in", name });
      return;
    }
    const verdict = this.isIgnored(directory.scope, subject, path);
    const isAmbiguous = verdict === undefined && isAmbiguousName(name);
    if (verdict) return;
    if (isAmbiguous && !this.hasIgnoreAuthority) {
      this.findings.skip(path, "output-directory", { mark: name });
      return;
    }
    if (!isAddressable(entry, path)) {
      this.findings.skip(path, "bad-name");
      return;
    }
    const isSuspect = isAmbiguous || (directory.isSuspect && verdict === undefined);
    this.pending.push({ prefix: `${path}/`, octetPrefix: `${octetPath}/`, scope: directory.scope, isSuspect });
  }

  /** Whether a `!rule` names the directory by its whole path. */
  private isNamedAsSource({ scope, hasManifest }: PendingDirectory, subject: IgnoreSubject): boolean {
    const found = this.ruleFor(scope, subject);
    if (found?.rule.negated !== true || found.rule.glob.literal?.includes("/") !== true) return false;
    return found.rules === this.extraRules || hasManifest !== true;
  }

  private visitLink(directory: PendingDirectory, entry: DirectoryEntry): void {
    const { name } = entry;
    const path = directory.prefix + name;
    if (isJunkName(name)) {
      this.findings.onExcluded?.(path, { kind: "built-in", name });
      return;
    }
    if (this.isIgnoredFile(directory, name)) return;
    if (isAddressable(entry, path)) this.links.push(path);
    else if (this.findings.findKind(name)) this.findings.skip(path, "bad-name");
    else this.findings.onExcluded?.(path, this.findings.whyNoKind(name));
  }

  private visitFile(directory: PendingDirectory, entry: DirectoryEntry): void {
    const kind = this.findings.findKind(entry.name);
    if (!kind) {
      this.findings.onExcluded?.(directory.prefix + entry.name, this.findings.whyNoKind(entry.name));
      return;
    }
    if (this.isIgnoredFile(directory, entry.name)) return;
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
    return this.isIgnored(directory.scope, subject, directory.prefix + name) === true;
  }

  /** Whether the deciding rule ignores the subject; `undefined` if no rule matches. */
  private isIgnored(scope: IgnoreScope | undefined, subject: IgnoreSubject, path: string): boolean | undefined {
    const found = this.ruleFor(scope, subject);
    if (found?.rule.negated === false) {
      this.findings.onExcluded?.(path, { kind: "rule", rule: found.rules.ruleOrigin(found.rule) });
      return true;
    }
    const own = this.findings.ownRule(subject, path);
    if (own === undefined) return found && false;
    this.findings.onExcluded?.(path, { kind: "rule", rule: own });
    return true;
  }

  /** The deciding rule, of the setting or of ignore files. */
  private ruleFor(scope: IgnoreScope | undefined, subject: IgnoreSubject): ReturnType<typeof findRule> {
    const extra = this.extraRules.findRule(subject);
    return extra ? { rule: extra, rules: this.extraRules } : findRule(scope, subject);
  }
}

function toRootError(error: unknown): WorkspaceError {
  if (error instanceof WorkspaceError) return error;
  const message = `cannot list the root: ${messageOf(error)}; the error log names the place in the program; try again after an update`;
  return new WorkspaceError("ROOT_UNREADABLE", message, { cause: error });
}

/** Whether the safe path primitive will resolve the entry's path to the entry. */
function isAddressable(entry: DirectoryEntry, path: string): boolean {
  if (entry.isEscaped) return false;
  if (!/[\\:\u0080-\uffff]/.test(path) && path.length <= 1024) return true;
  try {
    return parseRelativePath(path) === path;
  } catch {
    return false;
  }
}
