/**
 * The folder of memories of a repository: `.sdl-memory/{decisions,bugfixes,task_context}/<memoryId>.md`. Files that lie flat in it are read too.
 * Knows files, not what memories mean. Only regular files are read, and links are not followed.
 */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { MemoryType, StoredMemory } from "../memory.js";
import { contentHash, MEMORY_ID, memoryIdOf } from "../memory-id.js";
import { formatMemory, markRemoved, parseMemory } from "./memory-text.js";
import type { OwnFiles } from "./own-files.js";

const FOLDER = ".sdl-memory";
const TYPE_FOLDERS: Readonly<Record<MemoryType, string>> = {
  decision: "decisions",
  bugfix: "bugfixes",
  task_context: "task_context",
};
const MAX_FILE_BYTES = 512 * 1024;
const MAX_FILES = 10_000;

/** How files of the repository are written: whole, through no link, inside the root. Paths are repository-relative. */
export interface RepositoryFiles {
  /** Makes the folders on the way. */
  write(path: string, text: string): void;
  /** @returns whether there was a file */
  remove(path: string): boolean;
}

/** A memory and where it stands, repository-relative. */
export interface FiledMemory {
  readonly memory: StoredMemory;
  readonly path: string;
}

export interface FolderContent {
  /** By path. */
  readonly memories: readonly FiledMemory[];
  /** Files that were left out, each with why and what to do. */
  readonly warnings: readonly string[];
}

export class MemoryFolder {
  private readonly kept = new Map<
    string,
    { readonly stamp: string; readonly read: FiledMemory | { readonly problem: string } }
  >();

  constructor(
    private readonly rootPath: string,
    private readonly files: RepositoryFiles,
    private readonly ownFiles: OwnFiles,
  ) {}

  /** Changes when a file comes or goes; not when one is edited in place. */
  stamp(): string {
    return this.folders()
      .map((folder) => lstatSync(join(this.rootPath, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join(" ");
  }

  /** Reads what changed since the last time. An absent folder has no memories. */
  read(): FolderContent {
    const memories: FiledMemory[] = [];
    const warnings: string[] = [];
    const paths = this.folders().flatMap((folder) => this.filesOf(folder));
    for (const path of paths.slice(0, MAX_FILES)) {
      const read = this.readFile(path);
      if ("problem" in read) warnings.push(`${path} was left out: ${read.problem}`);
      else memories.push(read);
    }
    if (paths.length > MAX_FILES) warnings.push(`${FOLDER} has ${paths.length} files; only ${MAX_FILES} were read`);
    for (const path of this.kept.keys()) if (!paths.includes(path)) this.kept.delete(path);
    return { memories, warnings };
  }

  /**
   * Writes a memory's file. @param path where it stands already
   * @returns its path, repository-relative
   * @throws the system's error when the folder cannot be written
   */
  write(memory: StoredMemory, path?: string): string {
    const target = path ?? `${FOLDER}/${TYPE_FOLDERS[memory.type]}/${memory.memoryId}.md`;
    this.files.write(target, formatMemory(memory));
    return target;
  }

  /** Marks the memory of a file as removed. @throws the system's error when it cannot be written */
  markRemoved(path: string, at: string): void {
    this.files.write(path, markRemoved(this.ownFiles.read(join(this.rootPath, path), MAX_FILE_BYTES), at));
  }

  /** @returns whether there was a file */
  delete(path: string): boolean {
    return this.files.remove(path);
  }

  private folders(): string[] {
    const all = [FOLDER, ...Object.values(TYPE_FOLDERS).map((name) => `${FOLDER}/${name}`)];
    return all.filter(
      (folder) => lstatSync(join(this.rootPath, folder), { throwIfNoEntry: false })?.isDirectory() === true,
    );
  }

  private filesOf(folder: string): string[] {
    const entries = readdirSync(join(this.rootPath, folder), { withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && entry.name.endsWith(".md") && !/^readme\.md$/i.test(entry.name),
    );
    return files.map((entry) => `${folder}/${entry.name}`).sort();
  }

  private readFile(path: string): FiledMemory | { readonly problem: string } {
    const absolute = join(this.rootPath, path);
    const stat = this.ownFiles.stat(absolute);
    if (stat === undefined) return { problem: "it went while the folder was read" };
    const stamp = `${stat.size} ${stat.mtimeMs} ${stat.ino} ${stat.ctimeMs}`;
    const kept = this.kept.get(path);
    if (kept?.stamp === stamp) return kept.read;
    const read = this.parseFile(absolute, path, stat);
    this.kept.set(path, { stamp, read });
    return read;
  }

  private parseFile(
    absolute: string,
    path: string,
    stat: { size: number; mtimeMs: number },
  ): FiledMemory | { problem: string } {
    if (stat.size > MAX_FILE_BYTES)
      return { problem: `it has ${stat.size} bytes; memories have at most ${MAX_FILE_BYTES}` };
    const name = path.slice(path.lastIndexOf("/") + 1, -".md".length);
    const [type] = Object.entries(TYPE_FOLDERS).find(([, folder]) => path.split("/").at(-2) === folder) ?? [];
    let text: string;
    try {
      text = this.ownFiles.read(absolute, MAX_FILE_BYTES);
    } catch (error) {
      return { problem: `it cannot be read (${String(error)})` };
    }
    const parsed = parseMemory(text, {
      memoryId: MEMORY_ID.test(name)
        ? name
        : memoryIdOf(contentHash("", { type: "decision", title: "", content: path })),
      type: type as MemoryType | undefined,
      writtenAt: new Date(stat.mtimeMs).toISOString(),
    });
    return "problem" in parsed ? parsed : { memory: parsed.memory, path };
  }
}
