/** Names that a store accepts for repositories and heads. */
import { RemoteError } from "./errors.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const REPOSITORY = /^[^\0-\x1f\x7f]{1,200}$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const HEAD = /^[a-z]{1,20}\/[^\0-\x1f\x7f]{1,300}$/u;

/** @throws {RemoteError} `remote_invalid` */
export function checkRepositoryName(name: string): string {
  if (REPOSITORY.test(name) && name.isWellFormed()) return name;
  throw new RemoteError("remote_invalid", `not a name of a repository: ${shown(name)}; write one like owner/name`);
}

/** @throws {RemoteError} `remote_invalid` */
export function checkHeadName(name: string): string {
  if (HEAD.test(name) && name.isWellFormed()) return name;
  throw new RemoteError("remote_invalid", `not a name of a head: ${shown(name)}; write one like branch/main`);
}

/** The part of a head's name before the slash. */
export function headKind(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
