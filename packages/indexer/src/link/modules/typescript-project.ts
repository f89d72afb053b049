/**
 * TypeScript project settings for module resolution from tsconfig or jsconfig: `paths`, `baseUrl`, `rootDirs`,
 * `outDir`, `rootDir`, through `extends` and `references`. Executes nothing. Invariant: it terminates; at most
 * {@link MAX_DEPTH} configurations are chained, {@link MAX_READS} read and {@link MAX_PATTERNS} patterns stored.
 */
import { asObject, asText, asTexts, type JsonObject, property } from "./json-with-comments.js";
import { inFolder, joinPath, parentPath } from "./paths.js";
import type { RepositoryFiles } from "./repository-files.js";

const MAX_DEPTH = 16;
/** Maximum number of configurations read: each `extends` may name several, and so on. */
const MAX_READS = 500;
const MAX_PATTERNS = 2000;
const MAX_REFERENCES = 64;

interface PathPattern {
  readonly prefix: string;
  /** Text after `*`; `undefined` for a pattern without `*`. */
  readonly suffix: string | undefined;
  /** Target paths, repository-relative, with at most one `*` each. */
  readonly targets: readonly string[];
}

/** Resolution settings of one project; paths are repository-relative. */
export interface TypeScriptProject {
  readonly patterns: readonly PathPattern[];
  readonly baseUrl: string | undefined;
  readonly rootDirs: readonly string[];
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
}

/** Resolves an `extends` that names a package to a path. */
type PackageConfig = (specifier: string) => string | undefined;

/** The project of a folder's own tsconfig.json or jsconfig.json; `undefined` if it has none. */
export function readProject(
  files: RepositoryFiles,
  folder: string,
  ofPackage: PackageConfig,
): TypeScriptProject | undefined {
  for (const name of ["tsconfig.json", "jsconfig.json"]) {
    const path = inFolder(folder, name);
    if (files.configText(path) === undefined) continue;
    const reader = new ProjectReader(files, ofPackage);
    const own = reader.read(path);
    return own.patterns.length > 0 ? own : reader.withReferences(own, path);
  }
  return undefined;
}

const EMPTY: TypeScriptProject = {
  patterns: [],
  baseUrl: undefined,
  rootDirs: [],
  outDir: undefined,
  rootDir: undefined,
};

class ProjectReader {
  private readonly open = new Set<string>();
  private reads = 0;

  constructor(
    private readonly files: RepositoryFiles,
    private readonly ofPackage: PackageConfig,
  ) {}

  read(path: string): TypeScriptProject {
    if (this.open.has(path) || this.open.size >= MAX_DEPTH || this.reads >= MAX_READS) return EMPTY;
    this.reads++;
    const config = this.files.config(path);
    if (config === undefined) return EMPTY;
    this.open.add(path);
    let result = EMPTY;
    for (const base of extended(config).slice(0, MAX_DEPTH)) {
      const basePath = this.locate(base, parentPath(path));
      if (basePath !== undefined) result = merge(result, this.read(basePath));
    }
    this.open.delete(path);
    return merge(result, ownOptions(config, parentPath(path)));
  }

  /** Settings of a "solution" file, which has the options in the projects that it references. */
  withReferences(own: TypeScriptProject, path: string): TypeScriptProject {
    const references = property(this.files.config(path), "references");
    if (!Array.isArray(references)) return own;
    const folder = parentPath(path);
    let result = own;
    for (const reference of references.slice(0, MAX_REFERENCES)) {
      const written = asText(property(asObject(reference), "path"));
      const target = written === undefined ? undefined : joinPath(folder, written);
      if (target === undefined) continue;
      const project = this.read(
        target.endsWith(".json") ? target : `${target === "" ? "" : `${target}/`}tsconfig.json`,
      );
      result = {
        ...merge(project, result),
        patterns: [...result.patterns, ...project.patterns].slice(0, MAX_PATTERNS),
        rootDirs: [...result.rootDirs, ...project.rootDirs],
      };
    }
    return result;
  }

  private locate(written: string, folder: string): string | undefined {
    if (!written.startsWith(".")) return written.startsWith("/") ? undefined : this.ofPackage(written);
    const path = joinPath(folder, written);
    if (path === undefined) return undefined;
    if (path.endsWith(".json")) return path;
    if (this.files.configText(`${path}.json`) !== undefined) return `${path}.json`;
    return path === "" ? "tsconfig.json" : `${path}/tsconfig.json`;
  }
}

function extended(config: JsonObject): readonly string[] {
  const value = property(config, "extends");
  return typeof value === "string" ? [value] : asTexts(value);
}

function ownOptions(config: JsonObject, folder: string): Partial<TypeScriptProject> {
  const options = asObject(property(config, "compilerOptions"));
  if (options === undefined) return {};
  const place = (name: string): string | undefined => {
    const written = asText(property(options, name));
    return written === undefined ? undefined : joinPath(folder, withoutVariable(written));
  };
  const baseUrl = place("baseUrl");
  const paths = asObject(property(options, "paths"));
  const rootDirs = asTexts(property(options, "rootDirs")).map((dir) => joinPath(folder, withoutVariable(dir)));
  return {
    ...(paths === undefined ? {} : { patterns: readPatterns(paths, baseUrl ?? folder) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(rootDirs.length === 0 ? {} : { rootDirs: rootDirs.filter((dir) => dir !== undefined) }),
    outDir: place("outDir"),
    rootDir: place("rootDir"),
  };
}

/** Replaces `${configDir}` by the configuration's folder. */
function withoutVariable(path: string): string {
  return path.replace(/^\$\{configDir\}\/?/, "./");
}

function readPatterns(paths: JsonObject, base: string): PathPattern[] {
  const patterns: PathPattern[] = [];
  for (const key of Object.keys(paths).slice(0, MAX_PATTERNS)) {
    const star = key.indexOf("*");
    const targets = asTexts(paths[key]).map((target) => joinPath(base, withoutVariable(target)));
    patterns.push({
      prefix: star < 0 ? key : key.slice(0, star),
      suffix: star < 0 ? undefined : key.slice(star + 1),
      targets: targets.filter((target) => target !== undefined),
    });
  }
  return patterns;
}

function merge(base: TypeScriptProject, own: Partial<TypeScriptProject>): TypeScriptProject {
  return {
    patterns: own.patterns ?? base.patterns,
    baseUrl: own.baseUrl ?? base.baseUrl,
    rootDirs: own.rootDirs ?? base.rootDirs,
    outDir: own.outDir ?? base.outDir,
    rootDir: own.rootDir ?? base.rootDir,
  };
}

/** Target paths of the specifier: of the exact pattern, else of the pattern with the longest prefix. */
export function mappedPaths(project: TypeScriptProject, specifier: string): readonly string[] {
  let best: PathPattern | undefined;
  for (const pattern of project.patterns) {
    if (pattern.suffix === undefined) {
      if (pattern.prefix === specifier) return pattern.targets;
    } else if (matches(pattern, pattern.suffix, specifier) && pattern.prefix.length > (best?.prefix.length ?? -1))
      best = pattern;
  }
  if (best?.suffix === undefined) return [];
  const filling = specifier.slice(best.prefix.length, specifier.length - best.suffix.length);
  return best.targets.map((target) => target.replace("*", () => filling));
}

function matches(pattern: PathPattern, suffix: string, specifier: string): boolean {
  const isLongEnough = specifier.length >= pattern.prefix.length + suffix.length;
  return isLongEnough && specifier.startsWith(pattern.prefix) && specifier.endsWith(suffix);
}
