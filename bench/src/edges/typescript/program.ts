/** TypeScript program of a folder, with a lenient configuration if the project has none. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "@typescript/typescript6";

const LENIENT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  experimentalDecorators: true,
};

/** Options that override the project's: nothing is written, JavaScript is read, missing libraries are no errors. */
const FORCED: ts.CompilerOptions = {
  allowJs: true,
  checkJs: false,
  noEmit: true,
  noLib: false,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  composite: false,
  incremental: false,
  types: [],
};

/** @param files relative to `root` */
export function createProgram(root: string, files: readonly string[]): ts.Program {
  const own = projectOptions(root);
  const options = { ...LENIENT, ...own, ...FORCED };
  if (options.moduleResolution !== undefined && options.moduleResolution < ts.ModuleResolutionKind.Node16) {
    options.moduleResolution = ts.ModuleResolutionKind.Bundler;
    options.module = ts.ModuleKind.ESNext;
  }
  options.paths = { ...packagePaths(root, files), ...options.paths };
  return ts.createProgram(
    files.map((file) => join(root, file)),
    options,
  );
}

/** Options of the root's tsconfig.json, without references to outside it. */
function projectOptions(root: string): ts.CompilerOptions {
  const path = join(root, "tsconfig.json");
  if (!existsSync(path)) return {};
  const { config } = ts.readConfigFile(path, (file) => readFileSync(file, "utf8"));
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  const { lib: _lib, rootDir: _rootDir, outDir: _outDir, declarationDir: _declarationDir, ...rest } = parsed.options;
  return rest;
}

/** Maps package names to sources: packages of the project import each other by name. */
function packagePaths(root: string, files: readonly string[]): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const folder of packageFolders(root, files)) {
    const name = packageName(join(root, folder, "package.json"));
    if (name === undefined) continue;
    const at = join(root, folder);
    paths[name] = [join(at, "src/index"), join(at, "src"), join(at, "lib/index"), at];
    paths[`${name}/*`] = [join(at, "src/*"), join(at, "*")];
  }
  return paths;
}

function packageFolders(root: string, files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].filter((folder) => readdirSync(join(root, folder)).includes("package.json")).sort();
}

function packageName(manifest: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(manifest, "utf8"));
    return typeof name === "string" ? name : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
