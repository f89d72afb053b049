/**
 * Reads configuration files while workers extract: some repositories have as many of them as sources. Knows texts and their names; refuses to
 * know the ledger.
 */
import { type BlobHash, blobIdOf, readConfigText, readFileInRoot, WorkspaceError } from "@sdl/indexer";
import type { FileStat, SkippedFile } from "@sdl/model";
import { failedLine, type OnFault } from "../faults.js";
import { faultOf } from "../machine/program-log.js";
import { Turns } from "../machine/turns.js";
import { MAX_CONFIG_BYTES } from "./file-rules.js";

/** A configuration file, and what was read of it, if it could be. */
export interface ReadConfig {
  readonly path: string;
  readonly read: { readonly text: string; readonly stat: FileStat } | undefined;
}

export interface ConfigReaderOptions {
  readonly rootPath: string;
  /** How git names contents, where somebody asks. */
  readonly blobHash: BlobHash | undefined;
  /** Tests make it fail. */
  readonly readConfigText?: typeof readConfigText | undefined;
  readonly onFault?: OnFault | undefined;
}

export class ConfigReader {
  /** Git's names of what was read, by path. */
  readonly blobs = new Map<string, string>();
  /** What the program failed at. */
  readonly unread: SkippedFile[] = [];

  constructor(private readonly options: ConfigReaderOptions) {}

  /** @throws the signal's reason */
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
        this.unread.push({ path, reason: failedLine(error) });
        onFault?.(faultOf("reading configuration", path, error));
      }
      return undefined;
    }
  }
}
