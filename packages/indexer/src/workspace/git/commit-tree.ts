/**
 * View of a commit's tree as a walk sees it: as if checked out at the root, without submodules. Touches no disk. Known
 * limit: a checkout may change files (line ends, filters, large-file pointers); this view has them as stored.
 */

import type { FileStat } from "@sdl/model";
import { findFileKind } from "../content/file-kind.js";
import { readIgnoreFile } from "../control-files.js";
import type { DirectoryEntry } from "../directory-entries.js";
import { IgnoreRules } from "../ignore/gitignore.js";
import { CONFIG_SOURCES } from "../own-config/index.js";
import type { BrokenLink, ConfigText, FoundFile, LinkTarget, TreeView } from "../tree-view.js";
import type { StagedTree } from "./index-file.js";
import type { TreeEntry } from "./objects.js";
import type { GitRepository } from "./repository.js";

/** Largest control file of a walk, in bytes: ignore files, and the repository's configuration. */
const MAX_STEERING_BYTES = 1_000_000;
const MAX_LINK_BYTES = 4096;
/** Maximum number of links followed on one path, as in Linux. */
const MAX_LINKS_FOLLOWED = 40;
const MAX_PATH_LENGTH = 4096;
const UNUSABLE_NAMES = new Set(["", ".", "..", ".git"]);
const EXCLUDE = ".git/info/exclude";

/** Options of {@link readCommitTree}. */
export interface CommitTreeOptions {
  /** The root on disk, whose `info/exclude` also applies to its commits. */
  readonly realRoot: string;
  /** Sizes of blobs that are already known; git is queried for the others. */
  readonly knownSize: (blob: string) => number | undefined;
}

/** Reads the tree of a commit. @param commit its id, or what is staged for one @throws {GitError} */
export async function readCommitTree(
  git: GitRepository,
  commit: string | StagedTree,
  options: CommitTreeOptions,
): Promise<CommitTree> {
  const entries = (typeof commit === "string" ? await git.tree(commit) : commit.entries).filter(isUsable);
  const files = entries.filter(({ type }) => type === "file");
  const texts = await readTexts(git, [
    ...files
      .filter(({ path }) => lastPathPart(path) === ".gitignore" || CONFIG_SOURCES.includes(path))
      .map(({ id }) => id),
    ...entries.filter(({ type }) => type === "link").map(({ id }) => id),
  ]);
  const sizes = new Map<string, number>();
  const exclude = readExclude(git, options.realRoot);
  const tree = new CommitTree({ entries, texts, sizes, exclude, isTop: git.location.prefix === "" });
  const wanted = entries.flatMap(({ path, type, id }) => {
    if (findFileKind(lastPathPart(path)) === undefined) return [];
    return (type === "link" ? tree.blobOf(path) : id) ?? [];
  });
  for (const [id, size] of await readSizes(git, wanted, options.knownSize)) sizes.set(id, size);
  return tree;
}

/** Whether an entry could be checked out: a tree may hold any name, also ones that lead elsewhere or into git's own folder. */
function isUsable({ path }: TreeEntry): boolean {
  return path.length <= MAX_PATH_LENGTH && path.split("/").every((name) => !UNUSABLE_NAMES.has(name));
}

function readExclude(git: GitRepository, realRoot: string): IgnoreRules | "unreadable" | undefined {
  return git.location.prefix === "" ? readIgnoreFile(realRoot, EXCLUDE) : undefined;
}

async function readTexts(git: GitRepository, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const texts = new Map<string, Buffer>();
  for await (const { id, content } of git.blobs(ids, MAX_STEERING_BYTES)) texts.set(id, Buffer.from(content));
  return texts;
}

async function readSizes(
  git: GitRepository,
  ids: readonly string[],
  knownSize: (blob: string) => number | undefined,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const unknown: string[] = [];
  for (const id of ids) {
    const size = knownSize(id);
    if (size === undefined) unknown.push(id);
    else sizes.set(id, size);
  }
  for (const head of await git.heads([...new Set(unknown)])) if (head !== undefined) sizes.set(head.id, head.sizeBytes);
  return sizes;
}

interface TreeParts {
  readonly entries: readonly TreeEntry[];
  /** Texts of ignore files, configuration at the root, and links, by blob. */
  readonly texts: ReadonlyMap<string, Buffer>;
  /** Sizes of files that could be indexed, by blob. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly exclude: IgnoreRules | "unreadable" | undefined;
  /** Whether `.git` lies in the root. */
  readonly isTop: boolean;
}

/** A {@link TreeView} of a commit. */
export class CommitTree implements TreeView {
  private readonly byPath = new Map<string, TreeEntry>();
  private readonly directories = new Map<string, DirectoryEntry[]>([["", []]]);

  constructor(private readonly parts: TreeParts) {
    for (const entry of parts.entries) {
      this.byPath.set(entry.path, entry);
      this.addName(entry);
    }
    if (parts.isTop) this.directories.get("")?.push({ name: ".git", type: "other", isEscaped: false });
  }

  entries(prefix: string): readonly DirectoryEntry[] | undefined {
    return this.directories.get(prefix) ?? [];
  }

  ignoreFile(path: string): IgnoreRules | "unreadable" | undefined {
    if (path === EXCLUDE) return this.parts.exclude;
    const entry = this.byPath.get(path);
    if (entry?.type !== "file") return undefined;
    const text = this.parts.texts.get(entry.id);
    return text === undefined ? "unreadable" : new IgnoreRules(text.toString("latin1"), path);
  }

  configText(path: string, maxBytes: number): ConfigText | undefined {
    const entry = this.byPath.get(path);
    if (entry?.type !== "file") return undefined;
    const text = this.parts.texts.get(entry.id);
    if (text === undefined) return "unreadable";
    return text.length > maxBytes ? "too-large" : { text: text.toString("utf8") };
  }

  isWorktreePointer(): boolean {
    return false;
  }

  stat(path: string): FoundFile | "unreadable" | undefined {
    const entry = this.byPath.get(path);
    return entry?.type === "file" ? this.toFoundFile(entry) : undefined;
  }

  followLink(path: string): LinkTarget | BrokenLink {
    const resolved = this.resolve(path);
    if (typeof resolved === "string") return resolved;
    const real = resolved.path;
    const entry = this.byPath.get(real);
    if (entry?.type === "file") {
      const found = this.toFoundFile(entry);
      return found === "unreadable" ? found : { path: real, isDirectory: false, found };
    }
    const isDirectory = real === "" || entry?.type === "module" || this.directories.has(`${real}/`);
    return isDirectory
      ? { path: real, isDirectory, found: { isRegular: false, stat: artificialStat(0) } }
      : "symlink-dangling";
  }

  /** The blob of a file, or of the file that a link leads to. */
  blobOf(path: string): string | undefined {
    const own = this.byPath.get(path);
    if (own?.type === "file") return own.id;
    const real = this.resolve(path);
    const entry = typeof real === "string" ? undefined : this.byPath.get(real.path);
    return entry?.type === "file" ? entry.id : undefined;
  }

  private toFoundFile(entry: TreeEntry): FoundFile | "unreadable" {
    // A partial clone may lack the blob.
    const size = this.parts.sizes.get(entry.id);
    return size === undefined ? "unreadable" : { isRegular: true, stat: artificialStat(size) };
  }

  /** Resolves a path component by component, as the kernel does. */
  private resolve(path: string): { readonly path: string } | BrokenLink {
    const ahead = path.split("/").reverse();
    const done: string[] = [];
    let followed = 0;
    for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
      const broken = this.stepInto(name, done);
      if (broken !== undefined) return broken;
      const entry = this.byPath.get(done.join("/"));
      if (entry?.type !== "link") continue;
      if (++followed > MAX_LINKS_FOLLOWED) return "symlink-loop";
      const target = this.linkTarget(entry);
      if (target === undefined) return "symlink-dangling";
      if (target.startsWith("/")) return "symlink-outside";
      done.pop();
      ahead.push(...target.split("/").reverse());
    }
    return { path: done.join("/") };
  }

  private stepInto(name: string, done: string[]): BrokenLink | undefined {
    if (name !== "..") {
      if (name !== "" && name !== ".") done.push(name);
      return undefined;
    }
    if (done.length === 0) return "symlink-outside";
    if (!this.directories.has(`${done.join("/")}/`)) return "symlink-dangling";
    done.pop();
    return undefined;
  }

  private linkTarget({ id }: TreeEntry): string | undefined {
    const text = this.parts.texts.get(id);
    if (text === undefined || text.length === 0 || text.length > MAX_LINK_BYTES) return undefined;
    const target = text.toString("utf8");
    return target.includes("\0") ? undefined : target;
  }

  private addName({ path, type, isEscaped }: TreeEntry): void {
    const names = this.folderEntries(path);
    names.push({ name: lastPathPart(path), type: type === "module" ? "directory" : type, isEscaped });
  }

  /** The entries of the directory that holds the path; missing directories are created up to the root. */
  private folderEntries(path: string): DirectoryEntry[] {
    const parent = path.slice(0, path.lastIndexOf("/") + 1);
    const known = this.directories.get(parent);
    if (known !== undefined) return known;
    const made: DirectoryEntry[] = [];
    this.directories.set(parent, made);
    const own = parent.slice(0, -1);
    this.folderEntries(own).push({ name: lastPathPart(own), type: "directory", isEscaped: own.includes("\\x") });
    return made;
  }
}

function lastPathPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A stat that no file on disk has. */
function artificialStat(sizeBytes: number): FileStat {
  return { sizeBytes, mtimeMs: 0, ctimeMs: 0, ino: -1 };
}
