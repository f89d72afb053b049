/**
 * Pages in a folder: `pages/ab/abcdef…`, written under a temporary name and renamed. A page's time of put is the file's
 * time of change. `damaged/<id>` marks a page that a reader refused.
 *
 * A page is removed in two steps, because a pusher may find it in between: it is first renamed to a name of its own,
 * and deleted only if its time of put is still old. A pusher sets the time, then looks whether the page is still there.
 * So either the pusher misses the page and writes it again, or the collector sees the new time and puts it back.
 * Until then readers look for the other name.
 */
import { randomBytes } from "node:crypto";
import { link, open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ABANDONED_FILE_MS, isTemporaryFileName } from "@sdl/model";
import type { RemovedPages, StoredPage } from "../backend.js";
import { isPageId } from "../pages/page.js";
import type { PageId } from "../store.js";
import {
  codeOf,
  forEachParallel,
  ifExists,
  makeFolder,
  namesIn,
  readIfExists,
  renameOver,
  syncFolder,
  withTemporaryFile,
} from "./files.js";

/** Ends the name of a page that a collector is about to delete. */
const CONDEMNED = ".condemned";

/** The files of a store's pages. Rejects with the system's errors. */
export class FolderPages {
  private readonly pages: string;
  private readonly damaged: string;
  private readonly temporary: string;

  constructor(private readonly root: string) {
    this.pages = join(root, "pages");
    this.damaged = join(root, "damaged");
    this.temporary = join(root, "tmp");
  }

  /** The clock of the file server, which sets times of change. */
  nowMs(): Promise<number> {
    return withTemporaryFile(this.temporary, "", async (path) => (await stat(path)).mtimeMs);
  }

  async refresh(ids: readonly PageId[]): Promise<Set<PageId>> {
    const now = new Date(await this.nowMs());
    const damaged = new Set(await namesIn(this.damaged));
    const present = new Set<PageId>();
    await forEachParallel(
      ids.filter((id) => !damaged.has(id)),
      async (id) => {
        if (await this.refreshOne(id, now)) present.add(id);
      },
    );
    return present;
  }

  private async refreshOne(id: PageId, now: Date): Promise<boolean> {
    const path = this.pathOf(id);
    try {
      await utimes(path, now, now);
      // Opening asks the file server, where a stat may be answered from a cache.
      await (await open(path, "r")).close();
      return true;
    } catch (error) {
      // Another user's file: only its owner may set the time. Writing the page again replaces it.
      if (["ENOENT", "EPERM", "EACCES"].includes(codeOf(error))) return false;
      throw error;
    }
  }

  async write(pages: readonly StoredPage[]): Promise<void> {
    const folders = new Set(pages.map(({ id }) => shardOf(id)));
    await forEachParallel([...folders], async (shard) => void (await makeFolder(this.root, "pages", shard)));
    await forEachParallel(pages, ({ id, stored }) =>
      withTemporaryFile(this.temporary, stored, (path) => renameOver(path, this.pathOf(id))),
    );
    await forEachParallel([...folders], (shard) => syncFolder(join(this.pages, shard)));
    const marks = new Set(await namesIn(this.damaged));
    const mended = pages.filter(({ id }) => marks.has(id));
    await forEachParallel(mended, ({ id }) => rm(join(this.damaged, id), { force: true }));
  }

  async read(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
    const found = new Map<PageId, Uint8Array>();
    await forEachParallel(ids, async (id) => {
      const stored =
        (await readIfExists(this.pathOf(id))) ??
        (await this.readCondemned(id)) ??
        // It was put back between the two looks.
        (await readIfExists(this.pathOf(id)));
      if (stored !== undefined) found.set(id, stored);
    });
    return found;
  }

  private async readCondemned(id: PageId): Promise<Uint8Array | undefined> {
    const folder = join(this.pages, shardOf(id));
    const names = await namesIn(folder);
    const name = names.find((one) => one.startsWith(`${id}.`) && one.endsWith(CONDEMNED));
    return name === undefined ? undefined : readIfExists(join(folder, name));
  }

  async markDamaged(id: PageId): Promise<void> {
    await makeFolder(this.root, "damaged");
    await writeFile(join(this.damaged, id), "");
  }

  /** Removes pages, and temporary files that processes left when they died. */
  async remove(reached: ReadonlySet<PageId>, beforeMs: number, signal?: AbortSignal): Promise<RemovedPages> {
    let pages = 0;
    let bytes = 0;
    for (const shard of await namesIn(this.pages)) {
      signal?.throwIfAborted();
      const folder = join(this.pages, shard);
      await forEachParallel(await readdir(folder), async (name) => {
        const condemned = await this.condemn(folder, name, reached, beforeMs);
        const sizeBytes = condemned === undefined ? undefined : await judge(folder, condemned, beforeMs);
        if (sizeBytes === undefined) return;
        pages++;
        bytes += sizeBytes;
      });
    }
    await this.removeAbandoned();
    return { pages, bytes };
  }

  /** Renames a page that may be removed. @returns the name, also of one that a collector left when it died */
  private async condemn(
    folder: string,
    name: string,
    reached: ReadonlySet<PageId>,
    beforeMs: number,
  ): Promise<string | undefined> {
    if (name.endsWith(CONDEMNED)) return name;
    if (!isPageId(name) || reached.has(name)) return undefined;
    const path = join(folder, name);
    const found = await ifExists(stat(path));
    if (found === undefined || found.mtimeMs >= beforeMs) return undefined;
    const condemned = `${name}.${randomBytes(6).toString("hex")}${CONDEMNED}`;
    const renamed = await ifExists(rename(path, join(folder, condemned)).then(() => condemned));
    return renamed;
  }

  private async removeAbandoned(): Promise<void> {
    const beforeMs = (await this.nowMs()) - ABANDONED_FILE_MS;
    await forEachParallel((await namesIn(this.temporary)).filter(isTemporaryFileName), async (name) => {
      const path = join(this.temporary, name);
      const found = await ifExists(stat(path));
      if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true });
    });
  }

  private pathOf(id: PageId): string {
    return join(this.pages, shardOf(id), id);
  }
}

/** Deletes a condemned page if it is still old, else puts it back. @returns its size in bytes if it was deleted */
async function judge(folder: string, condemned: string, beforeMs: number): Promise<number | undefined> {
  const path = join(folder, condemned);
  const file = await ifExists(open(path, "r"));
  if (file === undefined) return undefined; // another collector was first
  const { mtimeMs, size } = await file.stat().finally(() => file.close());
  if (mtimeMs >= beforeMs) {
    await putBack(path, join(folder, condemned.slice(0, condemned.indexOf("."))));
    return undefined;
  }
  await rm(path, { force: true });
  return size;
}

async function putBack(condemned: string, path: string): Promise<void> {
  try {
    await link(condemned, path);
  } catch (error) {
    // Written again, or put back by another collector.
    if (!["EEXIST", "ENOENT"].includes(codeOf(error))) throw error;
  }
  await rm(condemned, { force: true });
}

function shardOf(id: PageId): string {
  return id.slice(0, 2);
}
