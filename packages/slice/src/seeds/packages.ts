/** Packages of the repository: which folder an installed package was published from. */

import { manifestName } from "@sdl/model/paths";

/** A package whose manifest lies in the repository. */
export interface RepositoryPackage {
  /** Name in its manifest. */
  readonly name: string;
  /** Folder of the manifest, without a final `/`; empty for the root. */
  readonly folder: string;
}

/** The packages that the manifests of a repository name, in the order of their paths. @param configs configuration files; others are skipped */
export function packagesOf(configs: readonly { readonly path: string; readonly text: string }[]): RepositoryPackage[] {
  return configs.flatMap(({ path, text }) => {
    if (path !== "package.json" && !path.endsWith("/package.json")) return [];
    const name = manifestName(text);
    return name === undefined ? [] : [{ name, folder: path.slice(0, -"/package.json".length) }];
  });
}

/**
 * The package that a trace calls `name`: by its manifest, else by its folder, since packages change their names (`babel-core`, `@babel/core`).
 */
export function packageNamed(packages: readonly RepositoryPackage[], name: string): RepositoryPackage | undefined {
  const plain = plainPackageName(name);
  return (
    packages.find((one) => one.name === name) ??
    packages.find((one) => plainPackageName(one.name) === plain) ??
    packages.find(({ folder }) => folder.slice(folder.lastIndexOf("/") + 1) === plain)
  );
}

function plainPackageName(name: string): string {
  return name.replace(/^@/, "").replace("/", "-");
}
