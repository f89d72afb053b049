/** A team's store as a server uses it: opened once, and kept open. */
import { type FoundNames, type NameQuery, openRemote, type RemoteStore } from "@sdl/remote";
import { withRemoteErrors } from "../remote/remote-errors.js";
import { findServedHead } from "./served-head.js";

/** A team's store. */
export type TeamStore = RemoteStore;

/** Opens the store at a URL or in a folder. @throws {SdlError} if it cannot be reached */
export async function openTeamStore(url: string): Promise<TeamStore> {
  return withRemoteErrors(() => openRemote(url));
}

/** Names of the repositories that something was pushed of, sorted. @throws {SdlError} the store's errors */
export async function pushedRepositories(store: TeamStore): Promise<readonly string[]> {
  return withRemoteErrors(() => store.repositories());
}

/** Symbols and packages by name; `undefined` if this kind of store keeps no names. @throws {SdlError} the store's errors */
export async function searchNames(store: TeamStore, query: NameQuery): Promise<FoundNames | undefined> {
  return withRemoteErrors(() => store.searchNames(query));
}

/** Whether a version of a repository was pushed. @param name its revision may be absent @throws {SdlError} the store's errors */
export async function isPushed(
  store: TeamStore,
  { repository, revision }: { readonly repository: string; readonly revision: string | undefined },
): Promise<boolean> {
  return (await withRemoteErrors(() => findServedHead(store, repository, revision))) !== undefined;
}
