/** Module resolver of TypeScript and JavaScript (rules 2 to 4): from a specifier to the module. */
import type { FileHandle } from "@sdl/model";
import { specifiedComponent } from "@sdl/model/paths";
import { firstPart } from "../../settings/build-aliases.js";
import { isSettingsData } from "../../workspace/content/settings-name.js";
import { RULE } from "../values/rule-table.js";
import { external, moduleTarget, NOTHING, settings, type Value } from "../values/target.js";
import { packageOfSpecifier } from "./outside-names.js";
import { importTargets, type NamedLoader } from "./package-manifest.js";
import type { PackageResolver } from "./package-resolver.js";
import { ancestorsAndSelf, inFolder, joinPath, parentPath, pathInside } from "./paths.js";
import type { RepositoryFiles } from "./repository-files.js";
import { findSourceFile } from "./source-files.js";
import { mappedPaths, readProject, type TypeScriptProject } from "./typescript-project.js";

/** Maximum number of times that `imports` may lead to another specifier. */
const MAX_HOPS = 4;
/** Maximum number of targets of `imports` tried for one specifier, including those of specifiers that it leads to. */
const MAX_TRIES = 64;

/** Who imports, and progress through `imports` on the way to a specifier. */
interface ImportsProgress {
  readonly loader: NamedLoader;
  readonly hops: number;
  readonly tries: { left: number };
}

/** Aliases and absolute paths, which cannot be package names and so belong to the repository. */
const ALIAS_OR_ABSOLUTE = /^(?:$|\/|#|~\/|@\/|\$lib(?:\/|$))/;

/** Folders of a package that `@`, `~` and `/` stand for by convention, in order of preference. */
const ALIAS_FOLDERS = ["src", "", "app"];

/** Resolves specifiers of TypeScript and JavaScript files. */
export class ScriptResolver {
  constructor(
    private readonly files: RepositoryFiles,
    private readonly packages: PackageResolver,
  ) {}

  /** Resolves a specifier. @param folder of the file that contains the specifier @param written may have a bundler's additions */
  resolve(folder: string, written: string, loader: NamedLoader): Value {
    return this.find(folder, written, { loader, hops: 0, tries: { left: MAX_TRIES } });
  }

  private find(folder: string, written: string, way: ImportsProgress): Value {
    const specifier = withoutBundlerParts(written);
    const file = isSettingsData(specifier) ? this.settingsFile(folder, specifier) : undefined;
    if (file !== undefined) return [settings(file)];
    if (/^\.{1,2}(\/|$)/.test(specifier)) return this.relative(folder, specifier, way.loader);
    const component = specifiedComponent(specifier);
    if (component !== undefined) return this.component(folder, component);
    if (specifier.startsWith("#") && way.hops < MAX_HOPS) {
      const found = this.packageImport(folder, specifier, way);
      if (found.length > 0) return found;
    }
    const mapped = this.mapped(folder, specifier);
    if (mapped !== undefined) return [moduleTarget(mapped, RULE.modulePath)];
    return this.package(folder, specifier, way.loader);
  }

  /** Folders of packages with the package name of a specifier that leads outside, unless the importer requires another version. */
  namesakes(folder: string, specifier: string): readonly string[] {
    return specifier.includes(":") ? [] : this.packages.unreachable(folder, packageOfSpecifier(specifier));
  }

  /** The configuration file that an import of data names. */
  private settingsFile(folder: string, specifier: string): string | undefined {
    return this.dataPaths(folder, specifier).find((path) => this.files.configText(path) !== undefined);
  }

  private dataPaths(folder: string, specifier: string): readonly string[] {
    if (/^\.{1,2}\//.test(specifier)) return paths(joinPath(folder, specifier));
    const project = this.project(folder);
    const mapped = project === undefined ? [] : mappedPaths(project, specifier);
    const based = project?.baseUrl === undefined ? [] : paths(joinPath(project.baseUrl, specifier));
    if (ALIAS_OR_ABSOLUTE.test(specifier)) return [...mapped, ...based];
    const name = packageOfSpecifier(specifier);
    const found = specifier.includes(":") ? undefined : this.packages.find(folder, name);
    const inside = found === undefined ? [] : paths(joinPath(found, specifier.slice(name.length + 1)));
    return [...mapped, ...based, ...inside];
  }

  /** The component that a framework finds by its name: the one that shares most folders with the file that uses it. */
  private component(folder: string, name: string): Value {
    const shared = (path: string): number => commonFolders(folder, path);
    const found = [...this.files.componentsNamed(name)].sort((a, b) => shared(b) - shared(a));
    const [best, next] = found;
    if (best === undefined || (next !== undefined && shared(next) === shared(best))) return NOTHING;
    const file = this.files.file(best);
    return file === undefined ? NOTHING : [moduleTarget(file, RULE.modulePath)];
  }

  private relative(folder: string, specifier: string, loader: NamedLoader): Value {
    const path = joinPath(folder, specifier);
    if (path === undefined) return NOTHING;
    const file = findSourceFile(this.files, path);
    if (file !== undefined) return [moduleTarget(file, RULE.imported)];
    return this.inRootDirs(folder, path) ?? this.folderEntry(folder, path, loader) ?? this.builtFrom(path);
  }

  /** The source of a file that the package's build writes: tests and executables often import the build output. */
  private builtFrom(path: string): Value {
    const own = this.packages.nearestManifest(parentPath(path));
    const inner = own === undefined ? undefined : pathInside(own.folder, path);
    return own === undefined || inner === undefined ? NOTHING : this.packages.target(own.folder, inner);
  }

  /** The entry of a folder that has a manifest but no index file. */
  private folderEntry(from: string, path: string, loader: NamedLoader): Value | undefined {
    if (this.files.config(path === "" ? "package.json" : `${path}/package.json`) === undefined) return undefined;
    const entry = this.packages.entry(path, ".", this.packages.loader(from, loader));
    return entry.length === 0 ? undefined : entry;
  }

  /** The file in one of several folders that `rootDirs` merges. */
  private inRootDirs(folder: string, path: string): Value | undefined {
    const roots = this.project(folder)?.rootDirs ?? [];
    const inner = roots.map((root) => pathInside(root, path)).find((rest) => rest !== undefined);
    if (inner === undefined) return undefined;
    for (const root of roots) {
      const candidate = joinPath(root, inner);
      const file = candidate === undefined ? undefined : findSourceFile(this.files, candidate);
      if (file !== undefined) return [moduleTarget(file, RULE.modulePath)];
    }
    return undefined;
  }

  private mapped(folder: string, specifier: string): FileHandle | undefined {
    const project = this.project(folder);
    if (project === undefined) return undefined;
    for (const path of mappedPaths(project, specifier)) {
      const file = findSourceFile(this.files, path);
      if (file !== undefined) return file;
    }
    const path = project.baseUrl === undefined ? undefined : joinPath(project.baseUrl, specifier);
    return path === undefined ? undefined : findSourceFile(this.files, path);
  }

  /** The nearest project of the folder or its ancestors. */
  private project(folder: string): TypeScriptProject | undefined {
    return this.files.once("project", folder, () => {
      for (const at of ancestorsAndSelf(folder)) {
        const project = this.projectAt(at);
        if (project !== undefined) return project;
      }
      return undefined;
    });
  }

  /** The folder's own project. */
  private projectAt(folder: string): TypeScriptProject | undefined {
    const read = () => readProject(this.files, folder, (specifier) => this.packageConfig(folder, specifier));
    return this.files.once("own project", folder, read);
  }

  /** The path of a configuration in a workspace package: `"extends": "@scope/tsconfig/base.json"`. */
  private packageConfig(folder: string, specifier: string): string | undefined {
    const name = packageOfSpecifier(specifier);
    const found = this.packages.find(folder, name);
    if (found === undefined) return undefined;
    const inner = specifier.slice(name.length + 1);
    const path = joinPath(found, inner === "" ? "tsconfig.json" : inner);
    return path === undefined || path.endsWith(".json") ? path : `${path}.json`;
  }

  private packageImport(folder: string, specifier: string, { loader, hops, tries }: ImportsProgress): Value {
    const own = this.packages.nearestManifest(folder);
    if (own === undefined) return NOTHING;
    for (const target of importTargets(own.manifest, specifier, this.packages.loader(folder, loader))) {
      if (tries.left-- <= 0) return NOTHING;
      const found = target.startsWith(".")
        ? this.ownTarget(own.folder, target)
        : this.find(own.folder, target, { loader, hops: hops + 1, tries });
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** The file of the package that `imports` names. */
  private ownTarget(folder: string, target: string): Value {
    const data = isSettingsData(target) ? joinPath(folder, target) : undefined;
    if (data !== undefined && this.files.configText(data) !== undefined) return [settings(data)];
    return this.packages.target(folder, target);
  }

  /**
   * The file of `@/x`, `~/x`, `/x`, `#x` or `$lib/x` where no project maps it: build tools configure these in code, which is never run,
   * and nearly always as the package's source folder or its root.
   */
  private conventionalAlias(folder: string, specifier: string): Value {
    const alias = specifier.replace(/^\$lib(?=\/|$)/, "@/lib");
    const [, inner] = /^(?:[@~]?\/|#)([^#/].*)$/.exec(alias) ?? [];
    if (inner === undefined) return NOTHING;
    const root = this.packages.nearestManifest(folder)?.folder ?? "";
    for (const base of ALIAS_FOLDERS) {
      const path = joinPath(inFolder(root, base), inner);
      const file = path === undefined ? undefined : findSourceFile(this.files, path);
      if (file !== undefined) return [moduleTarget(file, RULE.outputByConvention)];
    }
    return NOTHING;
  }

  /** The folder of the package with this name: one that the folder's code can reach, else the one that the project maps the name into. */
  private packageFolder(folder: string, name: string): string | undefined {
    const project = this.project(folder);
    return (
      this.packages.find(folder, name) ??
      (project === undefined ? undefined : this.packages.holding(name, mappedPaths(project, name)))
    );
  }

  /** The module of a name that no package of the repository has, if the repository's code lies behind it. */
  private unpackaged(folder: string, specifier: string): Value | undefined {
    const name = packageOfSpecifier(specifier);
    if (name.includes(":") || this.packages.requires(folder, name)) return undefined;
    return this.aliased(folder, specifier) ?? this.fromSite(folder, specifier);
  }

  /** The module behind an alias of a build tool, of the nearest package that has it; `undefined` if none does. */
  private aliased(folder: string, specifier: string): Value | undefined {
    const aliases = this.files.aliasesFrom(firstPart(specifier)).flatMap((alias) => {
      const rest = pathInside(alias.name, specifier);
      const around = this.packages.nearestManifest(parentPath(alias.config))?.folder ?? "";
      const isReached =
        rest !== undefined && (rest === "" || !alias.isExact) && pathInside(around, folder) !== undefined;
      return isReached ? [{ alias, rest, around }] : [];
    });
    if (aliases.length === 0) return undefined;
    aliases.sort((a, b) => b.around.length - a.around.length || b.alias.name.length - a.alias.name.length);
    for (const { alias, rest, around } of aliases) {
      const start = joinPath(alias.base === "config" ? parentPath(alias.config) : around, alias.path);
      const file = start === undefined ? undefined : findSourceFile(this.files, inFolder(start, rest));
      if (file !== undefined) return [moduleTarget(file, RULE.modulePath)];
    }
    return NOTHING;
  }

  private fromSite(folder: string, specifier: string): Value | undefined {
    const inner = IN_SITE.exec(specifier)?.[1];
    const site = inner === undefined ? undefined : this.packages.nearestManifest(folder)?.folder;
    const path = site === undefined || inner === undefined ? undefined : joinPath(site, inner);
    const file = path === undefined ? undefined : findSourceFile(this.files, path);
    return file === undefined ? undefined : [moduleTarget(file, RULE.outputByConvention)];
  }

  private package(folder: string, specifier: string, loader: NamedLoader): Value {
    if (ALIAS_OR_ABSOLUTE.test(specifier)) {
      const conventional = this.conventionalAlias(folder, specifier);
      return conventional.length > 0 ? conventional : (this.aliased(folder, specifier) ?? NOTHING);
    }
    const name = packageOfSpecifier(specifier);
    const found = specifier.includes(":") ? undefined : this.packageFolder(folder, name);
    if (found === undefined) return this.unpackaged(folder, specifier) ?? [external(name, "")];
    const inner = specifier.slice(name.length);
    return this.packages.entry(found, `.${inner}`, this.packages.loader(folder, loader));
  }
}

/** The path below the folder of a Docusaurus site, which `@site` stands for unless a package has this scope. */
const IN_SITE = /^@site\/(.+)$/;

/** Number of folders at the start of both paths. */
function commonFolders(folder: string, path: string): number {
  const own = folder.split("/");
  const others = path.split("/");
  const at = own.findIndex((name, index) => name !== others[index]);
  return at < 0 ? own.length : at;
}

/** The specifier without loaders before it (`style-loader!./a.css`) and a query after it (`./worker?worker`), which only bundlers read. */
function withoutBundlerParts(specifier: string): string {
  const plain = specifier.slice(specifier.lastIndexOf("!") + 1);
  const query = plain.indexOf("?");
  return query > 0 ? plain.slice(0, query) : plain;
}

function paths(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}
