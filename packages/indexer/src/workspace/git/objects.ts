/** Parser of git's output about objects. Pure: bytes in, values out; unknown output is an error, never a guess. */
import { isUtf8 } from "node:buffer";
import { escapeName } from "../directory-entries.js";
import { GitError } from "./git-error.js";

/** Type and size of an object. */
export interface ObjectHead {
  readonly id: string;
  readonly type: string;
  readonly sizeBytes: number;
}

/** A file, link or submodule in a tree. */
export interface TreeEntry {
  /** Relative to the listed tree, `/` between components. Bytes that are not UTF-8 become `\xNN`, and `isEscaped` is set. */
  readonly path: string;
  readonly isEscaped: boolean;
  readonly type: "file" | "link" | "module";
  readonly id: string;
}

/** Fields read from a commit object. */
export interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  /** Seconds since the epoch, from the committer's clock. */
  readonly timeSeconds: number;
  /** Name only, without address. */
  readonly author: string;
  /** Truncated to {@link MAX_MESSAGE_LENGTH}. */
  readonly message: string;
}

const MAX_MESSAGE_LENGTH = 4000;
const MAX_AUTHOR_LENGTH = 200;
const MAX_PARENTS = 64;

/** Parses lines of `cat-file --batch-check`, in request order; `undefined` for a missing or ambiguous object. */
export function parseHeads(output: Buffer): (ObjectHead | undefined)[] {
  const lines = output.toString("latin1").split("\n").slice(0, -1);
  return lines.map((line) => parseHead(line));
}

function parseHead(line: string): ObjectHead | undefined {
  const [, id, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
  return id === undefined || type === undefined ? undefined : { id, type, sizeBytes: Number(size) };
}

/** Parses the output of `cat-file --batch`, in request order: head, content, line end. */
export function parseContents(output: Buffer, count: number): (Buffer | undefined)[] {
  const contents: (Buffer | undefined)[] = [];
  let at = 0;
  while (contents.length < count) {
    const end = output.indexOf(10, at);
    if (end < 0) throw new GitError("FAILED", "git broke off among the objects; the repository is damaged");
    const head = parseHead(output.toString("latin1", at, end));
    at = end + 1;
    if (head !== undefined) {
      contents.push(output.subarray(at, at + head.sizeBytes));
      at += head.sizeBytes + 1;
    } else contents.push(undefined);
  }
  return contents;
}

/** Parses rows of `ls-tree -r -z`. */
export function parseTree(output: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(9, at);
    const end = output.indexOf(0, tab);
    if (tab < 0 || end < 0) throw new GitError("FAILED", "git broke off within a tree; the repository is damaged");
    const [mode = "", , id = ""] = output.toString("latin1", at, tab).split(" ");
    const name = output.subarray(tab + 1, end);
    const type = typeOfMode(mode);
    if (type !== undefined) entries.push({ ...decodeName(name), type, id });
    at = end + 1;
  }
  return entries;
}

function typeOfMode(mode: string): TreeEntry["type"] | undefined {
  if (mode.startsWith("100")) return "file";
  if (mode === "120000") return "link";
  return mode === "160000" ? "module" : undefined;
}

/** Decodes a name as for directories: see directory-entries.ts. */
export function decodeName(bytes: Buffer): { path: string; isEscaped: boolean } {
  if (isUtf8(bytes)) return { path: bytes.toString("utf8"), isEscaped: false };
  const names = bytes
    .toString("latin1")
    .split("/")
    .map((name) => Buffer.from(name, "latin1"));
  const path = names.map((name) => (isUtf8(name) ? name.toString("utf8") : escapeName(name))).join("/");
  return { path, isEscaped: true };
}

/** Parses a commit object's content. Its text may be anything: NULs, invalid UTF-8, no author. */
export function parseCommit(id: string, content: Buffer): Commit {
  const split = content.indexOf("\n\n");
  const header = content.toString("utf8", 0, split < 0 ? content.length : split);
  const body = split < 0 ? Buffer.alloc(0) : content.subarray(split + 2, split + 2 + 4 * MAX_MESSAGE_LENGTH);
  const parents = Array.from(header.matchAll(/^parent ([0-9a-f]{40,64})$/gm), ([, parent = ""]) => parent);
  const [, author = ""] = /^author (.*?) ?(?:<[^\n]*)?$/m.exec(header) ?? [];
  const [, time = "0"] = /^committer [^\n]*> (\d{1,12})(?: [-+]\d{4})?$/m.exec(header) ?? [];
  return {
    id,
    parents: parents.slice(0, MAX_PARENTS),
    timeSeconds: Number(time),
    author: author.slice(0, MAX_AUTHOR_LENGTH),
    message: body.toString("utf8").slice(0, MAX_MESSAGE_LENGTH),
  };
}
