/** Opens a repository, loading the store, the linker and the parsers only now: help, lists and the handshake of a server stay quick. */
import type { Workspace, WorkspaceOptions } from "./workspace.js";

/** @throws {SdlError} `corrupt_store` and others, as the store says */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const implementation = await import("./open-workspace.js");
  return implementation.openWorkspace(options);
}
