/**
 * Where a clone came from, as its configuration says. The configuration is read as text: nothing in it is followed, run
 * or connected to, and its user and password are left out.
 */
import { readControlText } from "./control-text.js";
import { locateGit } from "./locate.js";

const MAX_CONFIG_BYTES = 1024 * 1024;
const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const URL_LINE = /^\s*url\s*=\s*"?([^"#;]*?)"?\s*(?:[#;].*)?$/i;

/** `host/owner/name` of the remote `origin`; `undefined` without one, or if it is a folder. @throws {GitError} */
export function readGitOrigin(root: string): string | undefined {
  const text = readControlText(locateGit(root).commonDirectory, "config", MAX_CONFIG_BYTES) ?? "";
  let isOrigin = false;
  for (const line of text.split("\n")) {
    const [section, name, part] = SECTION.exec(line) ?? [];
    if (section !== undefined) isOrigin = name?.toLowerCase() === "remote" && part === "origin";
    const [, url] = (isOrigin && URL_LINE.exec(line)) || [];
    if (url !== undefined) return parseOrigin(url);
  }
  return undefined;
}

/** Reads `https://user@host:port/owner/name.git`, `ssh://…` and `user@host:owner/name.git` alike. */
function parseOrigin(url: string): string | undefined {
  const [, host, path] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/+(.+)$/i.exec(url) ??
    /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)\/*(.+)$/.exec(url) ??
    [];
  const name = path?.replace(/\/+$/, "").replace(/\.git$/, "");
  return host === undefined || name === undefined || name === "" ? undefined : `${host.toLowerCase()}/${name}`;
}
