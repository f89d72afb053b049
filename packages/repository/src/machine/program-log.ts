/**
 * Log of the program's own errors: one JSON record per line, in the user's SDL folder, or in a private temporary folder
 * if that cannot be written. It is never sent anywhere. Invariants: writing never throws; the log takes at most twice
 * {@link MAX_LOG_BYTES}; secrets are masked; of a repository it has paths and error messages, no source.
 */
import { accessSync, appendFileSync, constants, existsSync, lstatSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { makeFolder } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { createMasker } from "../masking/masker.js";
import { sdlVersion } from "../version.js";

/** A larger log is renamed, and replaces the previously renamed one. */
export const MAX_LOG_BYTES = 1024 * 1024;
const MAX_MESSAGE_LENGTH = 2000;
const MAX_STACK_LENGTH = 8000;

/** An error of the program. */
export interface ProgramFault {
  /** The operation during which the fault occurred, in a few words. */
  readonly during: string;
  readonly repoId?: string | undefined;
  /** Repository-relative. */
  readonly path?: string | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** The record of an error. */
export function faultOf(during: string, path: string | undefined, error: unknown): ProgramFault {
  return { during, path, message: messageOf(error), stack: error instanceof Error ? error.stack : undefined };
}

/** Options of {@link ProgramLog}. */
export interface ProgramLogOptions {
  /** The user's SDL folder. */
  readonly home: string;
  /** Folder of the log if `home` cannot be written. Default: the system's folder for temporary files. */
  readonly temporary?: string;
  readonly now?: () => number;
}

/** Writes the log. */
export class ProgramLog {
  private readonly masker = createMasker();

  constructor(private readonly options: ProgramLogOptions) {}

  /** File of the next record; `undefined` if it cannot be written. */
  get path(): string | undefined {
    const folder = this.isHomeWritable() ? join(this.options.home, "logs") : this.fallbackFolder();
    return folder === undefined ? undefined : join(folder, "errors.log");
  }

  get isFallback(): boolean {
    return !this.isHomeWritable();
  }

  /** Writes a record. @returns the file that has it, `undefined` if it could not be written */
  record(fault: ProgramFault): string | undefined {
    const { path } = this;
    if (path === undefined) return undefined;
    try {
      makeFolder(dirname(path), 0o700);
      const line = `${JSON.stringify(this.describe(fault))}\n`;
      rotateLog(path, line.length);
      appendFileSync(path, line, { mode: 0o600 });
      return path;
    } catch {
      return undefined;
    }
  }

  private describe({ during, repoId, path, message, stack }: ProgramFault): object {
    const at = new Date((this.options.now ?? Date.now)()).toISOString();
    const clean = (text: string | undefined, length: number): string | undefined =>
      text === undefined ? undefined : this.masker.mask(text.slice(0, length));
    return {
      ...{ at, version: sdlVersion(), pid: process.pid, during, repoId, path: clean(path, MAX_MESSAGE_LENGTH) },
      message: clean(message, MAX_MESSAGE_LENGTH),
      stack: clean(stack, MAX_STACK_LENGTH),
    };
  }

  private isHomeWritable(): boolean {
    let folder = join(this.options.home, "logs");
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
    return isWritableFolder(folder);
  }

  /** A private folder of this user: other users of the temporary folder could have placed a link there. */
  private fallbackFolder(): string | undefined {
    const user = process.getuid?.();
    const folder = join(this.options.temporary ?? tmpdir(), `sdl-logs${user === undefined ? "" : `-${user}`}`);
    if (!existsSync(folder)) return folder;
    try {
      const stat = lstatSync(folder);
      const isOwn = user === undefined || (stat.uid === user && (stat.mode & 0o022) === 0);
      return stat.isDirectory() && isOwn && isWritableFolder(folder) ? folder : undefined;
    } catch {
      return undefined;
    }
  }
}

function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function rotateLog(path: string, bytes: number): void {
  if (existsSync(path) && statSync(path).size + bytes > MAX_LOG_BYTES)
    renameSync(path, path.replace(/\.log$/, ".1.log"));
}
