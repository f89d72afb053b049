/** The corpora: released packages that ship their sources, by exact version. A table; fetching knows what to do with it. */

export interface NpmPart {
  readonly from: "npm";
  readonly name: string;
  readonly version: string;
  /** Folders and files of the package that are kept: its sources, and what steers their imports. */
  readonly keep: readonly string[];
}

export interface DebianPart {
  readonly from: "debian";
  readonly name: string;
  readonly version: string;
  /** The folder inside the package that is kept. */
  readonly folder: string;
}

export type CorpusPart = NpmPart | DebianPart;

export interface Corpus {
  readonly name: string;
  readonly parts: readonly CorpusPart[];
}

const zod = npm("zod", "4.6.7", ["src", "package.json"]);
const rxjs = npm("rxjs", "7.8.2", ["src", "package.json", "tsconfig.json"]);
const effect = npm("effect", "4.1.0", ["src", "package.json"]);
const blueprint = npm("@blueprintjs/core", "6.20.0", ["src", "package.json"]);
const webpack = npm("webpack", "5.112.2", ["lib", "hot", "package.json"]);

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
      npm("@blueprintjs/table", "6.2.6", ["src", "package.json"]),
      npm("@blueprintjs/datetime", "6.2.6", ["src", "package.json"]),
      npm("@reduxjs/toolkit", "2.14.0", ["src", "package.json"]),
      npm("@tanstack/query-core", "5.108.0", ["src", "package.json"]),
      npm("@tanstack/react-query", "5.108.0", ["src", "package.json"]),
      npm("preact", "11.2.0", ["src", "hooks/src", "compat/src", "debug/src", "package.json"]),
    ],
  },
  { name: "sqlalchemy", parts: [debian("python3-sqlalchemy", "1.4.46+ds1-1", "sqlalchemy")] },
  { name: "django", parts: [debian("python3-django", "3:3.2.25-0+deb12u7", "django")] },
  { name: "sympy", parts: [debian("python3-sympy", "1.11.1-1", "sympy")] },
];

function npm(name: string, version: string, keep: readonly string[]): NpmPart {
  return { from: "npm", name, version, keep };
}

function debian(name: string, version: string, module: string): DebianPart {
  return { from: "debian", name, version, folder: `usr/lib/python3/dist-packages/${module}` };
}
