/** Opens a repository, loading the store, the linker and the parsers only now: help, lists and the handshake of a server stay quick. */
import { requireFiles } from "../machine/file-limit.js";
import type { Repository, RepositoryOptions } from "./repository.js";

/** @throws {SdlError} `corrupt_store`, `busy` and others, as the store and the system say */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  requireFiles();
  const implementation = await import("./open-repository.js");
  return implementation.openRepository(options);
}
