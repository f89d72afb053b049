/** Targets of set-up: for a client, scope and kind of part, the file to change and the part to put into it. */
import type { CandidateFile, Client, HookFormat, InstructionFormat, Scope, ServerFormat } from "../clients/client.js";
import { ConfigError } from "../config-error.js";
import { fileExists } from "../files/config-file.js";
import { type Folders, type Place, pathFunctions, userFolders } from "../place.js";
import { type CommandContext, hookPart, serverPart } from "./entry-part.js";
import { instructionPart } from "./instruction-part.js";
import type { Part, PartKind } from "./part.js";

/** One part for one file. */
export interface PartTarget {
  readonly client: Client;
  readonly scope: Scope;
  readonly part: Part;
  readonly path: string;
  /** Root of the repository that contains the file; links must not lead out of it. */
  readonly within: string | undefined;
}

/** @returns `undefined` if the client has no such part in that scope @throws {ConfigError} `NO_HOME`, `NO_PROJECT` */
export function makeTarget(
  client: Client,
  scope: Scope,
  kind: PartKind,
  { place, line }: { readonly place: Place; readonly line: CommandContext },
): PartTarget | undefined {
  const within = scope === "project" ? place.project : undefined;
  const make = (path: string, part: Part): PartTarget => ({ client, scope, part, path, within });
  if (kind === "server") {
    const path = serverPath(client, scope, place);
    return path === undefined ? undefined : make(path, serverPart(serverFormat(client, scope), line));
  }
  if (kind === "hooks") {
    if (client.hooks === undefined) return undefined;
    return make(hookPath(client.hooks, scope, place), hookPart(client.id, client.hooks, line));
  }
  if (client.instructions === undefined) return undefined;
  const path = instructionPath(client.instructions, scope, place);
  return path === undefined ? undefined : make(path, instructionPart(client.instructions));
}

/** Format of a client's server entries in a scope. */
export function serverFormat(client: Client, scope: Scope): ServerFormat {
  return (scope === "project" ? client.projectServer : undefined) ?? client.server;
}

/** Path of the client's configuration file; `undefined` if it has none in that scope. @throws {ConfigError} `NO_HOME`, `NO_PROJECT` */
export function serverPath(client: Client, scope: Scope, place: Place): string | undefined {
  if (!client.scopes.includes(scope)) return undefined;
  if (scope === "user") return chooseCandidate(client.user(requireFolders(place)), place);
  return client.project === undefined ? undefined : inProject(place, client.project);
}

function chooseCandidate(candidates: readonly CandidateFile[], { platform }: Place): string | undefined {
  const found = candidates.find(({ path, onlyIfFolderExists }) =>
    fileExists(onlyIfFolderExists === true ? pathFunctions(platform).dirname(path) : path),
  );
  return (found ?? candidates.find(({ onlyIfFolderExists }) => onlyIfFolderExists !== true))?.path;
}

function hookPath({ user, project }: HookFormat, scope: Scope, place: Place): string {
  return scope === "user" ? user(requireFolders(place)) : inProject(place, project);
}

function instructionPath({ user, project }: InstructionFormat, scope: Scope, place: Place): string | undefined {
  if (scope === "user") return user?.(requireFolders(place));
  const paths = project.map((path) => inProject(place, path));
  return paths.find(fileExists) ?? paths.at(-1);
}

function requireFolders(place: Place): Folders {
  const folders = userFolders(place);
  if (folders !== undefined) return folders;
  const variable = place.platform === "win32" ? "USERPROFILE" : "HOME";
  throw new ConfigError("NO_HOME", `${variable} is not set to an absolute path: set it, or use --project`);
}

function inProject({ project, platform }: Place, path: string): string {
  if (project === undefined) {
    throw new ConfigError("NO_PROJECT", "this folder is in no git repository: run sdl init in one, or use --user");
  }
  return pathFunctions(platform).join(project, ...path.split("/"));
}
