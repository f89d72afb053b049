/** Opens a repository, loading the store, the linker and the parsers only now: help, lists and the handshake of a server stay quick. */
import { requireFiles } from "../machine/file-limit.js";
import type { Workspace, WorkspaceOptions } from "./repository.js";

/** @throws {SdlError} `corrupt_store`, `busy` and others, as the store and the system say */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  requireFiles();
  const implementation = await import("./open-repository.js");
  return implementation.openWorkspace(options);
}
