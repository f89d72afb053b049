/** Where a frame's path points: into an installed package, into the runtime, or into some checkout. Knows text only. */

/** The place of a frame's file. `runtime`: no repository has it. */
export type FrameOrigin =
  | { readonly kind: "runtime" }
  /** @property packageName as `node_modules` names it @property inner path inside the package */
  | { readonly kind: "node"; readonly packageName: string; readonly inner: string }
  /** @property inner path below `site-packages`, or below the folder that a package keeps copies of others in */
  | { readonly kind: "python"; readonly inner: string }
  /** @property importPath of the file: path of the module, without its version, and path inside */
  | { readonly kind: "go"; readonly importPath: string }
  | { readonly kind: "own"; readonly path: string };

const RUNTIME_PATH =
  /^(?:node:|internal\/|bun:|deno:|<|\(?native)|\/lib\/python\d(?:\.\d+)?\/(?!(?:site|dist)-packages\/)|\/(?:go|libexec)\/src\/(?:pkg\/)?(?:runtime|testing|net|sync|reflect|syscall|internal)\//;
const PYTHON_PACKAGES = /^(?:.*\/)?(?:site|dist)-packages\/(?:[^/]+\.(?:egg|whl|zip)\/)?/;
/** The part of an installed path that leads to a copy of another package: `pip/_vendor/`. */
const VENDORED = /^(?:.*\/)?(?:_?vendor(?:ed)?(?:_packages)?|extern)\//;
const NODE_PACKAGES = /^(?:.*\/)?node_modules\/(@[^/]+\/[^/]+|[^/@.][^/]*)\/(.+)$/;
/** A Go file below the module cache, `GOPATH` or `vendor`, or built with `-trimpath`: the import path begins with a host. */
const GO_FILE = /(?:^|\/(?:pkg\/mod|src|vendor)\/)((?:[\w-]+\.)+[a-z]{2,}\/[^@]+?)(?:@[^/]+)?(\/[^@]*\.go)$/;
/** What cnpm puts before a package's name: `_jest-circus@29.3.1@jest-circus`. */
const STORED_PACKAGE = /^_.+@(?=[^@])/;

/** Finds out whether a frame's file belongs to an installed package, to the runtime, or to the repository. */
export function classifyOrigin(path: string): FrameOrigin {
  const python = PYTHON_PACKAGES.exec(path)?.[0];
  if (python !== undefined) return { kind: "python", inner: path.slice(python.length).replace(VENDORED, "") };
  const [, folder, inner] = NODE_PACKAGES.exec(path) ?? [];
  if (folder !== undefined && inner !== undefined)
    return { kind: "node", packageName: folder.replace(STORED_PACKAGE, ""), inner };
  const [, module, file] = RUNTIME_PATH.test(path) ? [] : (GO_FILE.exec(path) ?? []);
  if (module !== undefined && file !== undefined) return { kind: "go", importPath: withCapitals(module) + file };
  return RUNTIME_PATH.test(path) ? { kind: "runtime" } : { kind: "own", path: path.replace(/^(?:\.\/)+/, "") };
}

/** The module cache writes `BurntSushi` as `!burnt!sushi`. */
function withCapitals(path: string): string {
  return path.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Folders of build output, whose files correspond to sources elsewhere. */
const BUILD_OUTPUT_FOLDER =
  /(?:^|\/)(?:dist|build|lib|out|esm|cjs|\.next|\.nuxt|\.output|target|static|assets|chunks)\//;
/** Names that bundlers give: `vendor.js`, `app.4f2b91c0.js`, `runtime-core.esm-bundler.js`, `dep-be032392.js`. */
const BUNDLE_NAME =
  /^(?:vendors?|bundle|main|app|index|chunk|commons?)[.~-].*js$|^(?:vendors?|bundle)\.[cm]?js$|[.-](?:esm|cjs|umd|iife|min|bundle|bundler|esm-bundler|global|prod|chunk)\b.*\.[cm]?js$|[.-][0-9a-zA-Z_-]*\d[0-9a-zA-Z_-]{3,}\.[cm]?js$/;

/** Whether a compiler or bundler wrote the file. */
export function isBuildOutput(path: string): boolean {
  return BUILD_OUTPUT_FOLDER.test(path) || isBundle(path);
}

/** Whether a file is named like a bundle of many modules. */
export function isBundle(path: string): boolean {
  return BUNDLE_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}
