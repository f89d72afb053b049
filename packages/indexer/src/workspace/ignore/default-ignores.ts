/**
 * Which directories hold no source although no ignore file says so. Knows names and what lies beside them; reads no content.
 *
 * The rule:
 * 1. A directory whose name no one gives to source ({@link isJunkName}) is never entered, and one that carries a tool's mark
 *    (`CACHEDIR.TAG`, `pyvenv.cfg`) neither, whatever its name.
 * 2. An ambiguous name (`dist`, `build`, `vendor` …) may be real source. Where the root has version control or a .gitignore, people
 *    have said what is output, so the directory is entered; each directory in it that looks generated ({@link findOutputMark}) is left out.
 *    `vendor` is ambiguous too: third-party code that its package manager marks is left out, code that was copied in is what people debug.
 * 3. Elsewhere, as in an unpacked archive, nobody has said anything, and an ambiguous name counts as output.
 * 4. A `!rule` of an ignore file or of the `ignore` option that names an ambiguous directory overrides 2 and 3.
 */

const JUNK_NAMES = new Set([
  // packages
  ...["node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", "site-packages", ".eggs"],
  // version control
  ...[".git", ".hg", ".svn", ".jj"],
  // environments and caches
  ...[".venv", "__pycache__", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints"],
  ...[".cache", ".parcel-cache", ".turbo", ".nx", ".nyc_output", ".gradle"],
  // output of frameworks
  ...[".next", ".nuxt", ".output", ".svelte-kit", ".angular", ".docusaurus", ".vercel", ".netlify", ".serverless"],
  // our own
  ...[".sdl", ".sdl-memory"],
]);

const AMBIGUOUS_NAMES = new Set(["dist", "build", "out", "target", "vendor", "coverage", "venv", "env"]);

/** Names that their tools put into a directory to say that all of it can be made again. */
const CACHE_MARKS = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** Names that only a build, a coverage run or a package manager leaves behind. */
const OUTPUT_MARKS = new Set([
  ...["lcov.info", "lcov-report", "clover.xml", "coverage-final.json", "coverage-summary.json"],
  ...["modules.txt", "autoload.php", "CMakeCache.txt", ".buildinfo", "build-manifest.json", "asset-manifest.json"],
]);

/** Source maps, build infos, minified files, setuptools' platform directories. */
const OUTPUT_NAME = /\.map$|\.tsbuildinfo$|\.min\.[mc]?js$|^bdist\./;
/** A bundler's chunk: a digest of eight digits or more before the extension. */
const HASHED_NAME = /[.-](?=[0-9a-f]*[0-9])[0-9a-f]{8,40}\.(?:js|mjs|css)$/;
const SCRIPT_NAME = /\.([mc]?)js$/;

/** Whether a directory of this name is never source. */
export function isJunkName(name: string): boolean {
  return JUNK_NAMES.has(name);
}

/** Whether a directory of this name may be output as well as source. */
export function isAmbiguousName(name: string): boolean {
  return AMBIGUOUS_NAMES.has(name);
}

/** The name by which a tool has marked the directory that holds it as one that can be made again. */
export function findCacheMark(names: ReadonlySet<string>): string | undefined {
  for (const mark of CACHE_MARKS) if (names.has(mark)) return mark;
  return undefined;
}

/** A name in an ambiguous directory, or in one below it, that a build left: a mark, a map, or a script beside its types. */
export function findOutputMark(names: ReadonlySet<string>): string | undefined {
  return [...names].find((name) => {
    if (OUTPUT_MARKS.has(name) || OUTPUT_NAME.test(name) || HASHED_NAME.test(name)) return true;
    return SCRIPT_NAME.test(name) && names.has(name.replace(SCRIPT_NAME, ".d.$1ts"));
  });
}
