/**
 * Stored last look: stats of the last walk that found the index up to date, in memory and in a file beside the index,
 * so that a new process need not read every directory and ignore file again. The file may be lost or damaged at any
 * time: then a whole walk is needed.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { makeFolder, schemaDirectory } from "@sdl/graph";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";
import type { RepositorySettings } from "../settings.js";
import { sdlVersion } from "../version.js";
import { LastLook } from "./last-look.js";
import { PRODUCER } from "./producer.js";

/** Size limit of the file: some 800,000 paths. */
const MAX_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;

/** Options of {@link KeptLook}. */
export interface LookOptions {
  readonly storeDirectory: string;
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly settings: RepositorySettings;
}

/** Keeps the last look in memory and on disk. */
export class KeptLook {
  private readonly path: string;
  /** Look of the version requested last; without a look if there is none, or it is no longer valid. */
  private held: { readonly version: string; readonly look: LastLook | undefined } | undefined;

  constructor(private readonly options: LookOptions) {
    this.path = join(options.storeDirectory, schemaDirectory(), "look");
  }

  /** Whether all stats are as they were when the version was up to date. */
  isSame(version: string): boolean {
    const look = this.held?.version === version ? this.held.look : this.read(version);
    const isSame = look?.isSame() === true;
    this.held = { version, look: isSame ? look : undefined };
    return isSame;
  }

  /** Stores the state of the files (stats) at the last check. @param version the version that the check found up to date */
  keep(version: string, look: LastLook): void {
    this.held = { version, look };
    try {
      makeFolder(dirname(this.path));
      replaceOwnFile(this.path, Buffer.concat([this.keyOf(version), look.toBytes()]));
    } catch {
      return; // A full or read-only medium only costs time later.
    }
  }

  private read(version: string): LastLook | undefined {
    try {
      const bytes = readOwnFile(this.path, MAX_BYTES);
      const isOfVersion = this.keyOf(version).equals(bytes.subarray(0, KEY_BYTES));
      return isOfVersion ? LastLook.fromBytes(this.options.rootPath, bytes.subarray(KEY_BYTES)) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Key of the file: other programs or settings may find other files. */
  private keyOf(version: string): Buffer {
    const { rootPath, settings } = this.options;
    const key = JSON.stringify([sdlVersion(), PRODUCER, rootPath, settings, version]);
    return createHash("sha256").update(key).digest();
  }
}
