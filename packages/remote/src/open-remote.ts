/** Opens the store that a URL names. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { RemoteError } from "./errors.js";
import { openFolder } from "./folder/open-folder.js";
import { PagedStore } from "./paged-store.js";
import { openPostgres } from "./postgres/open-postgres.js";
import { shownUrl } from "./postgres/postgres-url.js";
import { openS3 } from "./s3/open-s3.js";
import { parseS3Url } from "./s3/s3-url.js";
import type { RemoteStore } from "./store.js";

/** Options of {@link openRemote}. */
export interface OpenOptions {
  /** Creates the store if the place holds none, and upgrades an older one. */
  readonly create?: boolean;
}

/**
 * Opens a team's store.
 * @param url a folder's path, `file://…`, `postgres://…`, or `s3://…`
 * @throws {RemoteError} `remote_invalid` for other URLs, `remote_not_found` if there is no store and `create` is not set
 */
export async function openRemote(url: string, { create = false }: OpenOptions = {}): Promise<RemoteStore> {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url) ?? [];
  switch (scheme?.toLowerCase()) {
    case undefined:
      return new PagedStore(await openFolder(resolve(url), create));
    case "file":
      return new PagedStore(await openFolder(folderOf(url), create));
    case "postgres":
    case "postgresql":
      return new PagedStore(await openPostgres(url, create));
    case "s3":
      return new PagedStore(await openS3(url, create));
    default:
      throw new RemoteError(
        "remote_invalid",
        `no store is known for ${scheme}://: name a folder, postgres://… or s3://…`,
      );
  }
}

/** A place as messages show it: without password. @throws {RemoteError} `remote_invalid` */
export function shownPlace(url: string): string {
  if (/^s3:/i.test(url)) return parseS3Url(url).shown;
  return /^postgres(ql)?:/i.test(url) ? shownUrl(url) : url;
}

function folderOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new RemoteError("remote_invalid", `not a file URL of this system: ${url}; write the path`, { cause: error });
  }
}
