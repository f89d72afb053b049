/**
 * The keys of a repository's own configuration, `sdl.config.json` or the key `sdl` of its package.json: what each may hold, and its bounds.
 * A repository is not trusted: every key narrows what is read, or says what kind of code a file is; none names a place or a program.
 */
import { LANGUAGES } from "@sdl/model";

/** At the repository's root. It wins over the manifest's key. */
export const CONFIG_FILE = "sdl.config.json";
export const MANIFEST_FILE = "package.json";
/** Of {@link MANIFEST_FILE}. */
export const MANIFEST_KEY = "sdl";

/** A larger file is not read. */
export const MAX_CONFIG_FILE_BYTES = 64 * 1024;
/** Entries of one list, and the length of each: with them the work at one path is bounded, whatever the globs are. */
export const MAX_GLOBS = 100;
export const MAX_GLOB_LENGTH = 200;
export const MOST_FILE_BYTES = 1_000_000_000;

export const GLOB_KEYS = ["ignore", "tests", "generated", "entryPoints"] as const;
export type GlobKey = (typeof GLOB_KEYS)[number];
export type ConfigKey = GlobKey | "languages" | "maxFileBytes";

/** What each key says, as editors show it. */
export const CONFIG_KEYS: Readonly<Record<ConfigKey, string>> = {
  languages: "Languages that are indexed; all where it is absent.",
  ignore: "Files and folders that are left out beside those that .gitignore names, in its language.",
  maxFileBytes: "Larger files are left out. It lowers the limit that holds (2,000,000), and cannot raise it.",
  tests: "Files and folders of test code beside those that are called so by custom, in the language of .gitignore.",
  generated: "Files and folders that a program writes: they rank lower, in the language of .gitignore.",
  entryPoints:
    "Files and folders whose exported functions are called from outside of the repository, in the language of .gitignore.",
};

/** What other tools call them. */
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

/** The JSON schema of the file, for editors. A pure function of this table. */
export function configSchema(): object {
  const globs = (key: GlobKey) => ({
    description: CONFIG_KEYS[key],
    type: "array",
    maxItems: MAX_GLOBS,
    items: { type: "string", minLength: 1, maxLength: MAX_GLOB_LENGTH, not: { pattern: NO_GLOB } },
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

/** What no glob is: a rule that brings back, a comment, a way out of the repository. */
const NO_GLOB = String.raw`^[!#]|^~/|^[A-Za-z]:[\\/]|^\\\\|(^|/)\.\.?(/|$)`;
