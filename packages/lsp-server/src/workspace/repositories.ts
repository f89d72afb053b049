/**
 * The repositories of a client's folders, and where a document lies in one. A folder's index is made behind the client's back: until it is there,
 * questions have empty answers.
 */
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Engine, type RegistryEntry, readSource } from "@sdl/engine";

export interface PlacedFile {
  readonly entry: RegistryEntry;
  /** Absolute, free of links. */
  readonly path: string;
  /** Relative to the repository's root, with `/`. */
  readonly file: string;
}

/** A folder that the client has open. */
interface Folder {
  readonly path: string;
  readonly entry: Promise<RegistryEntry | undefined>;
}

export interface RepositoriesOptions {
  readonly engine: Engine;
  /** A path without links, whether or not a file is there. */
  readonly realPath: (path: string) => string;
  /** Makes a repository ready. @param path of a folder @returns its repository; nothing where it has none */
  readonly prepare: (path: string) => Promise<RegistryEntry | undefined>;
}

export class Repositories {
  private readonly folders = new Map<string, Folder>();

  constructor(private readonly options: RepositoriesOptions) {}

  add(uri: string): void {
    const path = pathOf(uri);
    if (path === undefined || this.folders.has(uri)) return;
    this.folders.set(uri, { path, entry: this.options.prepare(path) });
  }

  remove(uri: string): void {
    this.folders.delete(uri);
  }

  /** Of the client's folders, each once. */
  async all(): Promise<readonly RegistryEntry[]> {
    const entries = await Promise.all([...this.folders.values()].map(({ entry }) => entry));
    return [...new Map(entries.flatMap((entry) => (entry === undefined ? [] : [[entry.repoId, entry]]))).values()];
  }

  /** Where a document lies; `undefined` for what is no file, or of no repository. */
  async place(uri: string): Promise<PlacedFile | undefined> {
    const written = pathOf(uri);
    if (written === undefined) return undefined;
    const path = this.options.realPath(written);
    const entry = this.registered(dirname(path)) ?? (await this.entryOfFolder(written));
    const file = entry && pathWithin(entry.rootPath, path);
    return entry === undefined || file === undefined ? undefined : { entry, path, file };
  }

  /** The text of a file on the disk, without a byte order mark. */
  read({ entry, file }: Pick<PlacedFile, "entry" | "file">): string | undefined {
    const read = readSource(entry.rootPath, file);
    return read?.status === "source" ? read.text : undefined;
  }

  /** What the client calls a file that it has not open. */
  async uriOf(entry: RegistryEntry, file: string): Promise<string> {
    const path = join(entry.rootPath, ...file.split("/"));
    for (const folder of this.folders.values()) {
      const inside = pathWithin(this.options.realPath(folder.path), path);
      if (inside !== undefined) return pathToFileURL(join(folder.path, inside)).href;
    }
    return pathToFileURL(path).href;
  }

  private registered(folder: string): RegistryEntry | undefined {
    try {
      return this.options.engine.resolve(folder);
    } catch {
      return undefined; // nobody asked for an index of it
    }
  }

  private async entryOfFolder(path: string): Promise<RegistryEntry | undefined> {
    const holding = [...this.folders.values()].filter((folder) => pathWithin(folder.path, path) !== undefined);
    holding.sort((a, b) => b.path.length - a.path.length);
    return holding[0]?.entry;
  }
}

/** `undefined` for what is no file of this machine. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // of another machine
  }
}

/** With `/`; `undefined` outside of the folder. */
function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  const isOutside = way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way.split(sep).join("/");
}
