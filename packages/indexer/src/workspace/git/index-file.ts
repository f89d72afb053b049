/**
 * Reader of git's index file: blob ids of the work tree's files, and their stats when git last verified them. Supports
 * versions 2 to 4; never guesses: an uncertain file has no id.
 */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { FileStat } from "@sdl/model";
import { readFileInRoot } from "../access/read-file.js";
import { WorkspaceError } from "../access/workspace-error.js";
import type { BlobHash } from "../content/blob-id.js";
import { statInRoot } from "../stat-in-root.js";
import { GitError } from "./git-error.js";
import { type GitLocation, locateGit } from "./locate.js";
import { decodeName, type TreeEntry } from "./objects.js";

/** Enough for a million files. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const ATTRIBUTES = ".gitattributes";
const MAX_ATTRIBUTES_BYTES = 1024 * 1024;
const CONVERTING_ATTRIBUTE = /\b(?:filter|working-tree-encoding)\b/;
const SIGNATURE = 0x44495243; // "DIRC"
const HEADER_BYTES = 12;
/** Two times of two words each, device, inode, mode, owner, group, size. */
const STAT_BYTES = 40;
const OFFSET = { mtime: 8, ino: 20, mode: 24, size: 36 } as const;
/** Types of entries by the upper bits of their mode; of others a part of the index says what they hold. */
const TYPES: ReadonlyMap<number, TreeEntry["type"]> = new Map([
  [0o100, "file"],
  [0o120, "link"],
  [0o160, "module"],
]);
const HASH_BYTES = { sha1: 20, sha256: 32 } as const;
const EXTENDED = 0x4000;
const STAGES = 0x3000;
/** Flag of an entry to be added, which has no content yet. */
const INTENT_TO_ADD = 0x2000;
const WORD = 2 ** 32;
/** Largest rounding error of times in milliseconds, which are doubles. */
const MOST_ROUNDED_MS = 0.001;

/** Blob ids of files that git verified in their current state. */
export interface TrackedFiles {
  /** @param path repo-relative @returns the blob id; `undefined` if git does not know it or may have missed a change */
  blobOf(path: string, stat: FileStat): string | undefined;
}

/**
 * Reads the index of a repository. @param root the indexed root, which may lie below the work tree's @param hash the
 * repository's hash function
 * @returns `undefined` if there is no index, if it cannot be read whole (some keep a part in another file), or if
 * filters or encodings may have changed the bytes of a checkout. Converted line ends alone are recognized by the file's
 * length.
 */
export function readTrackedFiles(root: string, hash: BlobHash): TrackedFiles | undefined {
  try {
    const location = locateGit(root);
    const { bytes, stat } = readFileInRoot(location.gitDirectory, "index", { maxBytes: MAX_INDEX_BYTES });
    const entries = readEntries(bytes, HASH_BYTES[hash]);
    if (entries === undefined || hasConversions(location, entries)) return undefined;
    return { blobOf: (path, now) => unchangedBlob(entries.get(posix.join(location.prefix, path)), now, stat.mtimeMs) };
  } catch (error) {
    if (error instanceof GitError || error instanceof WorkspaceError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether attributes request a filter or an encoding for any file. @throws {WorkspaceError} if they cannot be read */
function hasConversions({ workTree, commonDirectory }: GitLocation, entries: ReadonlyMap<string, IndexEntry>): boolean {
  const tracked = [...entries.keys()].filter((path) => path === ATTRIBUTES || path.endsWith(`/${ATTRIBUTES}`));
  const files = [...new Set([ATTRIBUTES, ...tracked])].map((path) => [workTree, path] as const);
  return [[commonDirectory, "info/attributes"] as const, ...files].some(
    ([folder, path]) =>
      statInRoot(folder, path) !== undefined && CONVERTING_ATTRIBUTE.test(readAttributes(folder, path)),
  );
}

function readAttributes(folder: string, path: string): string {
  return readFileInRoot(folder, path, { maxBytes: MAX_ATTRIBUTES_BYTES }).bytes.toString("latin1");
}

/** What a commit of the index would hold. */
export interface StagedTree {
  /** Follows from the entries; no object of git's has it. */
  readonly id: string;
  /** Below the root. */
  readonly entries: readonly TreeEntry[];
}

/**
 * @throws {GitError} `FAILED` if the index cannot be written as a tree, because it has conflicts or contains only a
 * part of the entries
 */
export function readStagedTree({ gitDirectory, prefix }: GitLocation, hash: BlobHash): StagedTree {
  const reader = readIndex(
    readFileInRoot(gitDirectory, "index", { maxBytes: MAX_INDEX_BYTES }).bytes,
    HASH_BYTES[hash],
  );
  if (reader === undefined || reader.isSparse)
    throw new GitError("FAILED", "git's index is split or sparse; commit, and compare the commit");
  if (reader.hasConflicts) throw new GitError("FAILED", "git's index has conflicts; resolve them first");
  // Paths of the reader have an octet for each character.
  const within = prefix === "" ? "" : `${Buffer.from(prefix).toString("latin1")}/`;
  const entries = [...reader.entries].flatMap(([path, { type, blob }]): TreeEntry[] =>
    path.startsWith(within)
      ? [{ ...decodeName(Buffer.from(path.slice(within.length), "latin1")), type, id: blob }]
      : [],
  );
  const id = createHash("sha1");
  for (const { path, type, id: blob } of entries) id.update(`${type} ${blob} ${path}\0`);
  return { id: id.digest("hex"), entries };
}

interface IndexEntry {
  readonly type: TreeEntry["type"];
  readonly blob: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

function unchangedBlob(entry: IndexEntry | undefined, now: FileStat, indexMs: number): string | undefined {
  if (entry === undefined) return undefined;
  const isSame =
    entry.sizeBytes === now.sizeBytes % WORD &&
    entry.ino === now.ino % WORD &&
    Math.abs(entry.mtimeMs - now.mtimeMs) < MOST_ROUNDED_MS &&
    Math.abs(entry.ctimeMs - now.ctimeMs) < MOST_ROUNDED_MS;
  // A file written at the same time as the index could be written again with an equal stat.
  return isSame && now.mtimeMs < indexMs ? entry.blob : undefined;
}

/** Regular files by path, those of a conflict left out. @returns `undefined` as {@link readIndex} does */
function readEntries(bytes: Buffer, hashBytes: number): ReadonlyMap<string, IndexEntry> | undefined {
  const reader = readIndex(bytes, hashBytes);
  if (reader === undefined) return undefined;
  const files = [...reader.entries].filter(([, { type }]) => type === "file");
  return new Map(files.map(([path, entry]) => [Buffer.from(path, "latin1").toString("utf8"), entry]));
}

/**
 * @returns `undefined` if the bytes are no index of a known version, or only a part of one
 * @throws {RangeError} if the index is truncated
 */
function readIndex(bytes: Buffer, hashBytes: number): IndexReader | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.readUInt32BE(0) !== SIGNATURE || version < 2 || version > 4) return undefined;
  const reader = new IndexReader(bytes, version, hashBytes);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) reader.next();
  return reader.isWhole() ? reader : undefined;
}

class IndexReader {
  /** By path, an octet for each character; those of a conflict are left out. */
  readonly entries = new Map<string, IndexEntry>();
  hasConflicts = false;
  /** Whether the index has entries that represent whole folders. */
  isSparse = false;
  private at = HEADER_BYTES;
  /** One character per octet: the next name may share a prefix that ends within a character. */
  private name = "";

  constructor(
    private readonly bytes: Buffer,
    private readonly version: number,
    private readonly hashBytes: number,
  ) {}

  next(): void {
    const { bytes, at, hashBytes } = this;
    const flagsAt = at + STAT_BYTES + hashBytes;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = this.version > 2 && (flags & EXTENDED) !== 0;
    const isToBeAdded = isExtended && (bytes.readUInt16BE(flagsAt + 2) & INTENT_TO_ADD) !== 0;
    this.readName(flagsAt + (isExtended ? 4 : 2));
    const type = TYPES.get(bytes.readUInt32BE(at + OFFSET.mode) >> 9);
    const isOfConflict = (flags & STAGES) !== 0;
    this.hasConflicts ||= isOfConflict;
    this.isSparse ||= type === undefined;
    if (type === undefined || isToBeAdded || isOfConflict) return;
    this.entries.set(this.name, {
      type,
      blob: bytes.toString("hex", at + STAT_BYTES, flagsAt),
      sizeBytes: bytes.readUInt32BE(at + OFFSET.size),
      ctimeMs: this.readTime(at),
      mtimeMs: this.readTime(at + OFFSET.mtime),
      ino: bytes.readUInt32BE(at + OFFSET.ino),
    });
  }

  /** Reads the name at an offset, and moves to the next entry. */
  private readName(nameAt: number): void {
    const { bytes, at, version } = this;
    const textAt = version === 4 ? this.readShared(nameAt) : nameAt;
    const end = bytes.indexOf(0, textAt);
    if (end < 0) throw new RangeError("a name has no end");
    const text = bytes.toString("latin1", textAt, end);
    this.name = version === 4 ? this.name + text : text;
    this.at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }

  /** Cuts the name before to the prefix that the next one shares. @returns offset of the rest of the next name */
  private readShared(numberAt: number): number {
    let at = numberAt;
    let byte = this.bytes.readUInt8(at++);
    let cut = byte & 0x7f;
    while (byte & 0x80) {
      byte = this.bytes.readUInt8(at++);
      cut = ((cut + 1) << 7) + (byte & 0x7f);
    }
    this.name = this.name.slice(0, this.name.length - cut);
    return at;
  }

  /** Whether the data after the entries says that the index is complete. */
  isWhole(): boolean {
    const end = this.bytes.length - this.hashBytes;
    while (this.at + 8 <= end) {
      if (this.bytes.toString("latin1", this.at, this.at + 4) === "link") return false;
      this.at += 8 + this.bytes.readUInt32BE(this.at + 4);
    }
    return this.at === end;
  }

  private readTime(at: number): number {
    return this.bytes.readUInt32BE(at) * 1000 + this.bytes.readUInt32BE(at + 4) / 1e6;
  }
}
