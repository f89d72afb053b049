/** Packages of the repository: which folder an installed package was published from. */

import { goModulePath, manifestName } from "@sdl/model/paths";

/** A package or module whose manifest lies in the repository. */
export interface RepositoryPackage {
  /** What its code was installed by: npm by `package.json`, Go by `go.mod`. */
  readonly kind: "npm" | "go";
  /** Name in its manifest; of a Go module its path. */
  readonly name: string;
  /** Folder of the manifest, without a final `/`; empty for the root. */
  readonly folder: string;
}

const MANIFESTS = [
  { kind: "npm", file: "package.json", nameIn: manifestName },
  { kind: "go", file: "go.mod", nameIn: goModulePath },
] as const;

/** The packages that the manifests of a repository name, in the order of their paths. @param configs configuration files; others are skipped */
export function packagesOf(configs: readonly { readonly path: string; readonly text: string }[]): RepositoryPackage[] {
  return configs.flatMap(({ path, text }) => {
    const manifest = MANIFESTS.find(({ file }) => path === file || path.endsWith(`/${file}`));
    const name = manifest?.nameIn(text);
    if (manifest === undefined || name === undefined) return [];
    return [{ kind: manifest.kind, name, folder: path.slice(0, -`/${manifest.file}`.length) }];
  });
}

/**
 * The npm package that a trace calls `name`: by its manifest, else by its folder, since packages change their names (`babel-core`, `@babel/core`).
 */
export function packageNamed(all: readonly RepositoryPackage[], name: string): RepositoryPackage | undefined {
  const packages = all.filter(({ kind }) => kind === "npm");
  const plain = plainPackageName(name);
  return (
    packages.find((one) => one.name === name) ??
    packages.find((one) => plainPackageName(one.name) === plain) ??
    packages.find(({ folder }) => folder.slice(folder.lastIndexOf("/") + 1) === plain)
  );
}

/** The npm package that a bundle is named after: `Chart.js` after `chart.js`, `vue.js` after `vue`. */
export function bundledPackage(packages: readonly RepositoryPackage[], path: string): RepositoryPackage | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return packages.find(({ kind, name }) => kind === "npm" && (file === name || file === `${name}.js`));
}

/** The place of a file of Go in a module of the repository. */
export interface ModuleFile {
  readonly owner: RepositoryPackage;
  /** Path inside the module. */
  readonly inner: string;
}

/**
 * The module that holds a file of an import path, such as `github.com/owner/name/sub/file.go`: by its module path, else by the last name in it,
 * since repositories are moved and forked. The longest module path is taken.
 */
export function goModuleOf(packages: readonly RepositoryPackage[], importPath: string): ModuleFile | undefined {
  const modules = packages
    .filter(({ kind }) => kind === "go")
    .toSorted((a, b) => b.name.length - a.name.length || (a.folder < b.folder ? -1 : 1));
  const path = withoutMajor(importPath);
  for (const owner of modules) {
    const name = withoutMajor(owner.name);
    if (path.startsWith(`${name}/`)) return { owner, inner: path.slice(name.length + 1) };
  }
  for (const owner of modules) {
    const last = `/${withoutMajor(owner.name).split("/").at(-1)}/`;
    const at = path.indexOf(last);
    if (at >= 0) return { owner, inner: path.slice(at + last.length) };
  }
  return undefined;
}

/** `example.org/shop/v2` is a later version of `example.org/shop`. */
function withoutMajor(path: string): string {
  return path.replace(/\/v\d+(?=\/|$)|\.v\d+(?=\/|$)/, "");
}

function plainPackageName(name: string): string {
  return name.replace(/^@/, "").replace("/", "-");
}
