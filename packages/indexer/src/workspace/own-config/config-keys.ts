/**
 * Keys of a repository's own configuration, in `sdl.config.json` or the key `sdl` of its package.json: allowed values
 * and limits. A repository is not trusted: each key narrows what is indexed, or tells what kind of code a file is; none
 * names a location or a program.
 */
import { LANGUAGES } from "@sdl/model";

/** At the repository's root. Takes precedence over the manifest's key. */
export const CONFIG_FILE = "sdl.config.json";
/** The manifest that may hold the configuration. */
export const MANIFEST_FILE = "package.json";
/** The key of {@link MANIFEST_FILE} that holds the configuration. */
export const MANIFEST_KEY = "sdl";

/** A larger file is not read. */
export const MAX_CONFIG_FILE_BYTES = 64 * 1024;
/** Maximum number of entries of one list; with the length of each, this limits the work per path for any globs. */
export const MAX_GLOBS = 100;
/** Longest glob, in UTF-16 units. */
export const MAX_GLOB_LENGTH = 200;
/** Highest value of `maxFileBytes`. */
export const MOST_FILE_BYTES = 1_000_000_000;

/** Keys whose value is a list of globs. */
export const GLOB_KEYS = ["ignore", "tests", "generated", "entryPoints"] as const;
/** A key whose value is a list of globs. */
export type GlobKey = (typeof GLOB_KEYS)[number];
/** A key of the configuration. */
export type ConfigKey = GlobKey | "languages" | "maxFileBytes";

/** Description of each key, as editors show it. */
export const CONFIG_KEYS: Readonly<Record<ConfigKey, string>> = {
  languages: "Languages that are indexed; all where it is absent.",
  ignore: "Files and folders to exclude besides those in .gitignore, in its syntax.",
  maxFileBytes: "Larger files are left out. It can only lower the limit in force (2,000,000).",
  tests: "Files and folders of test code besides conventionally named ones, in .gitignore syntax.",
  generated: "Files and folders of generated code, which ranks lower, in .gitignore syntax.",
  entryPoints: "Files and folders whose exports are called from outside of the repository, in .gitignore syntax.",
};

/** Names of these keys in other tools; used to suggest the right key for an unknown one. */
export const KEY_SYNONYMS: Readonly<Record<string, ConfigKey>> = {
  exclude: "ignore",
  excludes: "ignore",
  ignores: "ignore",
  language: "languages",
  test: "tests",
  testpaths: "tests",
  maxfilesize: "maxFileBytes",
  maxbytes: "maxFileBytes",
  entry: "entryPoints",
  entries: "entryPoints",
  entrypoint: "entryPoints",
};

/** The JSON schema of the file, for editors; built from this table. */
export function configSchema(): object {
  const globs = (key: GlobKey) => ({
    description: CONFIG_KEYS[key],
    type: "array",
    maxItems: MAX_GLOBS,
    items: { type: "string", minLength: 1, maxLength: MAX_GLOB_LENGTH, not: { pattern: INVALID_GLOB } },
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of a repository for SDL",
    type: "object",
    properties: {
      $schema: { description: "Where this schema lies.", type: "string" },
      languages: {
        description: CONFIG_KEYS.languages,
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { enum: LANGUAGES },
      },
      ignore: globs("ignore"),
      maxFileBytes: { description: CONFIG_KEYS.maxFileBytes, type: "integer", minimum: 1, maximum: MOST_FILE_BYTES },
      tests: globs("tests"),
      generated: globs("generated"),
      entryPoints: globs("entryPoints"),
    },
    additionalProperties: false,
    allowTrailingCommas: true,
    allowComments: true,
  };
}

/** Matches invalid globs: a re-including rule, a comment, a path that leaves the repository. */
const INVALID_GLOB = String.raw`^[!#]|^~/|^[A-Za-z]:[\\/]|^\\\\|(^|/)\.\.?(/|$)`;
