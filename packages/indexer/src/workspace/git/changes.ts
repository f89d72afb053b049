/**
 * Parser of `diff-tree -c --combined-all-paths --raw --patch --unified=0 -z`: the files and lines that commits changed.
 * Pure. Lines of content are counted but not interpreted, so no text can pass for a header.
 */
import { GitError } from "./git-error.js";
import { decodeName } from "./objects.js";

/**
 * Lines `[oldStart, oldStart + oldCount)` became `[newStart, newStart + newCount)`. Lines from 1; an empty side names
 * the line after it.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A file as in one parent of the commit. */
export interface FileBefore {
  /** `undefined` if the parent lacks the file. */
  readonly path: string | undefined;
  readonly id: string;
  /** In order. Empty if the content is unchanged or binary. */
  readonly hunks: readonly Hunk[];
}

/** A file that a commit changed. */
export interface FileChange {
  /** `undefined` for a deleted file. */
  readonly path: string | undefined;
  readonly id: string;
  /** By parent; for a merge, only files that differ from all parents are listed. */
  readonly before: readonly FileBefore[];
}

const NUL = 0;
const NEWLINE = 10;
const COLON = 58;
const BACKSLASH = 92;
const MINUS = 45;
const PLUS = 43;
const SPACE = 32;
const NO_ID = /^0+$/;
/** Longest object id, in hexadecimal digits. */
const MAX_ID_LENGTH = 64;
/** The value -1 as an unsigned 64-bit number. */
const MINUS_ONE = String(2n ** 64n - 1n);

/** Parses git's output. @returns changes by commit, in the order of the commits @throws {GitError} `UNREADABLE` */
export function parseChanges(output: Buffer): Map<string, FileChange[]> {
  return new ChangeParser(output).run();
}

interface DraftBefore extends FileBefore {
  readonly hunks: Hunk[];
}

interface DraftChange extends FileChange {
  readonly before: readonly DraftBefore[];
}

class ChangeParser {
  private readonly commits = new Map<string, DraftChange[]>();
  private current: DraftChange[] = [];
  /**
   * Changes of the current commit, by their blob ids as a patch names them; several if the commit changes equal files
   * equally.
   */
  private byBlobs = new Map<string, DraftChange[]>();
  private at = 0;

  constructor(private readonly output: Buffer) {}

  run(): Map<string, FileChange[]> {
    while (this.at < this.output.length) {
      const octet = this.output[this.at];
      if (octet === COLON) this.addChange(this.readRaw());
      else if (octet === NUL || octet === NEWLINE) this.at++;
      else if (this.startsWith("diff ")) this.readPatch();
      else this.readCommit();
    }
    return this.commits;
  }

  private readCommit(): void {
    const id = this.readField();
    if (!/^[0-9a-f]{40,64}$/.test(id)) throw unreadableOutput();
    this.current = [];
    this.byBlobs = new Map();
    this.commits.set(id, this.current);
  }

  private addChange(change: DraftChange): void {
    this.current.push(change);
    const blobs = `${change.before.map(({ id }) => id).join(",")}..${change.id}`;
    const like = this.byBlobs.get(blobs);
    if (like === undefined) this.byBlobs.set(blobs, [change]);
    else like.push(change);
  }

  /** Reads a raw row: as many colons as parents, all modes, all ids, a status letter per parent, then NUL and paths. */
  private readRaw(): DraftChange {
    const [, colons = "", rest = ""] = /^(:+)(.*)$/.exec(this.readField()) ?? [];
    const parents = colons.length;
    const words = rest.split(" ");
    const ids = words.slice(parents + 1, 2 * parents + 2);
    const status = words[2 * parents + 2] ?? "";
    const paths = this.readPaths(parents, status);
    const path = paths[parents];
    const id = ids[parents];
    if (path === undefined || id === undefined) throw unreadableOutput();
    const before = ids
      .slice(0, parents)
      .map((old, i) => ({ path: isNone(old) ? undefined : paths[i], id: old, hunks: [] }));
    return { path: isNone(id) ? undefined : path, id, before };
  }

  /** Reads the paths: for an ordinary commit a path appears once, unless the file moved; for a merge once per side. */
  private readPaths(parents: number, status: string): string[] {
    if (parents > 1) return Array.from({ length: parents + 1 }, () => this.name());
    const first = this.name();
    return [first, /^[RC]/.test(status) ? this.name() : first];
  }

  /** Reads one file's patch. Its header names the blobs, which identify its raw row. */
  private readPatch(): void {
    this.line();
    let changes: readonly DraftChange[] = [];
    while (this.at < this.output.length && !this.isPatchEnd()) {
      const line = this.line();
      const [, header] = /^index ([0-9a-f,]+\.\.[0-9a-f]+)/.exec(line) ?? [];
      if (header !== undefined) changes = this.byBlobs.get(header) ?? [];
      else if (line.startsWith("@@")) this.readHunk(line, changes);
      else if (!isHeaderLine(line)) throw unreadableOutput();
    }
  }

  private isPatchEnd(): boolean {
    const octet = this.output[this.at];
    if (octet === NUL || octet === COLON || this.startsWith("diff ")) return true;
    const length = this.output.subarray(this.at, this.at + MAX_ID_LENGTH + 1).indexOf(NUL);
    if (length !== 40 && length !== MAX_ID_LENGTH) return false;
    return /^[0-9a-f]+$/.test(this.output.toString("latin1", this.at, this.at + length));
  }

  private readHunk(line: string, changes: readonly DraftChange[]): void {
    const [, marks = "", ranges = ""] = /^(@@+) (.*?) @@/.exec(line) ?? [];
    const parents = marks.length - 1;
    const sides = ranges.split(" ").map((range) => parseRange(range, parents > 1));
    if (sides.length !== parents + 1) throw unreadableOutput();
    const hunks = parents === 1 ? [[this.readPlain(sides)]] : this.readCombined(sides);
    hunks.forEach((list, parent) => {
      for (const change of changes) change.before[parent]?.hunks.push(...list);
    });
  }

  private readPlain([old, now]: readonly HunkSide[]): Hunk {
    if (old === undefined || now === undefined) throw unreadableOutput();
    for (let i = 0; i < old.count; i++) this.contentLine(1, MINUS);
    for (let i = 0; i < now.count; i++) this.contentLine(1, PLUS);
    return { oldStart: old.start, oldCount: old.count, newStart: now.start, newCount: now.count };
  }

  /**
   * Reads a combined hunk. Columns before each line tell for each parent whether it has the line; deleted lines are
   * absent from the result. If the last lines of a file were deleted, git counts one line too few on every side (0
   * becomes 2^64 − 1): the rest of such a hunk is recognized by its marks, which no header starts with.
   */
  private readCombined(sides: readonly HunkSide[]): Hunk[][] {
    const parents = sides.length - 1;
    const lists = Array.from({ length: parents }, (): Hunk[] => []);
    const left = sides.map(({ count }) => count);
    const position = sides.map(({ start }) => start);
    while (left.some((count) => count > 0) || this.isContent()) {
      const marks = this.contentLine(parents);
      const isDeleted = marks.includes(MINUS);
      lists.forEach((list, parent) => {
        const isOfParent = marks[parent] === (isDeleted ? MINUS : SPACE);
        const at = { old: position[parent] as number, now: position[parents] as number };
        if (isDeleted === isOfParent) extendHunk(list, at, isDeleted ? { old: 1, now: 0 } : { old: 0, now: 1 });
        if (isOfParent) consumeLine(left, position, parent);
      });
      if (!isDeleted) consumeLine(left, position, parents);
    }
    return lists;
  }

  /** Skips one line of content, and the notice of a missing line end. @returns the line's first `width` octets */
  private contentLine(width: number, expected?: number): Uint8Array {
    const marks = this.output.subarray(this.at, this.at + width);
    const isMarked = marks.length === width && marks.every((mark) => mark === MINUS || mark === PLUS || mark === SPACE);
    if (!isMarked || (expected !== undefined && marks[0] !== expected)) throw unreadableOutput();
    this.skipLine();
    if (this.output[this.at] === BACKSLASH) this.skipLine();
    return marks;
  }

  private isContent(): boolean {
    const octet = this.output[this.at];
    return octet === MINUS || octet === PLUS || octet === SPACE;
  }

  private skipLine(): void {
    const end = this.output.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.output.length : end + 1;
  }

  private line(): string {
    const from = this.at;
    this.skipLine();
    return this.output.toString("latin1", from, this.at).trimEnd();
  }

  private startsWith(text: string): boolean {
    return this.output.toString("latin1", this.at, this.at + text.length) === text;
  }

  /** Reads up to the next NUL. */
  private readField(): string {
    const from = this.at;
    const end = this.output.indexOf(NUL, from);
    if (end < 0) throw unreadableOutput();
    this.at = end + 1;
    return this.output.toString("latin1", from, end);
  }

  private name(): string {
    const from = this.at;
    this.readField();
    return decodeName(this.output.subarray(from, this.at - 1)).path;
  }
}

interface HunkSide {
  readonly start: number;
  readonly count: number;
}

/** Parses a range. An ordinary patch names the line before an empty range, a combined patch the line after it. */
function parseRange(text: string, isCombined: boolean): HunkSide {
  const [, start, count = "1"] = /^[-+](\d+)(?:,(\d+))?$/.exec(text) ?? [];
  if (start === undefined) throw unreadableOutput();
  const lines = count === MINUS_ONE ? 0 : Number(count);
  return { start: Number(start) + (lines === 0 && !isCombined ? 1 : 0), count: lines };
}

function consumeLine(left: number[], position: number[], side: number): void {
  left[side] = (left[side] as number) - 1;
  position[side] = (position[side] as number) + 1;
}

/** Adds a line to the last hunk if it continues that hunk, else to a new one. */
function extendHunk(hunks: Hunk[], at: { old: number; now: number }, by: { old: number; now: number }): void {
  const last = hunks.at(-1);
  const continues =
    last !== undefined && last.oldStart + last.oldCount === at.old && last.newStart + last.newCount === at.now;
  const base = continues ? last : { oldStart: at.old, oldCount: 0, newStart: at.now, newCount: 0 };
  const next = { ...base, oldCount: base.oldCount + by.old, newCount: base.newCount + by.now };
  if (continues) hunks[hunks.length - 1] = next;
  else hunks.push(next);
}

function isNone(id: string): boolean {
  return NO_ID.test(id);
}

/** Whether a line is between `diff` and the first hunk. */
function isHeaderLine(line: string): boolean {
  return /^(?:---|\+\+\+|old mode|new mode|mode|deleted file|new file|similarity|dissimilarity|rename|copy|Binary)/.test(
    line,
  );
}

function unreadableOutput(): GitError {
  return new GitError("UNREADABLE", "git's list of changes cannot be parsed; it is ignored");
}
