/**
 * Python module resolver (rule 3): from a dotted name to the module. As in PEP 420, a regular package or module takes
 * precedence over a namespace package (a folder without `__init__`) of the same name. Import paths depend on how a
 * program is run, so a location that has the module under its whole name takes precedence over a nearer one that only
 * has the first part of the name.
 */
import type { FileHandle } from "@sdl/model";
import { testPath } from "@sdl/model/paths";
import { RULE, type Rule } from "../values/rule-table.js";
import { external, folder, moduleTarget, NOTHING, type Value } from "../values/target.js";
import { isPythonStandard } from "./outside-names.js";
import { inFolder, joinPath, parentPath, pathInside } from "./paths.js";
import { isDistributionRoot, type Place, packageFoldersAround, pythonRootsAround } from "./python-roots.js";
import type { RepositoryFiles } from "./repository-files.js";

/** Resolves module names of Python files. */
export class PythonResolver {
  constructor(private readonly files: RepositoryFiles) {}

  /** Resolves a specifier. @param from folder of the importing file @param specifier as written, with its leading dots */
  resolve(from: string, specifier: string): Value {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll(".", "/");
    if (dots === 0) return this.absolute(from, path);
    const base = joinPath(from, `${"../".repeat(dots - 1)}${path}`);
    const found = base === undefined ? undefined : this.find(base);
    if (found === undefined) return NOTHING;
    return [typeof found === "string" ? folder(found, RULE.imported) : moduleTarget(found, RULE.imported)];
  }

  /** The package or module at a path without extension; a text target is a folder without `__init__`. */
  find(base: string): FileHandle | string | undefined {
    const inside = base === "" ? "" : `${base}/`;
    const candidates = [`${inside}__init__.py`, `${inside}__init__.pyi`];
    if (base !== "") candidates.splice(1, 0, `${base}.py`, `${base}.pyi`);
    for (const path of candidates) {
      const file = this.files.file(path);
      if (file !== undefined) return file;
    }
    return this.files.hasFolder(base) ? base : undefined;
  }

  private absolute(from: string, path: string): Value {
    const top = path.split("/", 1)[0] ?? path;
    const regular = this.files.once(`regular python packages ${top}`, from, () => this.regularAround(from, top));
    const found = this.fileAt(regular, path);
    if (found !== undefined) return [moduleTarget(found, RULE.modulePath)];
    return (
      (isPythonStandard(top) ? undefined : this.inNamespaces(from, path)) ??
      this.foldersAt(regular, path, RULE.modulePath) ??
      (isPythonStandard(top) ? undefined : (this.elsewhere(path) ?? this.besideTest(from, path))) ??
      (regular.length > 0 ? NOTHING : [external(top, path.slice(top.length + 1).replaceAll("/", "."))])
    );
  }

  private inNamespaces(from: string, path: string): Value | undefined {
    const top = path.split("/", 1)[0] ?? path;
    const places = this.files.once(`python namespaces ${top}`, from, () => this.namespacesAround(from, top));
    const found = this.fileAt(places, path);
    return found === undefined ? this.foldersAt(places, path, RULE.modulePath) : [moduleTarget(found, RULE.modulePath)];
  }

  /** Regular packages and modules that an import of the name in the folder may refer to, likeliest first. */
  private regularAround(from: string, top: string): readonly Place[] {
    const standing = new Set(this.files.modulesNamed(top));
    const named = this.namedPlaces(from, top).filter(({ base }) => this.isPackage(base));
    return [
      ...named,
      ...(standing.size === 0 ? [] : this.placesInRoots(from, top).filter(({ base }) => standing.has(base))),
    ];
  }

  private namespacesAround(from: string, top: string): readonly Place[] {
    const places = [...this.namedPlaces(from, top), ...this.placesInRoots(from, top)];
    return places.filter(({ base }) => this.files.hasFolder(base) && !this.isPackage(base));
  }

  /** Folders that configuration assigns to packages with the name. */
  private namedPlaces(from: string, top: string): readonly Place[] {
    return packageFoldersAround(this.files, from).filter(({ mount }) => pathInside(top, mount) !== undefined);
  }

  /**
   * Locations of the name in the surrounding roots. In a file inside a root's folder of that name, the name refers to
   * this folder, not to a module in it.
   */
  private placesInRoots(from: string, top: string): readonly Place[] {
    const { named, all } = pythonRootsAround(this.files, from);
    const own = named.map((root) => inFolder(root, top));
    return all
      .filter((root) => !this.isInsidePackage(root) && !own.some((folder) => pathInside(folder, root) !== undefined))
      .map((root) => ({ mount: top, base: inFolder(root, top) }));
  }

  /** Paths of the module in distributions and folders of scripts, whether or not an importer can reach them. */
  namesakes(_folder: string, specifier: string): readonly string[] {
    const path = specifier.replaceAll(".", "/");
    const top = path.split("/", 1)[0] ?? path;
    if (isPythonStandard(top)) return [];
    const bases = this.distributionsWith(top).map((place) => baseIn(place, path));
    return bases.filter((base) => base !== undefined && this.find(base) !== undefined).sort() as string[];
  }

  /**
   * Packages elsewhere in the repository: all parts of a namespace, or the only one that has the module. One that lacks it
   * stands for the name only if it is a distribution: a folder of scripts may have the name of a package from outside.
   */
  private elsewhere(path: string): Value | undefined {
    const top = path.split("/", 1)[0] ?? path;
    const places = this.files.once("python distributions with", top, () => this.distributionsWith(top));
    const found = new Set(places.map((place) => this.fileAt([place], path)).filter((file) => file !== undefined));
    const [file] = found;
    if (file !== undefined) return found.size === 1 ? [moduleTarget(file, RULE.outputByConvention)] : undefined;
    const isOne =
      places.filter(({ base }) => this.isPackage(base) && this.isDistributionRoot(parentPath(base))).length === 1;
    return this.foldersAt(places, path, RULE.outputByConvention) ?? (isOne ? NOTHING : undefined);
  }

  /** A module in the folder of a file of tests: runners of tests make it an import root, even if it is a package. */
  private besideTest(from: string, path: string): Value | undefined {
    const base = inFolder(from, path);
    const found = testPath(`${base}.py`) === "none" ? undefined : this.fileAt([{ mount: path, base }], path);
    return found === undefined ? undefined : [moduleTarget(found, RULE.outputByConvention)];
  }

  private distributionsWith(top: string): readonly Place[] {
    const bases = new Set([...this.files.modulesNamed(top), ...this.files.foldersNamed(top)]);
    return [...bases]
      .filter((base) => !this.isPackage(parentPath(base)))
      .filter(
        (base) => this.isPackage(base) || (this.files.hasFolder(base) && this.isDistributionRoot(parentPath(base))),
      )
      .map((base) => ({ mount: top, base }));
  }

  private isDistributionRoot(root: string): boolean {
    return this.files.once("python distribution", root, () => isDistributionRoot(this.files, root));
  }

  /** The file of the first location that has the whole import path. */
  private fileAt(places: readonly Place[], path: string): FileHandle | undefined {
    for (const place of places) {
      const base = baseIn(place, path);
      const found = base === undefined ? undefined : this.find(base);
      if (found !== undefined && typeof found !== "string") return found;
    }
    return undefined;
  }

  /** Folders that together form the namespace package of the import path; `undefined` if there is none. */
  private foldersAt(places: readonly Place[], path: string, rule: Rule): Value | undefined {
    const bases = new Set(places.map((place) => baseIn(place, path)));
    const found = [...bases].filter(
      (base) => base !== undefined && this.files.hasFolder(base) && !this.isPackage(base),
    );
    return found.length === 0 ? undefined : found.map((base) => folder(base as string, rule));
  }

  /** Whether a root lies inside a package; the repository's root never does. */
  private isInsidePackage(root: string): boolean {
    return root !== "" && this.isPackage(root);
  }

  private isPackage(base: string): boolean {
    const inside = base === "" ? "" : `${base}/`;
    return (
      this.files.file(`${inside}__init__.py`) !== undefined || this.files.file(`${inside}__init__.pyi`) !== undefined
    );
  }
}

/** Where the import path would lie, if the location is a part of it. */
function baseIn({ mount, base }: Place, path: string): string | undefined {
  const rest = pathInside(mount, path);
  return rest === undefined ? undefined : inFolder(base, rest);
}
