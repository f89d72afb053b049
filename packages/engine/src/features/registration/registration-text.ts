/** Text form of registered repositories. */
import type { TextStyle } from "../../contract/answer-form.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { bytesText } from "../../text/quantities.js";

/** Fields of the answer of a registration that the text form shows. */
export interface RegisteredAnswer {
  readonly repoId: string;
  readonly rootPath: string;
  readonly created: boolean;
}

/** States what was registered or updated, and the next call. */
export function registeredText({ repoId, rootPath, created }: RegisteredAnswer, style: TextStyle): string {
  const what = created ? `Registered ${rootPath} as ${repoId}` : `Updated the settings of ${repoId} (${rootPath})`;
  return textOf([what, `Next: ${style.call("sdl.index.refresh", { repoId })}  indexes it`]);
}

/** States whether the index was deleted too. */
export function unregisteredText({ deleted }: { readonly deleted: boolean }): string {
  return textOf([deleted ? "Unregistered; its index is deleted" : "Unregistered; no index was deleted"]);
}

interface ListedRepository {
  readonly repoId: string;
  readonly rootPath: string;
  readonly storePath?: string | undefined;
  readonly storeBytes?: number | undefined;
  readonly filesIndexed?: number | undefined;
  readonly symbolsIndexed?: number | undefined;
  readonly error?: string | undefined;
}

/** Fields of the list of repositories that the text form shows. */
export interface RepositoriesAnswer {
  readonly repositories?: readonly ListedRepository[] | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** Formats as text: each registered repository, after warnings. */
export function repositoriesText({ repositories = [], warnings = [] }: RepositoriesAnswer): string {
  return textOf([
    repositories.length === 0
      ? "No repository is registered"
      : countText(repositories.length, "repository", "repositories"),
    ...warnings.flatMap((warning) => wrapText(`Note: ${warning}`)),
    ...repositories.flatMap(writeRepository),
  ]);
}

function writeRepository({
  repoId,
  rootPath,
  storePath,
  storeBytes,
  filesIndexed,
  symbolsIndexed,
  error,
}: ListedRepository): string[] {
  const isOfTeam = storePath === undefined;
  const title = isOfTeam ? repoId : `${repoId}  ${rootPath}`;
  if (error !== undefined) return [title, ...wrapText(`its index cannot be read: ${error}`, "  ")];
  if (filesIndexed === undefined)
    return [`${title}  ${isOfTeam ? "fetched at the first question about it" : "not indexed yet"}`];
  const size = `${countText(filesIndexed, "file")}, ${countText(symbolsIndexed ?? 0, "symbol")}`;
  const stored = storeBytes === undefined ? "" : `, ${bytesText(storeBytes)} of index`;
  return [`${title}  ${size}${stored}`];
}
