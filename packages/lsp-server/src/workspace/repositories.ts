/**
 * Repositories of the client's folders, and the place of documents in them. Folders are indexed in the background; until then, requests have empty
 * answers.
 */
import { dirname, join } from "node:path";
import { type Engine, type RegistryEntry, readSource } from "@sdl/engine";
import { pathOfUri, pathWithin, uriOfPath } from "./file-uris.js";

/** A document's file in its repository. */
export interface PlacedFile {
  readonly entry: RegistryEntry;
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Path relative to the repository's root, with `/`. */
  readonly file: string;
}

/** A folder that the client has open. */
interface Folder {
  readonly path: string;
  readonly entry: Promise<RegistryEntry | undefined>;
}

/** Host functions, and the indexing of folders. */
export interface RepositoriesOptions {
  readonly engine: Engine;
  /** Resolves symbolic links in a path; the file need not exist. */
  readonly realPath: (path: string) => string;
  /** Prepares the repository of a folder. @returns `undefined` if the folder has none */
  readonly prepare: (folder: NewFolder) => Promise<RegistryEntry | undefined>;
}

/** A folder that the client opened. */
export interface NewFolder {
  readonly uri: string;
  readonly path: string;
  /** Whether the user requested its index. */
  readonly isRequested: boolean;
}

/** Repositories by folder URI. */
export class Repositories {
  private readonly folders = new Map<string, Folder>();

  constructor(private readonly options: RepositoriesOptions) {}

  add(uri: string): void {
    const path = pathOfUri(uri);
    if (path === undefined || this.folders.has(uri)) return;
    this.folders.set(uri, { path, entry: this.options.prepare({ uri, path, isRequested: false }) });
  }

  /** Prepares a folder without an index again, because the user requested one. */
  async prepareAgain(uri: string): Promise<void> {
    const { path } = this.folders.get(uri) ?? {};
    if (path === undefined) return;
    const entry = this.options.prepare({ uri, path, isRequested: true });
    this.folders.set(uri, { path, entry });
    await entry;
  }

  remove(uri: string): void {
    this.folders.delete(uri);
  }

  /** URIs of the client's folders. */
  uris(): readonly string[] {
    return [...this.folders.keys()];
  }

  async ofFolder(uri: string): Promise<RegistryEntry | undefined> {
    return this.folders.get(uri)?.entry;
  }

  /** URIs of the client's folders that belong to a repository. */
  async foldersOfRepository({ repoId }: RegistryEntry): Promise<readonly string[]> {
    const entries = await Promise.all(this.uris().map(async (uri) => ({ uri, entry: await this.ofFolder(uri) })));
    return entries.filter(({ entry }) => entry?.repoId === repoId).map(({ uri }) => uri);
  }

  /** Repositories of the client's folders, each once. */
  async all(): Promise<readonly RegistryEntry[]> {
    const entries = await Promise.all([...this.folders.values()].map(({ entry }) => entry));
    return [...new Map(entries.flatMap((entry) => (entry === undefined ? [] : [[entry.repoId, entry]]))).values()];
  }

  /** Place of a document; `undefined` if it is not a file or belongs to no repository. */
  async placeOfUri(uri: string): Promise<PlacedFile | undefined> {
    const written = pathOfUri(uri);
    if (written === undefined) return undefined;
    const path = this.options.realPath(written);
    const entry = this.registeredEntry(dirname(path)) ?? (await this.entryOfFolder(written));
    const file = entry && pathWithin(entry.rootPath, path);
    return entry === undefined || file === undefined ? undefined : { entry, path, file };
  }

  /** Text of a file on disk, without a byte order mark. */
  read({ entry, file }: Pick<PlacedFile, "entry" | "file">): string | undefined {
    const read = readSource(entry.rootPath, file);
    return read?.status === "source" ? read.text : undefined;
  }

  /** The URI of a file that the client does not have open. */
  async uriOf(entry: RegistryEntry, file: string): Promise<string> {
    const path = join(entry.rootPath, ...file.split("/"));
    for (const folder of this.folders.values()) {
      const inside = pathWithin(this.options.realPath(folder.path), path);
      if (inside !== undefined) return uriOfPath(join(folder.path, inside));
    }
    return uriOfPath(path);
  }

  private registeredEntry(folder: string): RegistryEntry | undefined {
    try {
      return this.options.engine.resolve(folder);
    } catch {
      return undefined; // the folder belongs to no registered repository
    }
  }

  private async entryOfFolder(path: string): Promise<RegistryEntry | undefined> {
    const holding = [...this.folders.values()].filter((folder) => pathWithin(folder.path, path) !== undefined);
    holding.sort((a, b) => b.path.length - a.path.length);
    return holding[0]?.entry;
  }
}
