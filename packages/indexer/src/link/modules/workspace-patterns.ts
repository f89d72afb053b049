/** Which folders a workspace root declares to be its packages: package.json `workspaces`, pnpm-workspace.yaml. */
import { compileGlob, type Glob, toOctets } from "../../workspace/glob.js";
import { asObject, asTexts, type JsonObject, property } from "./json-with-comments.js";

const MAX_PATTERNS = 500;
/** Alternatives that braces of one pattern may expand to. */
const MAX_ALTERNATIVES = 64;

export interface WorkspacePatterns {
  readonly included: readonly Glob[];
  readonly excluded: readonly Glob[];
}

/** `undefined` when the manifest declares none. */
export function manifestPatterns(manifest: JsonObject | undefined): WorkspacePatterns | undefined {
  const workspaces = property(manifest, "workspaces");
  const texts = Array.isArray(workspaces) ? asTexts(workspaces) : asTexts(property(asObject(workspaces), "packages"));
  return texts.length === 0 ? undefined : compile(texts);
}

/** Reads the list `packages:` of a pnpm-workspace.yaml, in block or flow style. */
export function pnpmPatterns(yaml: string): WorkspacePatterns | undefined {
  const texts: string[] = [];
  let isInside = false;
  for (const line of yaml.split(/\r?\n/, 5000)) {
    const flow = /^packages:\s*\[(.*)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (flow !== undefined) texts.push(...flow.split(",").map(unquote));
    else if (/^packages:\s*(?:#.*)?$/.test(line)) isInside = true;
    else if (isInside) {
      const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
      if (item !== undefined) texts.push(unquote(item));
      else if (/^[^\s#-]/.test(line)) isInside = false;
    }
  }
  return texts.length === 0 ? undefined : compile(texts.filter((text) => text !== ""));
}

/** @param folder relative to the workspace root; the root itself always belongs to it */
export function isWorkspaceFolder(patterns: WorkspacePatterns, folder: string): boolean {
  const octets = toOctets(folder);
  if (folder !== "" && !patterns.included.some((glob) => glob.matches(octets))) return false;
  return !patterns.excluded.some((glob) => glob.matches(octets));
}

function unquote(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*?)\1/.exec(trimmed)?.[2];
  return quoted ?? trimmed.replace(/\s+#.*$/, "");
}

function compile(texts: readonly string[]): WorkspacePatterns {
  const included: Glob[] = [];
  const excluded: Glob[] = [];
  for (const text of texts.slice(0, MAX_PATTERNS)) {
    const isExcluded = text.startsWith("!");
    for (const pattern of expandBraces(text.replace(/^!/, ""))) {
      const clean = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
      (isExcluded ? excluded : included).push(compileGlob(toOctets(clean)));
    }
  }
  return { included, excluded };
}

function expandBraces(pattern: string): string[] {
  let open = [pattern];
  for (let round = 0; round < 4; round++) {
    open = open.flatMap((text) => {
      const match = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(text);
      return match === null ? [text] : (match[2] ?? "").split(",").map((part) => `${match[1]}${part}${match[3]}`);
    });
    if (open.length > MAX_ALTERNATIVES) return open.slice(0, MAX_ALTERNATIVES);
  }
  return open;
}
