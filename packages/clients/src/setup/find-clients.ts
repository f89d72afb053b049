/** Search for installed clients, and for those that have an entry for SDL. */
import type { Client, Scope } from "../clients/client.js";
import { CLIENTS } from "../clients/table.js";
import { ConfigError } from "../config-error.js";
import { fileExists, readConfigFile } from "../files/config-file.js";
import { findProgram } from "../files/find-program.js";
import { type Place, pathFunctions, userFolders } from "../place.js";
import { decode } from "../text-form.js";
import { type FoundEntry, findServerEntry } from "./entry-part.js";
import { serverFormat, serverPath } from "./target.js";

/** An installed client. */
export interface FoundClient {
  readonly client: Client;
  /** Evidence that the client is installed: "claude on the PATH", "~/.claude". */
  readonly signs: readonly string[];
  /** Files of the client with an entry for the server. */
  readonly servers: readonly FoundServer[];
}

interface FoundServer {
  readonly scope: Scope;
  readonly path: string;
}

/** In the order of the client table; clients without any evidence are omitted. */
export function findClients(place: Place): FoundClient[] {
  return CLIENTS.map((client) => ({
    client,
    signs: findClientSigns(client, place),
    servers: findServers(client, place),
  })).filter(({ signs, servers }) => signs.length + servers.length > 0);
}

function findClientSigns(client: Client, place: Place): string[] {
  const { platform, env, project } = place;
  const program = client.programs.find((name) => findProgram(name, platform, env) !== undefined);
  const folders = userFolders(place);
  const folder = folders && client.folders(folders).find(fileExists);
  const sign = client.projectSigns.find(
    (path) => project !== undefined && fileExists(pathFunctions(platform).join(project, ...path.split("/"))),
  );
  return [
    ...(program === undefined ? [] : [`${program} on the PATH`]),
    ...(folder === undefined ? [] : [folder]),
    ...(sign === undefined ? [] : [`${sign} here`]),
  ];
}

function findServers(client: Client, place: Place): FoundServer[] {
  return client.scopes.flatMap((scope) => {
    const path = clientFilePath(client, scope, place);
    if (path === undefined) return [];
    const seen = lookUpServer(client, scope, path);
    return "found" in seen && seen.found !== undefined ? [{ scope, path }] : [];
  });
}

/** Path of a client's file; also `undefined` if there is no home or no repository. */
export function clientFilePath(client: Client, scope: Scope, place: Place): string | undefined {
  if ((scope === "user" ? place.home : place.project) === undefined) return undefined;
  return serverPath(client, scope, place);
}

/** Result of looking for the server in a client's file. */
export type ServerLookup =
  | { readonly found: FoundEntry | undefined }
  /** The file cannot be parsed. */
  | { readonly error: ConfigError; readonly text: string | undefined };

/** Looks for the server's entry in one file; unreadable files are reported as such. */
export function lookUpServer(client: Client, scope: Scope, path: string): ServerLookup {
  let text: string | undefined;
  try {
    const { bytes } = readConfigFile(path);
    text = bytes === undefined ? "" : decode(bytes).text;
    const format = serverFormat(client, scope);
    return { found: findServerEntry(format, format.editor.parse(text)) };
  } catch (error) {
    if (error instanceof ConfigError) return { error, text };
    throw error;
  }
}
