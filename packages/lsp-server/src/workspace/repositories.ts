/**
 * The repositories of a client's folders, and where a document lies in one. A folder's index is made behind the client's back: until it is there,
 * questions have empty answers.
 */
import { dirname, join } from "node:path";
import { type Engine, type RegistryEntry, readSource } from "@sdl/engine";
import { pathOfUri, pathWithin, uriOfPath } from "./file-uris.js";

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
  /** Makes a repository ready. @returns it; nothing where the folder has none */
  readonly prepare: (folder: NewFolder) => Promise<RegistryEntry | undefined>;
}

export interface NewFolder {
  readonly uri: string;
  readonly path: string;
  /** Whether the user asked for its index. */
  readonly isAskedFor: boolean;
}

export class Repositories {
  private readonly folders = new Map<string, Folder>();

  constructor(private readonly options: RepositoriesOptions) {}

  add(uri: string): void {
    const path = pathOfUri(uri);
    if (path === undefined || this.folders.has(uri)) return;
    this.folders.set(uri, { path, entry: this.options.prepare({ uri, path, isAskedFor: false }) });
  }

  /** A folder without an index, now that the user asks for one. */
  async prepareAgain(uri: string): Promise<void> {
    const { path } = this.folders.get(uri) ?? {};
    if (path === undefined) return;
    const entry = this.options.prepare({ uri, path, isAskedFor: true });
    this.folders.set(uri, { path, entry });
    await entry;
  }

  remove(uri: string): void {
    this.folders.delete(uri);
  }

  /** Of the client's folders. */
  uris(): readonly string[] {
    return [...this.folders.keys()];
  }

  async ofFolder(uri: string): Promise<RegistryEntry | undefined> {
    return this.folders.get(uri)?.entry;
  }

  /** The client's folders of a repository. */
  async foldersOf({ repoId }: RegistryEntry): Promise<readonly string[]> {
    const entries = await Promise.all(this.uris().map(async (uri) => ({ uri, entry: await this.ofFolder(uri) })));
    return entries.filter(({ entry }) => entry?.repoId === repoId).map(({ uri }) => uri);
  }

  /** Of the client's folders, each once. */
  async all(): Promise<readonly RegistryEntry[]> {
    const entries = await Promise.all([...this.folders.values()].map(({ entry }) => entry));
    return [...new Map(entries.flatMap((entry) => (entry === undefined ? [] : [[entry.repoId, entry]]))).values()];
  }

  /** Where a document lies; `undefined` for what is no file, or of no repository. */
  async place(uri: string): Promise<PlacedFile | undefined> {
    const written = pathOfUri(uri);
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
      if (inside !== undefined) return uriOfPath(join(folder.path, inside));
    }
    return uriOfPath(path);
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
