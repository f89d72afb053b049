/** TypeScript program of a folder, with a lenient configuration if the project has none. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
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
  const paths = files.map((file) => join(root, file));
  return ts.createProgram(paths, options, scriptsFirst(options, new Set(paths)));
}

/**
 * A host by which JavaScript finds the module that runs: the compiler would stop at the declaration file beside it, of
 * which it says nothing but types. TypeScript still finds the declaration file.
 * @param scripts absolute paths of the program's files
 */
function scriptsFirst(options: ts.CompilerOptions, scripts: ReadonlySet<string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), host.getCanonicalFileName, options);
  host.resolveModuleNameLiterals = (literals, from, redirected, ...[, source]) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, options);
      const found = ts.resolveModuleName(literal.text, from, options, host, cache, redirected, mode).resolvedModule;
      const script =
        isJavaScript(from) && found !== undefined ? scriptBeside(found.resolvedFileName, scripts) : undefined;
      if (found === undefined || script === undefined) return { resolvedModule: found };
      return {
        resolvedModule: { resolvedFileName: script, extension: extname(script), isExternalLibraryImport: false },
      };
    });
  return host;
}

function isJavaScript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path);
}

/** The JavaScript that a declaration file stands beside: `node.js` of `node.d.ts`. */
function scriptBeside(path: string, scripts: ReadonlySet<string>): string | undefined {
  const [, stem, kind] = /^(.*)\.d\.([cm]?)ts$/.exec(path) ?? [];
  if (stem === undefined) return undefined;
  return [`${stem}.${kind}js`, `${stem}.jsx`].find((script) => scripts.has(script));
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
