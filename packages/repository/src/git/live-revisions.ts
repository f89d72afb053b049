/**
 * Which facts the revisions of git's have that were asked for last: no version names them, and the next one that asks would extract them
 * again. A file a revision, beside the ledger. They may be lost or cut at any moment; what they no longer tell is read from git again.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";

/** A pull request's base and head, and those of some others. */
const MAX_REVISIONS = 16;
const KEY_BYTES = 16;
/** Of a million files. */
const MAX_BYTES = KEY_BYTES * 1_000_000;

export class LiveRevisions {
  private readonly folder: string;

  /** @param storeDirectory the ledger's folder */
  constructor(storeDirectory: string) {
    this.folder = join(storeDirectory, "git", "revisions");
  }

  /** Remembers what a commit's files have, as the newest. @param factsKeys 32 hex digits each */
  note(commit: string, factsKeys: Iterable<string>): void {
    try {
      makeFolder(this.folder);
      const bytes = Buffer.concat(Array.from(new Set(factsKeys), (key) => Buffer.from(key, "hex")));
      replaceOwnFile(join(this.folder, commit), bytes);
      for (const name of this.newestFirst().slice(MAX_REVISIONS)) rmSync(join(this.folder, name), { force: true });
    } catch {
      return; // a medium that is full or cannot be written: it costs time later
    }
  }

  /** Facts of the revisions that are remembered, by key. */
  facts(): ReadonlySet<string> {
    const keys = new Set<string>();
    try {
      for (const name of this.newestFirst().slice(0, MAX_REVISIONS)) {
        const bytes = readOwnFile(join(this.folder, name), MAX_BYTES);
        for (let at = 0; at + KEY_BYTES <= bytes.length; at += KEY_BYTES)
          keys.add(bytes.toString("hex", at, at + KEY_BYTES));
      }
    } catch {
      return keys; // never written, or taken away meanwhile
    }
    return keys;
  }

  private newestFirst(): string[] {
    const names = readdirSync(this.folder).filter((name) => /^[0-9a-f]{40,64}$/.test(name));
    const times = new Map(names.map((name) => [name, statSync(join(this.folder, name)).mtimeMs]));
    return names.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0) || (a < b ? -1 : 1));
  }
}
