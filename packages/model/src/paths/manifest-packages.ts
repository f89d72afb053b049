/**
 * Packages that manifests provide and depend on: package.json, pyproject.toml, setup.cfg, setup.py and go.mod. Reads texts,
 * and only plainly written names; runs nothing.
 */
import { type ConfigText, goModulePath, manifestName, manifestObject } from "./manifests.js";
import { pathClass } from "./path-class.js";

/** Where names of packages are unique. */
type PackageRegistry = "npm" | "pypi" | "go";

/** A package that a repository provides, or depends on and does not provide. */
export interface PackageMention {
  /** Equal for equal packages, whichever way their names are written; different between registries. */
  readonly key: string;
  /** As the manifest has it. */
  readonly name: string;
  readonly isProvided: boolean;
  /** The manifest; of several, the one nearest to the root. */
  readonly path: string;
}

/** What one manifest says. */
interface Manifest {
  readonly registry: PackageRegistry;
  readonly provided: readonly string[];
  readonly used: readonly string[];
}

/** A name that a registry could have. The longest are paths of Go modules. */
const NAME = /^[\w@./~+-]{1,300}$/;
/** Classes of paths whose manifests are the repository's own. */
const OWN_CLASSES: ReadonlySet<string> = new Set(["plain", "barrel"]);
const NPM_DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** Packages of a repository's manifests, by key, what it provides first. Manifests of tests and examples are left out. */
export function packageMentions(configs: readonly ConfigText[]): PackageMention[] {
  const depth = (path: string) => path.split("/").length;
  const own = configs.filter(({ path }) => OWN_CLASSES.has(pathClass(path)));
  const nearest = own.sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  const mentions = nearest.flatMap(({ path, text }) => {
    const { registry, provided, used } = manifestOf(path.slice(path.lastIndexOf("/") + 1), text);
    const mention = (isProvided: boolean) => (name: string) => ({
      ...{ key: packageKey(registry, name), name, isProvided, path },
    });
    return [...provided.map(mention(true)), ...used.map(mention(false))];
  });
  const byKey = new Map<string, PackageMention>();
  for (const isProvided of [true, false])
    for (const mention of mentions)
      if (mention.isProvided === isProvided && NAME.test(mention.name) && !byKey.has(mention.key))
        byKey.set(mention.key, mention);
  const order = (a: PackageMention, b: PackageMention) =>
    Number(b.isProvided) - Number(a.isProvided) || (a.key < b.key ? -1 : 1);
  return [...byKey.values()].sort(order);
}

/**
 * Keys of the packages that a text may mean: the package of that name in any registry, or, of the text of an import, the
 * package around it. Empty for a text that is no name.
 */
export function packageKeys(text: string): string[] {
  const name = text.trim();
  if (!NAME.test(name)) return [];
  const parts = name.split("/");
  const around = parts.map((_, i) => parts.slice(0, i + 1).join("/")).filter((part) => /\w/.test(part));
  return around.flatMap((part) => (["npm", "pypi", "go"] as const).map((registry) => packageKey(registry, part)));
}

/** PyPI takes names that differ in case, or in runs of `-`, `_` and `.`, as equal (PEP 503). */
function packageKey(registry: PackageRegistry, name: string): string {
  const lower = name.toLowerCase();
  return `${registry}:${registry === "pypi" ? lower.replace(/[-_.]+/g, "-") : lower}`;
}

function manifestOf(file: string, text: string): Manifest {
  if (file === "package.json") return npmManifest(text);
  if (file === "go.mod") return goManifest(text);
  if (file === "pyproject.toml") return pyproject(text);
  if (file === "setup.cfg") return setupConfig(text);
  if (file !== "setup.py") return { registry: "pypi", provided: [], used: [] };
  const call = text.slice(Math.max(0, text.search(/\bsetup\s*\(/)));
  return { registry: "pypi", provided: firstOf(/\bname\s*=\s*["']([^"'\n]+)["']/, call), used: [] };
}

function npmManifest(text: string): Manifest {
  const manifest = manifestObject(text);
  const name = manifestName(text);
  const used = NPM_DEPENDENCIES.flatMap((field) => keysOf(manifest[field]));
  return { registry: "npm", provided: name === undefined ? [] : [name], used };
}

/** Requirements with a version each; those that only other modules need are marked as indirect. */
function goManifest(text: string): Manifest {
  const module = goModulePath(text);
  const used: string[] = [];
  let isRequire = false;
  for (const line of text.split("\n")) {
    const [, opened] = /^[ \t]*(\w+)[ \t]*\(/.exec(line) ?? [];
    if (opened !== undefined) isRequire = opened === "require";
    else if (/^[ \t]*\)/.test(line)) isRequire = false;
    const [, single, path = ""] = /^[ \t]*(require[ \t]+)?([^\s()]+)[ \t]+v\S+/.exec(line) ?? [];
    if ((isRequire || single !== undefined) && path !== "" && !line.includes("// indirect")) used.push(path);
  }
  return { registry: "go", provided: module === undefined ? [] : [module], used };
}

function pyproject(text: string): Manifest {
  const found = sectionsOf(text).map(([header, body]): Pick<Manifest, "provided" | "used"> => {
    const provided = /^(project|tool\.poetry)$/.test(header)
      ? firstOf(/^[ \t]*name[ \t]*=[ \t]*["']([^"'\n]+)/m, body)
      : [];
    if (header === "project") return { provided, used: listedIn(body, /^[ \t]*dependencies[ \t]*=[ \t]*\[/gm) };
    if (/^(project\.optional-dependencies|dependency-groups)$/.test(header))
      return { provided, used: listedIn(body, /^[ \t]*[\w."'-]+[ \t]*=[ \t]*\[/gm) };
    if (!/^tool\.poetry\.(group\.[^.]+\.)?(dev-)?dependencies$/.test(header)) return { provided, used: [] };
    const keys = Array.from(body.matchAll(/^[ \t]*["']?([\w.-]+)["']?[ \t]*=/gm), ([, key = ""]) => key);
    return { provided, used: keys.filter((key) => key !== "python") };
  });
  return {
    registry: "pypi",
    provided: found.flatMap(({ provided }) => provided),
    used: found.flatMap(({ used }) => used),
  };
}

function setupConfig(text: string): Manifest {
  const sections = new Map(sectionsOf(text));
  const options = sections.get("options") ?? "";
  const [, list = ""] = /^install_requires[ \t]*=((?:.*)(?:\n(?:[ \t]+.*)?)*)/m.exec(options) ?? [];
  return {
    registry: "pypi",
    provided: firstOf(/^name[ \t]*=[ \t]*(\S+)[ \t]*$/m, sections.get("metadata") ?? ""),
    used: list.split(/[\n;]/).flatMap(requiredName),
  };
}

/** Sections of a file with headers in brackets, in order. */
function sectionsOf(text: string): [header: string, body: string][] {
  const sections: [string, string][] = [];
  for (const line of text.split("\n")) {
    const [, header] = /^\[+([^[\]]+)\]+[ \t]*(?:#.*)?\r?$/.exec(line) ?? [];
    const last = sections.at(-1);
    if (header !== undefined) sections.push([header.trim(), ""]);
    else if (last !== undefined) last[1] += `${line}\n`;
  }
  return sections;
}

/** Names of the requirements in lists, each of which begins where the pattern ends. */
function listedIn(body: string, start: RegExp): string[] {
  return Array.from(body.matchAll(start)).flatMap((match) => {
    const names: string[] = [];
    for (const [item] of body
      .slice(match.index + match[0].length)
      .matchAll(/"[^"\n]*"|'[^'\n]*'|\{[^}\n]*\}|#[^\n]*|\]/g)) {
      if (item === "]") break;
      if (/^["']/.test(item)) names.push(...requiredName(item.slice(1, -1)));
    }
    return names;
  });
}

/** The name that a requirement begins with: `requests[socks] >= 2` requires `requests`. */
function requiredName(requirement: string): string[] {
  return firstOf(/^\s*([A-Za-z0-9][\w.-]*)/, requirement);
}

function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function firstOf(pattern: RegExp, text: string): string[] {
  const [, found] = pattern.exec(text) ?? [];
  return found === undefined ? [] : [found];
}
