/** Names of a version's symbols and packages for a remote's tables of names. */
import type { LedgerSnapshot } from "@sdl/graph";
import { ENVIRONMENT_PATH } from "@sdl/model";
import { packageMentions } from "@sdl/model/paths";
import { identifierTerms } from "@sdl/model/text";
import type { FileNames, RemoteStore, SymbolName } from "@sdl/remote";
import { MAIN_BRANCHES } from "../git/main-branches.js";
import { branchHead, type VersionNames } from "./heads.js";

/** Names of a version. @param snapshot stays open while the result is used */
export function namesOf(snapshot: LedgerSnapshot): VersionNames {
  return { names: fileNames(snapshot), packages: packageMentions(snapshot.configs()) };
}

/** Names of all files. What a file declares is a function of its facts, so their address is the file's digest. */
function fileNames(snapshot: LedgerSnapshot): readonly FileNames[] {
  return [...snapshot.fileEntries()]
    .filter(({ path, language }) => path !== ENVIRONMENT_PATH && language !== "config")
    .map(({ path, factsKey }) => ({ path, digest: factsKey, names: () => symbolsOf(snapshot, path) }));
}

function symbolsOf(snapshot: LedgerSnapshot, path: string): SymbolName[] {
  return snapshot.fileSymbols(path).flatMap((handle) => {
    const { id, name, kind, line, exported } = snapshot.symbol(handle);
    if (kind === "module") return [];
    return [{ id, name, kind, line, exported, terms: [...new Set(identifierTerms(name))] }];
  });
}

/** Whether a branch is the one whose names are searched: `main`, else `master`, else any. @throws {RemoteError} */
export async function isDefaultBranch(store: RemoteStore, repository: string, branch: string): Promise<boolean> {
  for (const name of MAIN_BRANCHES) {
    if (name === branch) return true;
    if ((await store.readHead(repository, branchHead(name))) !== undefined) return false;
  }
  return true;
}
