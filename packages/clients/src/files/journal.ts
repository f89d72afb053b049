/**
 * Journal of the files that set-up wrote, with their previous bytes, so that every change can be undone byte for byte. Stored in `clients/` of
 * SDL's home, never in a repository. A record is written before its file, so a crash leaves no unrecorded change.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readConfigFile, removeEmpty, sha256Hex, writeConfigFile } from "./config-file.js";

/** One part written into a file. */
export interface PartRecord {
  /** Id of the part, see {@link Part.id}. */
  readonly id: string;
  /** Clients that requested the part; several clients can read the same AGENTS.md. */
  readonly clients: readonly string[];
  /** Number of containers created with the part. */
  readonly made: number;
}

/** Parts that set-up wrote into one file. */
export interface FileRecord {
  /** The file itself, not a link to it. */
  readonly target: string;
  /** Name of the backup of the previous bytes in `backups/`; absent if the file was created. */
  readonly backup?: string;
  /** Digest of the bytes written last. */
  readonly written: string;
  readonly parts: readonly PartRecord[];
  /** Folders created for the file, outermost first. */
  readonly folders: readonly string[];
}

/** Records by file, stored after each change. */
export class Journal {
  private readonly folder: string;
  private readonly path: string;
  private readonly records: Map<string, FileRecord>;

  /** @param home SDL's home @param isDryRun writes nothing; changes exist in this object only */
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

  allRecords(): readonly FileRecord[] {
    return [...this.records.values()];
  }

  backupPath(record: FileRecord): string | undefined {
    return record.backup === undefined ? undefined : join(this.backups, record.backup);
  }

  /** @returns `undefined` if the file was created or the backup is missing */
  readBackup(record: FileRecord): Buffer | undefined {
    const path = this.backupPath(record);
    return path === undefined ? undefined : readConfigFile(path).bytes;
  }

  /** Backs up the bytes of a file. @returns the backup's name */
  backUp(target: string, bytes: Uint8Array): string {
    const name = `${sha256Hex(Buffer.from(target)).slice(0, 8)}-${sha256Hex(bytes).slice(0, 8)}-${basename(target)}`;
    if (this.isDryRun) return name;
    mkdirSync(this.backups, { recursive: true, mode: 0o700 });
    const path = join(this.backups, name);
    // The backup may contain data that the file's mode protects.
    if (!existsSync(path)) writeFileSync(path, bytes, { mode: 0o600 });
    return name;
  }

  put(record: FileRecord): void {
    const old = this.records.get(record.target);
    this.records.set(record.target, record);
    this.write();
    if (old?.backup !== undefined && old.backup !== record.backup) this.dropBackup(old.backup);
  }

  /** @param keepBackup whether the file now differs from the backup */
  removeRecord(target: string, keepBackup: boolean): void {
    const record = this.records.get(target);
    if (record === undefined) return;
    this.records.delete(target);
    this.transferFolders(record.folders);
    this.write();
    if (record.backup !== undefined && !keepBackup) this.dropBackup(record.backup);
    if (this.records.size === 0 && !this.isDryRun) removeEmpty([this.folder, this.backups]);
  }

  /** Transfers folders that were created for a removed file to other files inside them, so that they are removed with those. */
  private transferFolders(folders: readonly string[]): void {
    for (const record of this.allRecords()) {
      const more = folders.filter((folder) => isWithin(record.target, folder) && !record.folders.includes(folder));
      if (more.length > 0) this.records.set(record.target, { ...record, folders: [...more, ...record.folders] });
    }
  }

  private dropBackup(name: string): void {
    if (!this.isDryRun && this.allRecords().every(({ backup }) => backup !== name))
      rmSync(join(this.backups, name), { force: true });
  }

  private write(): void {
    if (this.isDryRun) return;
    const file = readConfigFile(this.path);
    if (this.records.size === 0) rmSync(this.path, { force: true });
    else writeConfigFile(file, Buffer.from(`${JSON.stringify({ version: 1, files: this.allRecords() }, null, 2)}\n`));
  }
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(join(folder, "x").slice(0, -1));
}

/** Existing files that set-up wrote and that were not restored since. @param home SDL's home */
export function writtenFiles(home: string): string[] {
  const targets = new Journal(home, true).allRecords().map(({ target }) => target);
  return targets.filter((target) => existsSync(target));
}

/** Records of the journal; none if it cannot be read. Parts in files are then still found by their content. */
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
