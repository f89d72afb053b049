/** Packages of the repository: which folder an installed package was published from. */

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
    const name = nameIn(text);
    return name === undefined ? [] : [{ name, folder: path.slice(0, -"/package.json".length) }];
  });
}

function nameIn(manifest: string): string | undefined {
  try {
    const { name } = JSON.parse(manifest) as { readonly name?: unknown };
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    // A manifest that is no JSON names no package.
    return undefined;
  }
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
