/**
 * The last look that found the index up to date, in memory and in a file beside the index: the first question of a process then need not look at
 * every directory and ignore file again. The file may be lost or damaged at any moment: what is missing costs a whole look.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { makeFolder, schemaDirectory } from "@sdl/graph";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";
import type { RepositorySettings } from "../settings.js";
import { sdlVersion } from "../version.js";
import { LastLook } from "./last-look.js";
import { PRODUCER } from "./producer.js";

/** Some 800,000 paths. */
const MAX_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;

export interface LookOptions {
  readonly storeDirectory: string;
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly settings: RepositorySettings;
}

export class KeptLook {
  private readonly path: string;
  /** Of the version that was asked about last; without a look where there is none, or where it holds no longer. */
  private held: { readonly version: string; readonly look: LastLook | undefined } | undefined;

  constructor(private readonly options: LookOptions) {
    this.path = join(options.storeDirectory, schemaDirectory(), "look");
  }

  /** Whether everything is as it was when the version was up to date. */
  isSame(version: string): boolean {
    const look = this.held?.version === version ? this.held.look : this.read(version);
    const isSame = look?.isSame(this.options.rootPath) === true;
    this.held = { version, look: isSame ? look : undefined };
    return isSame;
  }

  /** @param version that the look found up to date */
  keep(version: string, look: LastLook): void {
    this.held = { version, look };
    try {
      makeFolder(dirname(this.path));
      replaceOwnFile(this.path, Buffer.concat([this.keyOf(version), look.toBytes()]));
    } catch {
      return; // nothing depends on it: a medium that is full or cannot be written costs time later
    }
  }

  private read(version: string): LastLook | undefined {
    try {
      const bytes = readOwnFile(this.path, MAX_BYTES);
      const isOfVersion = this.keyOf(version).equals(bytes.subarray(0, KEY_BYTES));
      return isOfVersion ? LastLook.fromBytes(bytes.subarray(KEY_BYTES)) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Another program, or other settings, may find other files. */
  private keyOf(version: string): Buffer {
    const { rootPath, settings } = this.options;
    const key = JSON.stringify([sdlVersion(), PRODUCER, rootPath, settings, version]);
    return createHash("sha256").update(key).digest();
  }
}
