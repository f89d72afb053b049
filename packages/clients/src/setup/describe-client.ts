/** Description of a client for documents: its files on each platform, and the content that set-up writes into them. */
import type { Client, Scope } from "../clients/client.js";
import { Folders, type Platform } from "../place.js";
import { type CommandContext, hookPart, serverPart } from "./entry-part.js";
import { serverFormat } from "./target.js";

/** Text about a client for the documentation. */
export interface ClientDescription {
  readonly id: string;
  readonly title: string;
  /** The default scope first. */
  readonly files: readonly { readonly scope: Scope; readonly path: string; readonly entry: string }[];
  /** Paths of the user's file on Windows and macOS that differ from Linux, relative to the home. */
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

/** @param program program that the entries start */
export function describeClient(client: Client, program: CommandContext["program"]): ClientDescription {
  const { id, title, scopes, project, hooks, instructions, next, patience } = client;
  const line: CommandContext = { program, platform: "linux" };
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
  const path =
    candidates.find(({ onlyIfFolderExists }) => onlyIfFolderExists !== true)?.path ?? candidates[0]?.path ?? "";
  return fromHome(path);
}

/** A path written relative to the home, such as `~/.config/x`, or with a variable of Windows. */
function fromHome(path: string): string {
  return path
    .replace(/^C:\\~\\AppData\\Roaming/, "%APPDATA%")
    .replace(/^C:\\~\\AppData\\Local/, "%LOCALAPPDATA%")
    .replace(/^C:\\~/, "~")
    .replace(/^\/~/, "~");
}
