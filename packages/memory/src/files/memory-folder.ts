/**
 * Folder with a repository's memories: `.sdl-memory/{decisions,bugfixes,task_context}/<memoryId>.md`; files directly in `.sdl-memory` are read too.
 * Knows files, not the meaning of memories. Reads regular files only and follows no links.
 */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { MemoryType, StoredMemory } from "../memory.js";
import { contentHash, MEMORY_ID, memoryIdFromHash } from "../memory-id.js";
import { formatMemory, markRemoved, parseMemory } from "./memory-text.js";
import type { ProgramFiles } from "./program-files.js";

const FOLDER = ".sdl-memory";
const TYPE_FOLDERS: Readonly<Record<MemoryType, string>> = {
  decision: "decisions",
  bugfix: "bugfixes",
  task_context: "task_context",
};
const MAX_FILE_BYTES = 512 * 1024;
const MAX_FILES = 10_000;

/** Writes files of the repository: whole files, not through links, and only inside the root. Paths are repository-relative. */
export interface RepositoryFiles {
  /** Writes a file; creates missing folders. */
  write(path: string, text: string): void;
  /** Deletes a file. @returns whether it existed */
  remove(path: string): boolean;
}

/** A memory and its repository-relative path. */
export interface FiledMemory {
  readonly memory: StoredMemory;
  readonly path: string;
}

/** Memories of a folder, and files that could not be read. */
export interface FolderContent {
  /** Memories ordered by path. */
  readonly memories: readonly FiledMemory[];
  /** Warnings about files that were left out, each with the reason and the next action. */
  readonly warnings: readonly string[];
}

/** Reads and writes a repository's memory files; unchanged files are not parsed again. */
export class MemoryFolder {
  private readonly kept = new Map<
    string,
    { readonly stamp: string; readonly read: FiledMemory | { readonly problem: string } }
  >();

  constructor(
    private readonly rootPath: string,
    private readonly files: RepositoryFiles,
    private readonly programFiles: ProgramFiles,
  ) {}

  /** Identifier of the folder's state: changes if a file is added or removed, but not if a file is edited in place. */
  stateId(): string {
    return this.folders()
      .map((folder) => lstatSync(join(this.rootPath, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join(" ");
  }

  /** Reads the files that changed since the previous call. If the folder does not exist, the result is empty. */
  read(): FolderContent {
    const memories: FiledMemory[] = [];
    const warnings: string[] = [];
    const paths = this.folders().flatMap((folder) => this.filesInFolder(folder));
    for (const path of paths.slice(0, MAX_FILES)) {
      const read = this.readFile(path);
      if ("problem" in read) warnings.push(`${path} was left out: ${read.problem}`);
      else memories.push(read);
    }
    if (paths.length > MAX_FILES)
      warnings.push(
        `${FOLDER} has ${paths.length} files and only the first ${MAX_FILES} were read; delete memories that are no longer needed`,
      );
    for (const path of this.kept.keys()) if (!paths.includes(path)) this.kept.delete(path);
    return { memories, warnings };
  }

  /**
   * Writes a memory's file.
   * @param path current path of the memory, if it has a file
   * @returns path of the file, repository-relative
   * @throws the system's error if the folder cannot be written
   */
  write(memory: StoredMemory, path?: string): string {
    const target = path ?? `${FOLDER}/${TYPE_FOLDERS[memory.type]}/${memory.memoryId}.md`;
    this.files.write(target, formatMemory(memory));
    return target;
  }

  /** Marks the memory of a file as removed. @throws the system's error if the file cannot be written */
  markRemoved(path: string, at: string): void {
    this.files.write(path, markRemoved(this.programFiles.read(join(this.rootPath, path), MAX_FILE_BYTES), at));
  }

  /** Deletes the file of a memory. @returns whether it existed */
  delete(path: string): boolean {
    return this.files.remove(path);
  }

  private folders(): string[] {
    const all = [FOLDER, ...Object.values(TYPE_FOLDERS).map((name) => `${FOLDER}/${name}`)];
    return all.filter(
      (folder) => lstatSync(join(this.rootPath, folder), { throwIfNoEntry: false })?.isDirectory() === true,
    );
  }

  private filesInFolder(folder: string): string[] {
    const entries = readdirSync(join(this.rootPath, folder), { withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && entry.name.endsWith(".md") && !/^readme\.md$/i.test(entry.name),
    );
    return files.map((entry) => `${folder}/${entry.name}`).sort();
  }

  private readFile(path: string): FiledMemory | { readonly problem: string } {
    const absolute = join(this.rootPath, path);
    const stat = this.programFiles.stat(absolute);
    if (stat === undefined) return { problem: "it was deleted while the folder was read" };
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
      return { problem: `it has ${stat.size} bytes; a memory may have at most ${MAX_FILE_BYTES}; shorten it` };
    const name = path.slice(path.lastIndexOf("/") + 1, -".md".length);
    const [type] = Object.entries(TYPE_FOLDERS).find(([, folder]) => path.split("/").at(-2) === folder) ?? [];
    let text: string;
    try {
      text = this.programFiles.read(absolute, MAX_FILE_BYTES);
    } catch (error) {
      return { problem: `it cannot be read (${String(error)})` };
    }
    const parsed = parseMemory(text, {
      memoryId: MEMORY_ID.test(name)
        ? name
        : memoryIdFromHash(contentHash("", { type: "decision", title: "", content: path })),
      type: type as MemoryType | undefined,
      writtenAt: new Date(stat.mtimeMs).toISOString(),
    });
    return "problem" in parsed ? parsed : { memory: parsed.memory, path };
  }
}
