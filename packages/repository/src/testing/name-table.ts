/** A remote's table of names by itself, for measurements: names without the pages that a push would write. */
import type { LedgerSnapshot } from "@sdl/graph";
import { encodeManifest, type FileNames, type FoundName, type NameQuery, openRemote, pageOf } from "@sdl/remote";
import { branchHead } from "../remote/heads.js";
import { namesOf } from "../remote/version-names.js";

/** An opened table. */
export interface NameTable {
  /** Writes a repository's names with its first head. */
  put(repository: string, files: readonly FileNames[]): Promise<void>;
  search(query: NameQuery): Promise<readonly FoundName[] | undefined>;
  close(): Promise<void>;
}

/** Names of a version's files, as a push writes them. @param snapshot stays open while they are used */
export function fileNames(snapshot: LedgerSnapshot): readonly FileNames[] {
  return namesOf(snapshot);
}

/** Opens the table of a remote, which is created. @param url `postgres://…` */
export async function openNameTable(url: string): Promise<NameTable> {
  const store = await openRemote(url, { create: true });
  const page = pageOf(Buffer.from("a page"));
  const manifest = pageOf(encodeManifest([page.id]));
  await store.putPages([page, manifest]);
  return {
    put: async (repository, names) => {
      await store.swapHead(repository, branchHead("main"), undefined, { manifest: manifest.id, names });
    },
    search: (query) => store.searchNames(query),
    close: () => store.close(),
  };
}
