/**
 * Resolver of packages in the repository: from `@scope/name/sub` to the source file of the workspace package's entry
 * point. A package counts only if the importer can reach it: the importer's own package, a member of its workspace, a
 * dependency that is local or whose range contains the package's version, or, if the importer's package requires no
 * version of it, a package around it. A folder that only has a known name, such as a fixture, is ignored.
 */
import type { FileHandle } from "@sdl/model";
import { RULE, type Rule } from "../values/rule-table.js";
import { moduleTarget, type Value } from "../values/target.js";
import { asObject, asText, type JsonObject, property } from "./json-with-comments.js";
import { entryFields, exportTargets, type Loader, type NamedLoader } from "./package-manifest.js";
import { ancestorsAndSelf, inFolder, joinPath, pathInside } from "./paths.js";
import type { RepositoryFiles } from "./repository-files.js";
import { findSourceFile, findWrittenFile, sourceStem } from "./source-files.js";
import { readProject } from "./typescript-project.js";
import { isInRange } from "./version-range.js";
import { isWorkspaceFolder, manifestPatterns, pnpmPatterns, type WorkspacePatterns } from "./workspace-patterns.js";

const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const LOCAL_DEPENDENCY = /^(?:workspace|file|link|portal):/;
/** Conventional names of build output folders. */
const OUTPUT_FOLDERS = new Set([
  "dist",
  "build",
  "lib",
  "out",
  "output",
  "esm",
  "cjs",
  "es",
  "mjs",
  "types",
  "umd",
  "bundle",
  "node",
]);

interface PlacedManifest {
  readonly folder: string;
  readonly manifest: JsonObject;
}

/** Finds packages and their entry points. */
export class PackageResolver {
  constructor(private readonly files: RepositoryFiles) {}

  /** The nearest manifest in a folder or its ancestors. */
  nearestManifest(folder: string): PlacedManifest | undefined {
    return this.files.once("manifest", folder, () => this.manifestAround(folder, () => true));
  }

  /**
   * The manifest of the package that a folder belongs to. A manifest without a name, such as `{ "type": "module" }`, only says how its folder is
   * read.
   */
  private ownPackage(folder: string): PlacedManifest | undefined {
    return this.files.once("own package", folder, () =>
      this.manifestAround(folder, (manifest) => asText(property(manifest, "name")) !== undefined),
    );
  }

  private manifestAround(folder: string, fits: (manifest: JsonObject) => boolean): PlacedManifest | undefined {
    for (const at of ancestorsAndSelf(folder)) {
      const manifest = this.files.config(inFolder(at, "package.json"));
      if (manifest !== undefined && fits(manifest)) return { folder: at, manifest };
    }
    return undefined;
  }

  /** The folder of the package with this name that code in `from` imports; `undefined` if the package is outside the repository. */
  find(from: string, name: string): string | undefined {
    const own = this.ownManifest(from);
    const range = own === undefined ? undefined : dependencyRange(own.manifest, name);
    if (own !== undefined && isSelf(own.manifest, name, range)) return own.folder;
    const candidates = this.files.packagesNamed(name).filter((folder) => folder !== own?.folder);
    if (candidates.length === 0) return undefined;
    const installed = candidates.find((folder) => isInstalledAround(from, folder, name));
    if (installed !== undefined) return installed;
    const root = this.workspaceOf(from);
    const members = candidates.filter((folder) => root !== undefined && isMember(root, folder));
    // A workspace's root often has the name of its main package.
    const inner = members.filter((folder) => folder !== root?.folder);
    const member = [...inner, ...members].find((folder) => this.isLinked(folder, range));
    if (member !== undefined) return member;
    if (range === undefined) return candidates.find((folder) => pathInside(folder, from) !== undefined);
    if (LOCAL_DEPENDENCY.test(range)) return candidates[0];
    return candidates.find((folder) => isInRange(this.versionOf(folder) ?? "", range));
  }

  /** The folder of the package with this name that holds one of the paths. */
  holding(name: string, paths: readonly string[]): string | undefined {
    if (paths.length === 0) return undefined;
    const holds = (folder: string) => paths.some((path) => pathInside(folder, path) !== undefined);
    return this.files.packagesNamed(name).find(holds);
  }

  /** Whether a workspace links its member for a requirement: other versions come from the registry. A protocol, `catalog:`, names no version. */
  private isLinked(folder: string, range: string | undefined): boolean {
    const version = this.versionOf(folder);
    return range === undefined || version === undefined || range.includes(":") || isInRange(version, range);
  }

  /** Folders of packages with this name that code in `from` does not import and requires in no other version. */
  unreachable(from: string, name: string): readonly string[] {
    return this.requires(from, name) ? [] : this.files.packagesNamed(name);
  }

  /** Whether the package of code in `from` requires the package with this name. */
  requires(from: string, name: string): boolean {
    const own = this.ownManifest(from);
    return own !== undefined && dependencyRange(own.manifest, name) !== undefined;
  }

  private ownManifest(from: string): PlacedManifest | undefined {
    return this.ownPackage(from) ?? this.nearestManifest(from);
  }

  private versionOf(folder: string): string | undefined {
    return asText(property(this.files.config(inFolder(folder, "package.json")), "version"));
  }

  /** How a script in a folder loads others. Node.js reads `type` of the nearest manifest, even of one without a name. */
  loader(folder: string, named: NamedLoader): Loader {
    if (named !== "package") return named;
    return property(this.nearestManifest(folder)?.manifest, "type") === "module" ? "import" : "require";
  }

  /** The source of a package's entry point. @param subpath `.` or `./sub` */
  entry(folder: string, subpath: string, loader: Loader): Value {
    const manifest = this.files.config(inFolder(folder, "package.json")) ?? {};
    const fields = subpath === "." ? entryFields(manifest, loader) : [];
    const targets = exportTargets(manifest, subpath, loader) ?? fields;
    for (const target of targets) {
      const found = this.entryTarget(folder, subpath, target);
      if (found.length > 0) return found;
    }
    const inner = subpath === "." ? "" : subpath.slice(2);
    const guess = sourceFolders(folder).map((base) => joinPath(base, inner));
    for (const path of guess) {
      const file = path === undefined ? undefined : findSourceFile(this.files, path);
      if (file !== undefined) return [moduleTarget(file, RULE.outputByConvention)];
    }
    return inner === "" ? [] : this.innerEntry(folder, inner);
  }

  /** A file or folder that a subpath names directly. ng-packagr builds such a folder from an entry in its `src`. */
  private innerEntry(folder: string, inner: string): Value {
    const found = this.target(folder, inner);
    const at = joinPath(folder, inner);
    if (found.length > 0 || at === undefined) return found;
    const entries = ["src/index", "src/public_api", "src/public-api"].map((entry) =>
      this.firstStem([at], entry, RULE.outputByConvention),
    );
    return entries.find((entry) => entry !== undefined) ?? [];
  }

  /**
   * The source of one of an entry's paths. If it lies in a folder of build output that is not there, the package's
   * sources: another path that is there only loads the output, `module.exports = require("./dist/index.cjs")`.
   */
  private entryTarget(folder: string, subpath: string, target: string): Value {
    const found = this.target(folder, target);
    const [first = ""] = target.replace(/^\.\//, "").split("/");
    if (found.length > 0 || subpath !== "." || !OUTPUT_FOLDERS.has(first)) return found;
    return this.firstStem([folder], "src/index", RULE.outputByConvention) ?? [];
  }

  /** The source file of a path that a manifest names: the file itself, else the file it is built from. */
  target(folder: string, written: string): Value {
    const path = joinPath(folder, written);
    if (path === undefined || pathInside(folder, path) === undefined) return [];
    const file = findWrittenFile(this.files, path) ?? this.indexOf(path);
    if (file !== undefined) return [moduleTarget(file, RULE.modulePath)];
    return this.fromProject(folder, path) ?? this.byConvention(folder, path);
  }

  private indexOf(path: string): FileHandle | undefined {
    return /\.[a-z]+$/i.test(path) ? undefined : findSourceFile(this.files, path);
  }

  private fromProject(folder: string, path: string): Value | undefined {
    const project = this.files.once("output", folder, () => readProject(this.files, folder, () => undefined));
    const inner = project?.outDir === undefined ? undefined : pathInside(project.outDir, path);
    if (project === undefined || inner === undefined) return undefined;
    const bases = project.rootDir === undefined ? [inFolder(folder, "src"), folder] : [project.rootDir];
    return this.firstStem(bases, inner, RULE.modulePath);
  }

  private byConvention(folder: string, path: string): Value {
    const parts = (pathInside(folder, path) ?? "").split("/");
    for (let dropped = 1; dropped <= parts.length && OUTPUT_FOLDERS.has(parts[dropped - 1] ?? ""); dropped++) {
      const inner = parts.slice(dropped).join("/");
      const found = this.firstStem(sourceFolders(folder), inner, RULE.outputByConvention);
      if (found !== undefined) return found;
    }
    return [];
  }

  private firstStem(bases: readonly string[], inner: string, rule: Rule): Value | undefined {
    for (const base of bases) {
      const path = joinPath(base, sourceStem(inner));
      const file = path === undefined ? undefined : findSourceFile(this.files, path);
      if (file !== undefined) return [moduleTarget(file, rule)];
    }
    return undefined;
  }

  private workspaceOf(from: string): Workspace | undefined {
    return this.files.once("workspace", from, () => {
      for (const folder of ancestorsAndSelf(from)) {
        const yaml = this.files.configText(inFolder(folder, "pnpm-workspace.yaml"));
        const patterns =
          (yaml === undefined ? undefined : pnpmPatterns(yaml)) ??
          manifestPatterns(this.files.config(inFolder(folder, "package.json")));
        if (patterns !== undefined) return { folder, patterns };
      }
      return undefined;
    });
  }
}

/** Folders that hold a package's sources by convention, the most usual first; `src/lib` is that of svelte-package. */
function sourceFolders(folder: string): readonly string[] {
  return [inFolder(folder, "src"), folder, inFolder(folder, "lib"), inFolder(folder, "src/lib")];
}

interface Workspace {
  readonly folder: string;
  readonly patterns: WorkspacePatterns;
}

/**
 * Whether a package means itself by a name. An example may have the name of the package that it requires; Node.js prefers the
 * package itself only if it has `exports`.
 */
function isSelf(manifest: JsonObject, name: string, range: string | undefined): boolean {
  if (property(manifest, "name") !== name) return false;
  return range === undefined || LOCAL_DEPENDENCY.test(range) || property(manifest, "exports") !== undefined;
}

/** Whether Node.js finds the package in a folder `node_modules` beside the importer or above: a repository may keep its sources there. */
function isInstalledAround(from: string, folder: string, name: string): boolean {
  const place = inFolder("node_modules", name);
  if (folder !== place && !folder.endsWith(`/${place}`)) return false;
  return pathInside(folder.slice(0, -place.length).replace(/\/$/, ""), from) !== undefined;
}

function isMember(workspace: Workspace, folder: string): boolean {
  const inner = pathInside(workspace.folder, folder);
  return inner !== undefined && isWorkspaceFolder(workspace.patterns, inner);
}

/** The version that a manifest requires; a local one wins over others. */
function dependencyRange(manifest: JsonObject, name: string): string | undefined {
  const ranges = DEPENDENCY_FIELDS.map((field) => asText(property(asObject(property(manifest, field)), name)));
  const written = ranges.filter((range) => range !== undefined);
  return written.find((range) => LOCAL_DEPENDENCY.test(range)) ?? written[0];
}
