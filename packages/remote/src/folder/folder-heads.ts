/**
 * Heads in a folder, moved without locks: `heads/<repository>/<kind>/<name>/<generation>`, where repository and name are
 * hashed, so that any name is a short file name on every system. The record of the highest generation is the head.
 *
 * To move a head, a pusher reads generation n and links a complete record to the name n + 1. Linking fails if the name
 * exists, on local disks and on file servers, so of two pushers that read n only one moves the head. A process that dies
 * leaves a temporary file or a complete generation; there is no lock to break.
 *
 * Old generations are removed after the grace time, lowest first, never the highest. A pusher that slept for longer could
 * then link a generation that existed before. It notices: its generation is not the highest, and the one before it is gone.
 */
import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { RemoteError } from "../errors.js";
import {
  decodeHeadRecord,
  encodeHeadRecord,
  GENERATION,
  generationName,
  type HeadRecord,
  headOf,
  headPath,
  repositoryFolder,
} from "../heads/head-record.js";
import type { Head, PageId } from "../store.js";
import {
  codeOf,
  forEachParallel,
  ifExists,
  makeFolder,
  namesIn,
  readIfExists,
  syncFolder,
  withTemporaryFile,
} from "./files.js";

/** Attempts to read the highest generation while others move the head. */
const READ_ATTEMPTS = 20;

/** A generation of a head, as it was read. */
interface Generation {
  readonly number: number;
  readonly record: HeadRecord;
  readonly text: string;
  readonly movedAtMs: number;
}

/** The files of a store's heads. Rejects with the system's errors, and with `remote_damaged` for a damaged record. */
export class FolderHeads {
  private readonly heads: string;
  private readonly temporary: string;

  constructor(private readonly root: string) {
    this.heads = join(root, "heads");
    this.temporary = join(root, "tmp");
  }

  async read(repository: string, name: string): Promise<Head | undefined> {
    return headOf(await readLatest(join(this.heads, ...headPath(repository, name))));
  }

  async list(repository: string, prefix: string): Promise<Head[]> {
    const kinds = join(this.heads, repositoryFolder(repository));
    const folders: string[] = [];
    for (const kind of await namesIn(kinds)) {
      const mayMatch = `${kind}/`.startsWith(prefix) || prefix.startsWith(`${kind}/`);
      if (mayMatch) for (const name of await namesIn(join(kinds, kind))) folders.push(join(kinds, kind, name));
    }
    const heads: Head[] = [];
    await forEachParallel(folders, async (folder) => {
      const head = headOf(await readLatest(folder));
      if (head?.name.startsWith(prefix) === true) heads.push(head);
    });
    return heads;
  }

  async repositories(): Promise<string[]> {
    const found: string[] = [];
    await forEachParallel(await namesIn(this.heads), async (repository) => {
      for await (const folder of this.headFolders(repository)) {
        const record = (await readLatest(folder))?.record;
        if (record?.manifest !== undefined) return void found.push(record.repository);
      }
    });
    return found;
  }

  async swap(
    repository: string,
    name: string,
    expected: PageId | undefined,
    manifest: PageId | undefined,
  ): Promise<boolean> {
    const parts = headPath(repository, name);
    const folder = join(this.heads, ...parts);
    const before = await readLatest(folder);
    if (before?.record.manifest !== expected) return false;
    if (manifest === undefined && expected === undefined) return true;
    await makeFolder(this.root, "heads", ...parts);
    const swap = randomBytes(16).toString("hex");
    const text = encodeHeadRecord({ repository, name, manifest, swap });
    const number = (before?.number ?? 0) + 1;
    if (!(await this.linkGeneration(pathOf(folder, number), text))) return false;
    await syncFolder(folder);
    const highest = Math.max(...(await generationsIn(folder)));
    return highest === number || (before !== undefined && (await isUnchanged(folder, before)));
  }

  /** Creates a generation. @returns false if another pusher has created it */
  private async linkGeneration(path: string, text: string): Promise<boolean> {
    return withTemporaryFile(this.temporary, text, async (temporary) => {
      try {
        await link(temporary, path);
        return true;
      } catch (error) {
        if (["ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EPERM", "EISDIR"].includes(codeOf(error))) throw noLinks(error);
        if (codeOf(error) !== "EEXIST") throw error;
        // A file server that did not hear its client's answer gets the request twice and refuses the second.
        return (await readIfExists(path))?.toString() === text;
      }
    });
  }

  /** Manifests of all heads, and those replaced at `sinceMs` or later; removes the records of those replaced earlier. */
  async roots(sinceMs: number): Promise<Set<PageId>> {
    const roots = new Set<PageId>();
    for (const repository of await namesIn(this.heads)) {
      for await (const folder of this.headFolders(repository)) {
        for (const manifest of await rootsOf(folder, sinceMs)) roots.add(manifest);
      }
    }
    return roots;
  }

  private async *headFolders(repository: string): AsyncGenerator<string> {
    for (const kind of await namesIn(join(this.heads, repository))) {
      const folder = join(this.heads, repository, kind);
      for (const name of await namesIn(folder)) yield join(folder, name);
    }
  }
}

/** Roots of one head, highest generation first; see {@link FolderHeads.roots}. */
async function rootsOf(folder: string, sinceMs: number): Promise<PageId[]> {
  const roots: PageId[] = [];
  const old: number[] = [];
  let isReplacedEarlier = false;
  for (const number of (await generationsIn(folder)).reverse()) {
    if (isReplacedEarlier) {
      old.push(number);
      continue;
    }
    const path = pathOf(folder, number);
    const found = await ifExists(stat(path));
    if (found === undefined) continue; // another collector removed it
    const { manifest } = parse(await readFile(path, "utf8"), path);
    if (manifest !== undefined) roots.push(manifest);
    // What was replaced before the limit was replaced by this one or by one before it.
    isReplacedEarlier = found.mtimeMs < sinceMs;
  }
  for (const number of old.reverse()) await rm(pathOf(folder, number), { force: true });
  return roots;
}

async function readLatest(folder: string): Promise<Generation | undefined> {
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
    const number = (await generationsIn(folder)).at(-1);
    if (number === undefined) return undefined;
    const path = pathOf(folder, number);
    const found = await ifExists(stat(path));
    const text = (await readIfExists(path))?.toString();
    // Removed meanwhile, so there is a higher one.
    if (found === undefined || text === undefined) continue;
    return { number, record: parse(text, path), text, movedAtMs: Math.floor(found.mtimeMs) };
  }
  throw new RemoteError("remote_unreachable", `${folder} changed at each of ${READ_ATTEMPTS} looks: try again`);
}

/** Numbers of a head's generations, ascending. */
async function generationsIn(folder: string): Promise<number[]> {
  const names = (await namesIn(folder)).filter((name) => GENERATION.test(name));
  return names.map(Number).sort((a, b) => a - b);
}

/** Whether a generation is still the one that was read. */
async function isUnchanged(folder: string, { number, text }: Generation): Promise<boolean> {
  return (await readIfExists(pathOf(folder, number)))?.toString() === text;
}

function parse(text: string, path: string): HeadRecord {
  const record = decodeHeadRecord(text);
  if (record !== undefined) return record;
  const message = `the record of a head is damaged: ${path}: delete this file, which leads back to where the head was`;
  throw new RemoteError("remote_damaged", `${message} before, then push again`);
}

function pathOf(folder: string, generation: number): string {
  return join(folder, generationName(generation));
}

function noLinks(cause: unknown): RemoteError {
  const message = "the folder's file system cannot link files, so that pushers could overwrite each other's work";
  return new RemoteError("remote_unsupported", `${message}: use a folder on another one, or PostgreSQL`, { cause });
}
