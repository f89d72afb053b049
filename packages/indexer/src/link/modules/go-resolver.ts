/**
 * Module resolution of Go (rule 4): from an import path to the folder of the package. Finds modules of the repository
 * by their `go.mod` and by local folders in `replace`; without either, finds the only folder whose path ends with the
 * import path.
 */
import { RULE, type Rule } from "../values/rule-table.js";
import { external, packageTarget, type Value } from "../values/target.js";
import { ancestorsAndSelf, inFolder, joinPath } from "./paths.js";
import type { RepositoryFiles } from "./repository-files.js";

const REPLACED = /^[ \t]*(?:replace[ \t]+)?(\S+)[ \t]+(?:v\S+[ \t]+)?=>[ \t]+(\.{1,2}\/\S*|\.{1,2})[ \t]*\r?$/gm;
/** Parts of an import path that are a host's: `github.com/owner/name`. */
const HOST_PARTS = 3;

/** Finds the folder of a Go package by its import path. */
export class GoResolver {
  constructor(private readonly files: RepositoryFiles) {}

  /** @param from folder of the importing file */
  resolve(from: string, specifier: string): Value {
    const around = this.moduleAround(from);
    const folder = this.inModules(specifier, around) ?? (around === undefined ? this.bySuffix(specifier) : undefined);
    if (folder === undefined) return [external(specifier, "")];
    const rule: Rule = around === undefined ? RULE.outputByConvention : RULE.modulePath;
    return this.files.isGoPackage(folder) ? [packageTarget(folder, rule)] : [];
  }

  /** The folder of the nearest `go.mod`. */
  private moduleAround(from: string): string | undefined {
    return this.files.once("go module", from, () =>
      ancestorsAndSelf(from).find((at) => this.files.configText(inFolder(at, "go.mod")) !== undefined),
    );
  }

  /** The longest module path that the import path begins with decides. */
  private inModules(specifier: string, around: string | undefined): string | undefined {
    const replaced = around === undefined ? new Map<string, string>() : this.replacements(around);
    for (const prefix of ancestorsAndSelf(specifier)) {
      if (prefix === "") break;
      const named = this.files.goModulesNamed(prefix);
      const own = named.find((folder) => folder === around);
      const root = own ?? replaced.get(prefix) ?? named[0];
      if (root !== undefined) return inFolder(root, specifier.slice(prefix.length + 1));
    }
    return undefined;
  }

  /** Folders of the repository that the module uses in place of other modules, by their paths. */
  private replacements(module: string): ReadonlyMap<string, string> {
    return this.files.once("go replacements", module, () => {
      const found = new Map<string, string>();
      const text = this.files.configText(inFolder(module, "go.mod")) ?? "";
      for (const [, path = "", written = ""] of text.matchAll(REPLACED)) {
        const folder = joinPath(module, written);
        if (folder !== undefined) found.set(path, folder);
      }
      return found;
    });
  }

  private bySuffix(specifier: string): string | undefined {
    const parts = specifier.split("/");
    if (!parts[0]?.includes(".")) return undefined;
    const inside = parts.slice(HOST_PARTS).join("/");
    const whole = this.files.goPackagesEnding(specifier);
    const found = whole.length > 0 || inside === "" ? whole : this.files.goPackagesEnding(inside);
    return found.length === 1 ? found[0] : undefined;
  }
}
