/**
 * Default ignore rules: directories that hold no source although no ignore file says so. Knows names and neighbouring
 * entries; reads no content.
 *
 * The rules:
 * 1. A directory whose name is never used for source ({@link isJunkName}) is skipped, and so is one with a tool's mark
 *    (`CACHEDIR.TAG`, `pyvenv.cfg`), whatever its name.
 * 2. An ambiguous name (`dist`, `build`, `vendor` …) may be real source. If the root has version control or a
 *    .gitignore, people have declared their output, so the directory is entered, and each directory in it that looks
 *    generated ({@link findOutputMark}) is left out. `vendor` is ambiguous too: third-party code with a package
 *    manager's mark is left out; code that was copied in is code that people debug.
 * 3. Otherwise, as in an unpacked archive, an ambiguous name counts as output.
 * 4. A `!rule` of an ignore file or of the `ignore` option that names an ambiguous directory overrides 2 and 3.
 * 5. `node_modules` is entered if a `!rule` names it by its whole path, such as `!packages/node_modules`: a rule of the
 *    `ignore` option always, one of an ignore file if no package.json is beside the directory. Beside a package.json
 *    lies what a package manager installed, committed or not.
 */

const JUNK_NAMES = new Set([
  // Packages.
  ...["node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", "site-packages", ".eggs"],
  // Version control.
  ...[".git", ".hg", ".svn", ".jj"],
  // Environments and caches.
  ...[".venv", "__pycache__", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints"],
  ...[".cache", ".parcel-cache", ".turbo", ".nx", ".nyc_output", ".gradle"],
  // Output of frameworks.
  ...[".next", ".nuxt", ".output", ".svelte-kit", ".angular", ".docusaurus", ".vercel", ".netlify", ".serverless"],
  // SDL's own folder.
  ...[".sdl", ".sdl-memory"],
]);

const AMBIGUOUS_NAMES = new Set(["dist", "build", "out", "target", "vendor", "coverage", "venv", "env"]);

/** Files by which tools mark a directory as reproducible. */
const CACHE_MARKS = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** Files that only a build, a coverage run or a package manager creates. */
const OUTPUT_MARKS = new Set([
  ...["lcov.info", "lcov-report", "clover.xml", "coverage-final.json", "coverage-summary.json"],
  ...["modules.txt", "autoload.php", "CMakeCache.txt", ".buildinfo", "build-manifest.json", "asset-manifest.json"],
]);

/** Source maps, build infos, minified files, setuptools' platform directories. */
const OUTPUT_NAME = /\.map$|\.tsbuildinfo$|\.min\.[mc]?js$|^bdist\./;
/** Matches a bundler's chunk: a digest of eight digits or more before the extension. */
const HASHED_NAME = /[.-](?=[0-9a-f]*[0-9])[0-9a-f]{8,40}\.(?:js|mjs|css)$/;
const SCRIPT_NAME = /\.([mc]?)js$/;

/** Whether a directory with this name is never source. */
export function isJunkName(name: string): boolean {
  return JUNK_NAMES.has(name);
}

/** Whether a `!rule` can make a directory with this name one of source, though the name is junk. */
export function isPackagesFolder(name: string): boolean {
  return name === "node_modules";
}

/** Whether a directory with this name may be output or source. */
export function isAmbiguousName(name: string): boolean {
  return AMBIGUOUS_NAMES.has(name);
}

/** The name by which a tool marked a directory as reproducible; `undefined` if there is none. */
export function findCacheMark(names: ReadonlySet<string>): string | undefined {
  for (const mark of CACHE_MARKS) if (names.has(mark)) return mark;
  return undefined;
}

/**
 * Evidence of build output in an ambiguous directory or below: a mark, a source map, or a script beside its types;
 * `undefined` if there is none.
 */
export function findOutputMark(names: ReadonlySet<string>): string | undefined {
  return [...names].find((name) => {
    if (OUTPUT_MARKS.has(name) || OUTPUT_NAME.test(name) || HASHED_NAME.test(name)) return true;
    return SCRIPT_NAME.test(name) && names.has(name.replace(SCRIPT_NAME, ".d.$1ts"));
  });
}
