/**
 * Refs, read from their files: HEAD, loose refs, packed refs. Knows names and ids; runs no git. Invariant: a name
 * reaches the file system only if git itself would accept it as a ref, so none leaves the git directory.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "../access/workspace-error.js";
import { readControlText } from "./control-text.js";
import { GitError, unavailableError } from "./git-error.js";
import type { GitLocation } from "./locate.js";

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MAX_PACKED_REFS_BYTES = 64 * 1024 * 1024;
const MAX_SYMBOLIC_DEPTH = 5;
const MAX_NAME_LENGTH = 1024;
/** Folders of tags and branches, and the most refs listed. */
const LISTED = ["refs/tags", "refs/heads", "refs/remotes"];
const MAX_LISTED = 20_000;

/** Whether a text is an object id. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Whether git accepts the name as a ref: git-check-ref-format(1), and no leading dash. */
export function isRefName(name: string): boolean {
  if (name === "" || name.length > MAX_NAME_LENGTH || name === "@" || name.startsWith("-")) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refs hold none.
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

/** Reads the refs of a repository. */
export class RefReader {
  private packed: ReadonlyMap<string, string> | undefined;

  constructor(private readonly location: GitLocation) {}

  /** The commit at HEAD; `undefined` before the first commit. @throws {GitError} `UNAVAILABLE` */
  head(): string | undefined {
    const text = readControlText(this.location.gitDirectory, "HEAD");
    if (text === undefined) throw unavailableError("the repository has no HEAD");
    if (text.trim() === "ref: refs/heads/.invalid")
      throw unavailableError("the repository keeps its refs in a reftable");
    return this.followRef(text, 0);
  }

  /** The branch that HEAD stands on; `undefined` if it stands on a commit. */
  branch(): string | undefined {
    const text = readControlText(this.location.gitDirectory, "HEAD") ?? "";
    const [, name] = /^ref:\s*refs\/heads\/(.+)$/.exec(text.trim()) ?? [];
    return name !== undefined && isRefName(name) ? name : undefined;
  }

  /** The object of a short or full ref name, in git's order: as written, tags, heads, remotes. */
  find(name: string): string | undefined {
    if (!isRefName(name))
      throw new GitError("REFUSED", `${JSON.stringify(name.slice(0, 80))} is no name of a revision`);
    if (name === "HEAD") return this.head();
    const candidates = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`];
    if (!name.startsWith("refs/")) candidates.shift();
    for (const ref of [...candidates, `refs/remotes/${name}/HEAD`]) {
      const id = this.read(ref, 0);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** The objects of tags and branches, without duplicates; a tag may be an object of its own. */
  tips(): string[] {
    return [...new Set(this.listRefFiles().flatMap((ref) => this.read(ref, 0) ?? []))];
  }

  /** Tags and branches by the short names that {@link find} accepts, this repository's first. */
  shortNames(): string[] {
    const order = ["refs/heads/", "refs/tags/", "refs/remotes/"];
    const names = order.flatMap((folder) =>
      this.listRefFiles()
        .flatMap((ref) => (ref.startsWith(folder) ? [ref.slice(folder.length)] : []))
        .sort(),
    );
    return [...new Set(names.filter((name) => !name.endsWith("/HEAD")))];
  }

  private listRefFiles(): string[] {
    const packed = [...this.packedRefs().keys()].filter((ref) => LISTED.some((folder) => ref.startsWith(`${folder}/`)));
    return [...new Set([...LISTED.flatMap((folder) => this.looseRefs(folder)), ...packed])].slice(0, MAX_LISTED);
  }

  /** Reads loose refs. Links are not followed: a ref is a file in a folder. */
  private looseRefs(folder: string): string[] {
    const found: string[] = [];
    const open = [folder];
    for (let at = open.pop(); at !== undefined && found.length < MAX_LISTED; at = open.pop()) {
      for (const entry of listFolder(join(this.location.commonDirectory, at))) {
        const ref = `${at}/${entry.name}`;
        if (!isRefName(ref)) continue;
        if (entry.isDirectory()) open.push(ref);
        else if (entry.isFile()) found.push(ref);
      }
    }
    return found;
  }

  private read(ref: string, depth: number): string | undefined {
    const { gitDirectory, commonDirectory } = this.location;
    const loose = readControlText(commonDirectory, ref) ?? readControlText(gitDirectory, ref);
    return loose === undefined ? this.packedRefs().get(ref) : this.followRef(loose, depth);
  }

  private followRef(text: string, depth: number): string | undefined {
    const value = text.trim();
    if (isObjectId(value)) return value;
    const [, ref] = /^ref:\s*(refs\/.*)$/.exec(value) ?? [];
    if (ref === undefined || !isRefName(ref) || depth >= MAX_SYMBOLIC_DEPTH) return undefined;
    return this.read(ref, depth + 1);
  }

  private packedRefs(): ReadonlyMap<string, string> {
    if (this.packed === undefined) {
      const text = readControlText(this.location.commonDirectory, "packed-refs", MAX_PACKED_REFS_BYTES) ?? "";
      const rows = text.matchAll(/^([0-9a-f]{40}|[0-9a-f]{64}) (\S+)$/gm);
      this.packed = new Map(Array.from(rows, ([, id = "", ref = ""]) => [ref, id]));
    }
    return this.packed;
  }
}

/** Entries of a folder; empty if it cannot be listed. */
function listFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}
