/** Workspace patterns: the folders that a workspace root declares as packages, in package.json `workspaces` or pnpm-workspace.yaml. */
import { compileGlob, type Glob, toOctets } from "../../workspace/ignore/glob.js";
import { asObject, asTexts, type JsonObject, property } from "./json-with-comments.js";

const MAX_PATTERNS = 500;
/** Maximum number of alternatives from the braces of one pattern. */
const MAX_ALTERNATIVES = 64;
/** Maximum number of pairs of braces expanded per pattern. */
const MAX_ROUNDS = 4;

/** Compiled patterns of a workspace. */
export interface WorkspacePatterns {
  readonly included: readonly Glob[];
  readonly excluded: readonly Glob[];
}

/** The patterns in a package.json; `undefined` if it declares none. */
export function manifestPatterns(manifest: JsonObject | undefined): WorkspacePatterns | undefined {
  const workspaces = property(manifest, "workspaces");
  const texts = Array.isArray(workspaces) ? asTexts(workspaces) : asTexts(property(asObject(workspaces), "packages"));
  return texts.length === 0 ? undefined : compile(texts);
}

/** The patterns in the `packages:` list of a pnpm-workspace.yaml, in block or flow style. */
export function pnpmPatterns(yaml: string): WorkspacePatterns | undefined {
  const texts: string[] = [];
  let isInside = false;
  for (const line of yaml.split(/\r?\n/, 5000)) {
    const flow = /^packages:\s*\[(.*)\]\s*(?:#.*)?$/s.exec(line)?.[1];
    if (flow !== undefined) texts.push(...flow.split(",").map(unquote));
    else if (/^packages:\s*(?:#.*)?$/.test(line)) isInside = true;
    else if (isInside) {
      const item = /^\s*-\s+(.*)$/s.exec(line)?.[1];
      if (item !== undefined) texts.push(unquote(item));
      else if (/^[^\s#-]/.test(line)) isInside = false;
    }
  }
  return texts.length === 0 ? undefined : compile(texts.filter((text) => text !== ""));
}

/** Whether a folder is a package of the workspace. @param folder relative to the workspace root, which itself always belongs to it */
export function isWorkspaceFolder(patterns: WorkspacePatterns, folder: string): boolean {
  const octets = toOctets(folder);
  if (folder !== "" && !patterns.included.some((glob) => glob.matches(octets))) return false;
  return !patterns.excluded.some((glob) => glob.matches(octets));
}

function unquote(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*?)\1/.exec(trimmed)?.[2];
  const comment = trimmed.search(/\s#/);
  return quoted ?? (comment < 0 ? trimmed : trimmed.slice(0, comment).trimEnd());
}

function compile(texts: readonly string[]): WorkspacePatterns {
  const included: Glob[] = [];
  const excluded: Glob[] = [];
  for (const text of texts.slice(0, MAX_PATTERNS)) {
    const isExcluded = text.startsWith("!");
    for (const pattern of expandBraces(text.replace(/^!/, ""))) {
      const clean = withoutLastSlashes(pattern.replace(/^\.\//, ""));
      (isExcluded ? excluded : included).push(compileGlob(toOctets(clean)));
    }
  }
  return { included, excluded };
}

function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}

/** Expands the braces of a pattern to alternatives: at most {@link MAX_ROUNDS} pairs, innermost first. */
function expandBraces(pattern: string): string[] {
  let open = [pattern];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const expanded: string[] = [];
    for (const text of open) {
      expanded.push(...alternatives(text, MAX_ALTERNATIVES + 1 - expanded.length));
      if (expanded.length > MAX_ALTERNATIVES) return expanded.slice(0, MAX_ALTERNATIVES);
    }
    open = expanded;
  }
  return open;
}

/** The alternatives of the first innermost pair of braces. @param most number of alternatives returned */
function alternatives(text: string, most: number): string[] {
  const pair = innermostPair(text);
  if (pair === undefined) return [text];
  const { start, close } = pair;
  const [before, after] = [text.slice(0, start), text.slice(close + 1)];
  return text
    .slice(start + 1, close)
    .split(",", most)
    .map((part) => before + part + after);
}

/** The first pair of braces without a brace inside. */
function innermostPair(text: string): { readonly start: number; readonly close: number } | undefined {
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") start = at;
    else if (text[at] === "}" && start >= 0) return { start, close: at };
  }
  return undefined;
}
