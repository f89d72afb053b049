/**
 * Python module resolver (rule 3): from a dotted name to the module. Roots are the ancestors of the importing file that
 * are no packages, their `src` folders and the roots in their configuration; then the only other place in the
 * repository with a top-level package of that name.
 */
import type { FileHandle } from "@sdl/model";
import { RULE, type Rule } from "../values/rule-table.js";
import { external, folder, moduleTarget, NOTHING, type Value } from "../values/target.js";
import { isPythonStandard } from "./outside-names.js";
import { ancestorsAndSelf, joinPath, parentPath } from "./paths.js";
import { configuredRoots } from "./python-roots.js";
import type { RepositoryFiles } from "./repository-files.js";

/** Resolves module names of Python files. */
export class PythonResolver {
  constructor(private readonly files: RepositoryFiles) {}

  /** Resolves a specifier. @param from folder of the importing file @param specifier as written, with its leading dots */
  resolve(from: string, specifier: string): Value {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll(".", "/");
    if (dots === 0) return this.absolute(from, specifier);
    const base = joinPath(from, `${"../".repeat(dots - 1)}${path}`);
    return base === undefined ? NOTHING : this.module(base, RULE.imported);
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

  private module(base: string, rule: Rule): Value {
    const found = this.find(base);
    if (found === undefined) return NOTHING;
    return [typeof found === "string" ? folder(found, rule) : moduleTarget(found, rule)];
  }

  private absolute(from: string, specifier: string): Value {
    const path = specifier.replaceAll(".", "/");
    const top = specifier.split(".", 1)[0] ?? specifier;
    const found = this.files.once(`python root of ${top}`, from, () => this.findRoot(from, top));
    if (found !== undefined) return this.module(inRoot(found.root, path), found.rule);
    const isStandard = isPythonStandard(top);
    return (isStandard ? undefined : this.namespace(from, path)) ?? [external(top, specifier.slice(top.length + 1))];
  }

  /** The root that holds the top-level package or module of that name. */
  private findRoot(from: string, top: string): { readonly root: string; readonly rule: Rule } | undefined {
    const standing = this.files.modulesNamed(top);
    if (standing.length === 0) return undefined;
    for (const root of this.rootsAround(from)) {
      if (standing.includes(inRoot(root, top)) && !this.isInsidePackage(root)) return { root, rule: RULE.modulePath };
    }
    if (isPythonStandard(top)) return undefined;
    const elsewhere = standing.filter((base) => this.isPackage(base) && !this.isPackage(parentPath(base)));
    const root = elsewhere.length === 1 ? parentPath(elsewhere[0] ?? "") : undefined;
    return root === undefined ? undefined : { root, rule: RULE.outputByConvention };
  }

  /** The namespace package at a path: a package without `__init__`. */
  private namespace(from: string, path: string): Value | undefined {
    const top = path.split("/", 1)[0] ?? path;
    for (const root of this.rootsAround(from)) {
      if (!this.files.hasFolder(inRoot(root, top)) || this.isInsidePackage(root)) continue;
      const found = this.module(inRoot(root, path), RULE.modulePath);
      if (found.length > 0) return found;
    }
    return undefined;
  }

  /** Roots nearest first: each ancestor folder, its `src`, and the roots in its configuration. */
  private rootsAround(from: string): readonly string[] {
    return this.files.once("python roots around", from, () =>
      ancestorsAndSelf(from).flatMap((at) =>
        [...new Set(["", "src", ...configuredRoots(this.files, at)])].map((root) =>
          root === "" ? at : inRoot(at, root),
        ),
      ),
    );
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

function inRoot(root: string, path: string): string {
  return root === "" ? path : `${root}/${path}`;
}
