/**
 * What was written into which file, so that it can be taken back byte for byte: in `clients/` of sdl's home, with the bytes from before.
 * Nothing of it lies in a repository. A record is written before the file it is about, so that a crash leaves nothing unknown.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { digest, readConfigFile, removeEmpty, writeConfigFile } from "./config-file.js";

/** One thing that stands in a file. */
export interface PartRecord {
  /** What it is; see `partId`. */
  readonly id: string;
  /** The clients that asked for it: several read an AGENTS.md. */
  readonly clients: readonly string[];
  /** How many containers came with it. */
  readonly made: number;
}

export interface FileRecord {
  /** The file itself, not a link to it. */
  readonly target: string;
  /** The name of the bytes from before, in `backups/`; absent where the file was made. */
  readonly backup?: string;
  /** The digest of what was written last. */
  readonly written: string;
  readonly parts: readonly PartRecord[];
  /** The folders that were made for the file, the outermost first. */
  readonly folders: readonly string[];
}

export class Journal {
  private readonly folder: string;
  private readonly path: string;
  private readonly records: Map<string, FileRecord>;

  /** @param home of sdl @param isDryRun nothing is written; what is put in is known to this object alone */
  constructor(
    home: string,
    private readonly isDryRun: boolean,
  ) {
    this.folder = join(home, "clients");
    this.path = join(this.folder, "journal.json");
    this.records = new Map(readRecords(this.path).map((record) => [record.target, record]));
  }

  private get backups(): string {
    return join(this.folder, "backups");
  }

  get(target: string): FileRecord | undefined {
    return this.records.get(target);
  }

  all(): readonly FileRecord[] {
    return [...this.records.values()];
  }

  backupPath(record: FileRecord): string | undefined {
    return record.backup === undefined ? undefined : join(this.backups, record.backup);
  }

  /** @returns `undefined` where the file was made, or the backup is gone */
  readBackup(record: FileRecord): Buffer | undefined {
    const path = this.backupPath(record);
    return path === undefined ? undefined : readConfigFile(path).bytes;
  }

  /** Keeps the bytes of a file. @returns the backup's name */
  keep(target: string, bytes: Uint8Array): string {
    const name = `${digest(Buffer.from(target)).slice(0, 8)}-${digest(bytes).slice(0, 8)}-${basename(target)}`;
    if (this.isDryRun) return name;
    mkdirSync(this.backups, { recursive: true, mode: 0o700 });
    const path = join(this.backups, name);
    // It may hold what the file keeps from others.
    if (!existsSync(path)) writeFileSync(path, bytes, { mode: 0o600 });
    return name;
  }

  put(record: FileRecord): void {
    const old = this.records.get(record.target);
    this.records.set(record.target, record);
    this.write();
    if (old?.backup !== undefined && old.backup !== record.backup) this.dropBackup(old.backup);
  }

  /** @param keepBackup where what is in the file now is not what it holds */
  drop(target: string, keepBackup: boolean): void {
    const record = this.records.get(target);
    if (record === undefined) return;
    this.records.delete(target);
    this.handOn(record.folders);
    this.write();
    if (record.backup !== undefined && !keepBackup) this.dropBackup(record.backup);
    if (this.records.size === 0 && !this.isDryRun) removeEmpty([this.folder, this.backups]);
  }

  /** Folders that were made for one file, and hold another one by now, go with that. */
  private handOn(folders: readonly string[]): void {
    for (const record of this.all()) {
      const more = folders.filter((folder) => isWithin(record.target, folder) && !record.folders.includes(folder));
      if (more.length > 0) this.records.set(record.target, { ...record, folders: [...more, ...record.folders] });
    }
  }

  private dropBackup(name: string): void {
    if (!this.isDryRun && this.all().every(({ backup }) => backup !== name))
      rmSync(join(this.backups, name), { force: true });
  }

  private write(): void {
    if (this.isDryRun) return;
    const file = readConfigFile(this.path);
    if (this.records.size === 0) rmSync(this.path, { force: true });
    else writeConfigFile(file, Buffer.from(`${JSON.stringify({ version: 1, files: this.all() }, null, 2)}\n`));
  }
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(join(folder, "x").slice(0, -1));
}

/** The files that set-up wrote, that are there, and that were not taken back. @param home of sdl */
export function writtenFiles(home: string): string[] {
  const targets = new Journal(home, true).all().map(({ target }) => target);
  return targets.filter((target) => existsSync(target));
}

/** A journal that cannot be read is none: what stands in files is found there all the same. */
function readRecords(path: string): FileRecord[] {
  try {
    const { files } = JSON.parse(readFileSync(path, "utf8")) as { readonly files?: unknown };
    return Array.isArray(files) ? files.filter(isRecordOfFile) : [];
  } catch {
    return [];
  }
}

function isRecordOfFile(value: Partial<FileRecord> | null): value is FileRecord {
  return typeof value?.target === "string" && Array.isArray(value.parts) && Array.isArray(value.folders);
}
