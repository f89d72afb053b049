/**
 * Recently used git revisions and their facts: no version names these facts, so pruning would remove them and the next
 * use would extract them again. One file per revision, beside the ledger. Files may be lost or truncated at any time;
 * missing data is read from git again.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";

/** Maximum number of revisions recorded: a pull request's base and head, and those of some others. */
const MAX_REVISIONS = 16;
const KEY_BYTES = 16;
/** Size limit of one revision's file: keys of a million files. */
const MAX_BYTES = KEY_BYTES * 1_000_000;

/** Records the facts of recent revisions. */
export class LiveRevisions {
  private readonly folder: string;

  /** @param storeDirectory the ledger's folder */
  constructor(storeDirectory: string) {
    this.folder = join(storeDirectory, "git", "revisions");
  }

  /** Records a commit's facts as the newest. @param factsKeys 32 hex digits each */
  note(commit: string, factsKeys: Iterable<string>): void {
    try {
      makeFolder(this.folder);
      const bytes = Buffer.concat(Array.from(new Set(factsKeys), (key) => Buffer.from(key, "hex")));
      replaceOwnFile(join(this.folder, commit), bytes);
      for (const name of this.newestFirst().slice(MAX_REVISIONS)) rmSync(join(this.folder, name), { force: true });
    } catch {
      return; // The medium is full or read-only, which only costs time later.
    }
  }

  /** Keys of the facts of all recorded revisions. */
  facts(): ReadonlySet<string> {
    const keys = new Set<string>();
    try {
      for (const name of this.newestFirst().slice(0, MAX_REVISIONS)) {
        const bytes = readOwnFile(join(this.folder, name), MAX_BYTES);
        for (let at = 0; at + KEY_BYTES <= bytes.length; at += KEY_BYTES)
          keys.add(bytes.toString("hex", at, at + KEY_BYTES));
      }
    } catch {
      return keys; // Never written, or removed meanwhile.
    }
    return keys;
  }

  private newestFirst(): string[] {
    const names = readdirSync(this.folder).filter((name) => /^[0-9a-f]{40,64}$/.test(name));
    const times = new Map(names.map((name) => [name, statSync(join(this.folder, name)).mtimeMs]));
    return names.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0) || (a < b ? -1 : 1));
  }
}
