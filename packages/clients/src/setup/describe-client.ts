/** What documents say of a client: its files on each kind of system, and what set-up writes into them. */
import type { Client, Scope } from "../clients/client.js";
import { Folders, type Platform } from "../place.js";
import { hookPart, type Line, serverPart } from "./entry-part.js";
import { serverFormat } from "./target.js";

export interface ClientDescription {
  readonly id: string;
  readonly title: string;
  /** The default first. */
  readonly files: readonly { readonly scope: Scope; readonly path: string; readonly entry: string }[];
  /** User's files on Windows and macOS, where they are not the same as on Linux, written from the home. */
  readonly elsewhere: readonly { readonly platform: Platform; readonly path: string }[];
  readonly instructions: { readonly project: string; readonly user?: string } | undefined;
  readonly hooks: { readonly path: string; readonly entry: string; readonly note?: string } | undefined;
  readonly next: string;
  readonly patience: Client["patience"];
}

const HOMES: Readonly<Record<Platform, Folders>> = {
  linux: new Folders("linux", {}, "/~"),
  darwin: new Folders("darwin", {}, "/~"),
  win32: new Folders("win32", {}, "C:\\~"),
};

/** @param program stands in the entries */
export function describeClient(client: Client, program: Line["program"]): ClientDescription {
  const { id, title, scopes, project, hooks, instructions, next, patience } = client;
  const line: Line = { program, platform: "linux" };
  const files = scopes.map((scope) => ({
    scope,
    path: scope === "user" ? userFile(client, "linux") : (project ?? ""),
    entry: serverPart(serverFormat(client, scope), line).put(""),
  }));
  const platforms: readonly Platform[] = ["darwin", "win32"];
  const elsewhere = platforms
    .map((platform) => ({ platform, path: userFile(client, platform) }))
    .filter(({ path }) => path.replaceAll("\\", "/") !== userFile(client, "linux"));
  const last = instructions?.project.at(-1) ?? "";
  const user = instructions?.user && fromHome(instructions.user(HOMES.linux));
  return {
    id,
    title,
    files,
    elsewhere,
    instructions: instructions && { project: last, ...(user === undefined ? {} : { user }) },
    hooks: hooks && {
      path: scopes[0] === "user" ? fromHome(hooks.user(HOMES.linux)) : hooks.project,
      entry: hookPart(id, hooks, line).put(""),
      ...(hooks.note === undefined ? {} : { note: hooks.note }),
    },
    next,
    patience,
  };
}

function userFile({ user }: Client, platform: Platform): string {
  const candidates = user(HOMES[platform]);
  const path = candidates.find(({ ifFolder }) => ifFolder !== true)?.path ?? candidates[0]?.path ?? "";
  return fromHome(path);
}

/** `~/.config/x`, and what Windows calls such folders. */
function fromHome(path: string): string {
  return path
    .replace(/^C:\\~\\AppData\\Roaming/, "%APPDATA%")
    .replace(/^C:\\~\\AppData\\Local/, "%LOCALAPPDATA%")
    .replace(/^C:\\~/, "~")
    .replace(/^\/~/, "~");
}
