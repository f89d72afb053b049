/** Opens or creates a store in a folder. `sdl-remote.json` marks such a folder and names the format. */
import { link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Backend, RemovedPages, StoredPage } from "../backend.js";
import { RemoteError } from "../errors.js";
import { checkMarker, MARKER, MARKER_TEXT } from "../marker.js";
import type { Head, NamedVersion, PageId } from "../store.js";
import { codeOf, folderError, makeFolder, readIfExists, syncFolder, withTemporaryFile } from "./files.js";
import { FolderHeads } from "./folder-heads.js";
import { FolderPages } from "./folder-pages.js";

/** Names that file systems and tools put into an otherwise empty folder. */
const IGNORED = /^\.|^(lost\+found|System Volume Information)$/;

/**
 * The store in a folder.
 * @param isCreating makes the folder and the store if they do not exist
 * @throws {RemoteError} `remote_not_found`, `remote_unsupported` for a folder of other files, `remote_too_new`, or what
 * the system refuses
 */
export async function openFolder(root: string, isCreating: boolean): Promise<Backend> {
  try {
    const marker = (await readIfExists(join(root, MARKER)))?.toString();
    if (marker !== undefined) checkMarker(root, join(root, MARKER), marker);
    else if (isCreating) await createStore(root);
    else throw notFound(root);
  } catch (error) {
    throw folderError(root, error);
  }
  return new FolderBackend(root);
}

function notFound(root: string): RemoteError {
  const message = `${root} holds no store of pages: check that its share is mounted, or create it with \`sdl remote add\``;
  return new RemoteError("remote_not_found", message);
}

async function createStore(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const others = (await readdir(root)).filter((name) => !IGNORED.test(name) && !["tmp", MARKER].includes(name));
  if (others.length > 0) {
    const message = `${root} holds other files (${others[0]}): name an empty folder, or one that does not exist`;
    throw new RemoteError("remote_unsupported", message);
  }
  const temporary = await makeFolder(root, "tmp");
  await withTemporaryFile(temporary, MARKER_TEXT, async (path) => {
    try {
      await link(path, join(root, MARKER));
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error; // another process created it
    }
  });
  await syncFolder(root);
}

/** A folder as a backend: files, with the package's errors. */
class FolderBackend implements Backend {
  private readonly pages: FolderPages;
  private readonly heads: FolderHeads;

  constructor(readonly place: string) {
    this.pages = new FolderPages(place);
    this.heads = new FolderHeads(place);
  }

  refreshPages(ids: readonly PageId[]): Promise<ReadonlySet<PageId>> {
    return this.guard(this.pages.refresh(ids));
  }

  writePages(pages: readonly StoredPage[]): Promise<void> {
    return this.guard(this.pages.write(pages));
  }

  readStored(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
    return this.guard(this.pages.read(ids));
  }

  async markDamaged(id: PageId): Promise<void> {
    try {
      await this.pages.markDamaged(id);
    } catch (error) {
      if (folderError(this.place, error) === error) throw error;
    }
  }

  async readHead(repository: string, name: string): Promise<Head | undefined> {
    const head = await this.guard(this.heads.read(repository, name));
    if (head === undefined) await this.checkIsThere();
    return head;
  }

  async listHeads(repository: string, prefix: string): Promise<Head[]> {
    const heads = await this.guard(this.heads.list(repository, prefix));
    if (heads.length === 0) await this.checkIsThere();
    return heads;
  }

  /** A folder keeps no names: searching it would read every file. */
  async searchNames(): Promise<undefined> {
    return undefined;
  }

  swapHead(
    repository: string,
    name: string,
    expected: PageId | undefined,
    next: PageId | NamedVersion | undefined,
  ): Promise<boolean> {
    const manifest = typeof next === "object" ? next.manifest : next;
    return this.guard(this.heads.swap(repository, name, expected, manifest));
  }

  async repositories(): Promise<string[]> {
    const repositories = await this.guard(this.heads.repositories());
    if (repositories.length === 0) await this.checkIsThere();
    return repositories;
  }

  nowMs(): Promise<number> {
    return this.guard(this.pages.nowMs());
  }

  rootManifests(sinceMs: number): Promise<ReadonlySet<PageId>> {
    return this.guard(this.heads.roots(sinceMs));
  }

  removePages(reached: ReadonlySet<PageId>, beforeMs: number, signal?: AbortSignal): Promise<RemovedPages> {
    return this.guard(this.pages.remove(reached, beforeMs, signal));
  }

  async close(): Promise<void> {
    // Files are open only within a call.
  }

  /** Tells a store without such heads from a share that is no longer mounted. */
  private async checkIsThere(): Promise<void> {
    if ((await this.guard(readIfExists(join(this.place, MARKER)))) === undefined) throw notFound(this.place);
  }

  private async guard<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      throw folderError(this.place, error);
    }
  }
}
