/**
 * Reader of configuration files, which runs while workers extract: some repositories have as many configuration files
 * as sources. Handles texts and names, not the ledger.
 */
import { type BlobHash, blobIdOf, readConfigText, readFileInRoot, WorkspaceError } from "@sdl/indexer";
import type { FileStat, SkippedFile } from "@sdl/model";
import { maskedFailedReason, type OnFault } from "../faults.js";
import { faultOf } from "../machine/program-log.js";
import { Turns } from "../machine/turns.js";
import { MAX_CONFIG_BYTES } from "./file-rules.js";

/** A configuration file with its content, if it could be read. */
export interface ReadConfig {
  readonly path: string;
  readonly read: { readonly text: string; readonly stat: FileStat } | undefined;
}

/** Options of {@link ConfigReader}. */
export interface ConfigReaderOptions {
  readonly rootPath: string;
  /** How git hashes contents; absent if no blob ids are needed. */
  readonly blobHash: BlobHash | undefined;
  /** Replacement for the check of a text, used by tests to make it fail. */
  readonly readConfigText?: typeof readConfigText | undefined;
  readonly onFault?: OnFault | undefined;
}

/** Reads configuration files and their blob ids. */
export class ConfigReader {
  /** Blob ids of the files read, by path. */
  readonly blobs = new Map<string, string>();
  /** Files that the program failed to read. */
  readonly unread: SkippedFile[] = [];

  constructor(private readonly options: ConfigReaderOptions) {}

  /** Reads files. @throws the signal's reason */
  async read(configs: readonly { readonly path: string }[], signal: AbortSignal | undefined): Promise<ReadConfig[]> {
    const read: ReadConfig[] = [];
    const turns = new Turns(signal);
    for (const { path } of configs) {
      if (turns.isOver) await turns.next();
      read.push({ path, read: this.readOne(path) });
    }
    return read;
  }

  private readOne(path: string): ReadConfig["read"] {
    const { rootPath, blobHash, readConfigText: readText = readConfigText, onFault } = this.options;
    try {
      const { bytes, stat } = readFileInRoot(rootPath, path, { maxBytes: MAX_CONFIG_BYTES });
      const text = readText(path, bytes.toString("utf8"));
      if (blobHash !== undefined) this.blobs.set(path, blobIdOf(bytes, blobHash));
      return { text, stat };
    } catch (error) {
      if (!(error instanceof WorkspaceError)) {
        this.unread.push({ path, reason: maskedFailedReason(error) });
        onFault?.(faultOf("reading configuration", path, error));
      }
      return undefined;
    }
  }
}
