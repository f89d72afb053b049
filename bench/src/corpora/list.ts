/** Table of corpora: released packages that contain their sources, by exact version. */

/** Sources from an npm package. */
export interface NpmPart {
  readonly from: "npm";
  readonly name: string;
  readonly version: string;
  /** Folders and files to keep: sources, and the configuration of their imports. */
  readonly keep: readonly string[];
  /** Files that the project has in its repository but not in its package. */
  readonly add?: Readonly<Record<string, string>>;
}

/** Sources from a Debian package. */
export interface DebianPart {
  readonly from: "debian";
  readonly name: string;
  readonly version: string;
  /** The folder inside the package to keep. */
  readonly folder: string;
}

/** One package of a corpus. */
export type CorpusPart = NpmPart | DebianPart;

/** A set of sources to measure on. */
export interface Corpus {
  readonly name: string;
  readonly parts: readonly CorpusPart[];
  /** Whether confidences are fitted to its edges; then it cannot validate them. */
  readonly isTraining?: boolean;
}

const zod = npmPart("zod", "4.6.7", ["src", "package.json"]);
const rxjs = npmPart("rxjs", "7.8.2", ["src", "package.json", "tsconfig.json"]);
const effect = npmPart("effect", "4.1.0", ["src", "package.json"]);
const blueprint = npmPart("@blueprintjs/core", "6.20.0", ["src", "package.json"]);
const webpack = npmPart("webpack", "5.112.2", ["lib", "hot", "package.json"]);
const toolkit = npmPart("@reduxjs/toolkit", "2.14.0", ["src", "package.json"]);
const queryCore = npmPart("@tanstack/query-core", "5.108.0", ["src", "package.json"]);
const reactQuery = npmPart("@tanstack/react-query", "5.108.0", ["src", "package.json"]);
const eslint = npmPart("eslint", "10.15.0", ["lib", "package.json"]);
const xterm: NpmPart = {
  ...npmPart("@xterm/xterm", "6.0.0", ["src", "typings", "package.json"]),
  add: {
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        experimentalDecorators: true,
        paths: {
          "browser/*": ["./src/browser/*"],
          "common/*": ["./src/common/*"],
          "vs/*": ["./src/vs/*"],
          "@xterm/xterm": ["./typings/xterm.d.ts"],
        },
      },
    }),
  },
};
const sqlalchemy = debianPart("python3-sqlalchemy", "1.4.46+ds1-1", "sqlalchemy");
const django = debianPart("python3-django", "3:3.2.25-0+deb12u7", "django");
const jinja2 = debianPart("python3-jinja2", "3.1.2-1+deb12u3", "jinja2");
const docutils = debianPart("python3-docutils", "0.19+dfsg-6", "docutils");
const werkzeug = debianPart("python3-werkzeug", "2.2.2-3+deb12u1", "werkzeug");

/** @throws {Error} for an unknown name */
export function corpusNamed(name: string): Corpus {
  const corpus = CORPORA.find((candidate) => candidate.name === name);
  if (corpus === undefined) throw new Error(`no corpus is called ${name}`);
  return corpus;
}

/** Corpora for measurements of speed. */
export const CORPORA: readonly Corpus[] = [
  { name: "rxjs", parts: [rxjs] },
  { name: "zod", parts: [zod] },
  { name: "blueprint", parts: [blueprint] },
  { name: "webpack", parts: [webpack] },
  { name: "effect", parts: [effect] },
  {
    name: "tsmix",
    parts: [
      rxjs,
      zod,
      effect,
      blueprint,
      npmPart("@blueprintjs/table", "6.2.6", ["src", "package.json"]),
      npmPart("@blueprintjs/datetime", "6.2.6", ["src", "package.json"]),
      toolkit,
      queryCore,
      reactQuery,
      npmPart("preact", "11.2.0", ["src", "hooks/src", "compat/src", "debug/src", "package.json"]),
    ],
  },
  { name: "sqlalchemy", parts: [sqlalchemy] },
  { name: "django", parts: [django] },
  { name: "sympy", parts: [debianPart("python3-sympy", "1.11.1-1", "sympy")] },
  { name: "gotools", parts: [goPart("golang-golang-x-tools-dev", "1:0.5.0+ds-1", "golang.org/x/tools")] },
];

/** Corpora for measurements of edges: eight styles of TypeScript and JavaScript, eight of Python. */
export const EDGE_CORPORA: readonly Corpus[] = [
  { name: "rxjs", parts: [rxjs], isTraining: true },
  { name: "zod", parts: [zod], isTraining: true },
  { name: "blueprint", parts: [blueprint], isTraining: true },
  { name: "xterm", parts: [xterm] },
  { name: "query", parts: [queryCore, reactQuery, toolkit], isTraining: true },
  { name: "effect", parts: [effect] },
  { name: "webpack", parts: [webpack] },
  { name: "eslint", parts: [eslint] },
  { name: "sqlalchemy", parts: [sqlalchemy], isTraining: true },
  { name: "django", parts: [django] },
  { name: "rich", parts: [debianPart("python3-rich", "13.3.1-1", "rich")], isTraining: true },
  { name: "werkzeug", parts: [werkzeug] },
  { name: "jinja2", parts: [jinja2], isTraining: true },
  { name: "aiohttp", parts: [debianPart("python3-aiohttp", "3.8.4-1+deb12u2", "aiohttp")] },
  { name: "docutils", parts: [docutils], isTraining: true },
  { name: "sphinx", parts: [debianPart("python3-sphinx", "5.3.0-4", "sphinx")] },
];

/**
 * Packages that CI indexes, chosen for variety: large and small, numeric code, a linter that evaluates code, markup,
 * networking, templates; TypeScript, old and new JavaScript, one file and a thousand.
 */
export const SWEEP_PACKAGES: readonly Corpus[] = [
  { name: "sklearn", parts: [debianPart("python3-sklearn", "1.2.1+dfsg-1", "sklearn")] },
  { name: "pylint", parts: [debianPart("pylint", "2.16.2-2", "pylint")] },
  { name: "xarray", parts: [debianPart("python3-xarray", "2023.01.0-1.1", "xarray")] },
  { name: "docutils", parts: [docutils] },
  { name: "werkzeug", parts: [werkzeug] },
  { name: "jinja2", parts: [jinja2] },
  { name: "paramiko", parts: [debianPart("python3-paramiko", "2.12.0-2", "paramiko")] },
  { name: "markdown", parts: [debianPart("python3-markdown", "3.4.1-2+deb12u1", "markdown")] },
  { name: "xterm", parts: [xterm] },
  { name: "query", parts: [queryCore, reactQuery, toolkit] },
  { name: "rxjs", parts: [rxjs] },
  { name: "svelte", parts: [npmPart("svelte", "5.57.3", ["src", "types", "package.json"])] },
  { name: "lodash", parts: [npmPart("lodash", "4.18.1", ["."])] },
  { name: "jquery", parts: [npmPart("jquery", "4.0.0", ["src", "dist", "package.json"])] },
  { name: "backbone", parts: [npmPart("backbone", "1.6.1", ["."])] },
];

function npmPart(name: string, version: string, keep: readonly string[]): NpmPart {
  return { from: "npm", name, version, keep };
}

/** @param path by which Go imports it */
function goPart(name: string, version: string, path: string): DebianPart {
  return { from: "debian", name, version, folder: `usr/share/gocode/src/${path}` };
}

function debianPart(name: string, version: string, module: string): DebianPart {
  return { from: "debian", name, version, folder: `usr/lib/python3/dist-packages/${module}` };
}
