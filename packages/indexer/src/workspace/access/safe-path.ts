/**
 * Safe paths: checks and resolves every path that comes from outside, such as a request, a configuration file, or the
 * tree itself. Knows names and links; reads no content. Invariant: when it was resolved, a returned path had no link
 * that leaves the root. {@link readFileInRoot} detects links swapped in later, since it checks what it opened.
 */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { systemErrorCode, WorkspaceError } from "./workspace-error.js";

/** Longest path accepted, in UTF-16 units; the value of Linux's PATH_MAX, which counts bytes. */
const MAX_PATH_LENGTH = 4096;

/** Matches most paths: unambiguous on every system, and already in shortest form. */
const PLAIN = /^(?=.{1,1024}$)(?:\.?[\w@+-][\w.@+-]*\/)*\.?[\w@+-][\w.@+-]*$/;

/**
 * Checks a path's form and normalizes it: `/` between components, no `.`, no `..`, no empty component. A backslash is
 * an ordinary character, but a `..` between backslashes, or one that appears after Unicode compatibility normalization,
 * is refused: other systems read it as the parent. The empty string is the root.
 * @throws {WorkspaceError} `PATH_INVALID` (NUL, too long), `PATH_OUTSIDE_ROOT` (absolute, drive, UNC, `..` out of the
 * root)
 */
export function parseRelativePath(text: string): string {
  if (PLAIN.test(text)) return text;
  if (text.includes("\0")) throw invalidPathError(text, "contains a NUL character");
  if (text.length > MAX_PATH_LENGTH)
    throw invalidPathError(text.slice(0, 80), `is longer than ${MAX_PATH_LENGTH} characters`);
  if (/^[/\\]|^[A-Za-z]:/.test(text)) throw outsideRootError(text, "is absolute");
  const components: string[] = [];
  for (const component of text.split("/")) {
    if (mayReadAsParent(component)) throw outsideRootError(text, "hides a parent directory");
    if (component === ".." && components.pop() === undefined) throw outsideRootError(text, "leads above the root");
    if (component !== "" && component !== "." && component !== "..") components.push(component);
  }
  const path = components.join("/");
  if (path !== text && /^\\|^[A-Za-z]:/.test(path)) throw outsideRootError(text, "is absolute");
  return path;
}

/** Whether some system would read `..` in a component other than `..` itself. */
function mayReadAsParent(component: string): boolean {
  if (!/[\\\u0080-\uffff]/.test(component)) return false;
  return component
    .normalize("NFKC")
    .split(/[\\/]/)
    .some((part) => part === "..");
}

/**
 * Resolves an outside path to a real absolute path under `root`. The file need not exist: then the real path of its
 * deepest existing ancestor decides.
 * @param relative repo-relative, `/` between components
 * @returns absolute, without links except in components that do not exist yet
 * @throws {WorkspaceError} as {@link parseRelativePath}; `PATH_OUTSIDE_ROOT` also for a link that leaves the root,
 * dangles or loops;
 * `UNREADABLE` if a directory on the path cannot be searched; `ROOT_UNREADABLE`
 */
export function resolveInRoot(root: string, relative: string): string {
  return resolveInRealRoot(resolveRoot(root), relative);
}

/** Like {@link resolveInRoot}, for a root returned by {@link resolveRoot}. */
export function resolveInRealRoot(realRoot: string, relative: string): string {
  const path = parseRelativePath(relative);
  const real = resolveDeepest(path === "" ? realRoot : join(realRoot, ...path.split("/")), path);
  if (!isInside(realRoot, real)) throw outsideRootError(relative, "leaves the root through a link");
  return real;
}

/** The real absolute path of a root. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function resolveRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (cause) {
    const message = `cannot open the root ${JSON.stringify(root)}; pass a directory that exists and that you may read`;
    throw new WorkspaceError("ROOT_UNREADABLE", message, { cause });
  }
}

/** Whether a path lies inside the root, by components: `/repo-evil` is not inside `/repo`. Both paths are real and absolute. */
export function isInside(realRoot: string, realPath: string): boolean {
  if (realPath === realRoot) return true;
  return realPath.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
}

function resolveDeepest(absolute: string, shown: string): string {
  const missing: string[] = [];
  for (let current = absolute; ; current = dirname(current)) {
    try {
      return join(realpathSync.native(current), ...missing);
    } catch (cause) {
      assertAbsent(current, shown, cause);
      missing.unshift(basename(current));
    }
  }
}

/** Accepts a failed resolution only if nothing exists at the path: neither a file nor a dangling link. */
function assertAbsent(absolute: string, shown: string, cause: unknown): void {
  const code = systemErrorCode(cause);
  if (code === "ELOOP") throw outsideRootError(shown, "is a link that leads to itself");
  if (code === "ENAMETOOLONG")
    throw invalidPathError(shown.slice(0, 80), "has a name that the file system cannot hold");
  if (code !== "ENOENT" && code !== "ENOTDIR") {
    const message = `cannot resolve ${JSON.stringify(shown)} (${code}); check the permissions of its directories`;
    throw new WorkspaceError("UNREADABLE", message, { cause });
  }
  if (code === "ENOENT" && isLink(absolute)) throw outsideRootError(shown, "is a link that leads nowhere");
}

function isLink(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The tree changes during the check: do not trust the entry.
    return true;
  }
}

function invalidPathError(path: string, why: string): WorkspaceError {
  return new WorkspaceError("PATH_INVALID", `the path ${JSON.stringify(path)} ${why}; pass another one`);
}

function outsideRootError(path: string, why: string): WorkspaceError {
  const next = "pass a path relative to the repository's root that stays inside it";
  return new WorkspaceError("PATH_OUTSIDE_ROOT", `the path ${JSON.stringify(path)} ${why}; ${next}`);
}
