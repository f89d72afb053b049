/**
 * A repository's own configuration: `sdl.config.json` at its root, or the key `sdl` of its package.json. Validated
 * entry by entry: invalid entries are reported and ignored, the others apply. Pure: texts in, values and findings out.
 * Invariant: no text can make it include a file; it only excludes files or tells what kind of code a file is.
 */
import type { Language } from "@sdl/model";
import { FileMark } from "@sdl/model/paths";
import type { ConfigFinding } from "./config-finding.js";
import { CONFIG_FILE, type GlobKey, MANIFEST_FILE, MANIFEST_KEY, MAX_CONFIG_FILE_BYTES } from "./config-keys.js";
import { ConfigReader } from "./config-reader.js";
import { PathGlobs } from "./path-globs.js";
import { objectMembers, readJson } from "./read-json.js";

/** The valid values of a configuration. */
export interface OwnConfig extends Readonly<Record<GlobKey, PathGlobs>> {
  /** The file that contains it; `undefined` if there is none. */
  readonly source: string | undefined;
  /** Languages to index; `undefined` for all. */
  readonly languages: ReadonlySet<Language> | undefined;
  readonly maxFileBytes: number | undefined;
  /** Prefix of keys in findings. */
  readonly prefix: string;
  /** Lines of `languages` and `maxFileBytes`. */
  readonly lines: { readonly languages?: number; readonly maxFileBytes?: number };
  readonly findings: readonly ConfigFinding[];
}

/** Why an existing file is not read. */
interface UnreadConfig {
  readonly problem: string;
  readonly advice: string;
}

/** Texts of the files that may hold the configuration. */
export interface ConfigTexts {
  /** Text of {@link CONFIG_FILE}, or why it is not read. */
  readonly file: string | UnreadConfig | undefined;
  /** Text of {@link MANIFEST_FILE}. */
  readonly manifest: string | undefined;
}

/** Reads the configuration from the texts. */
export function readOwnConfig({ file, manifest }: ConfigTexts): OwnConfig {
  if (file === undefined) return readManifest(manifest) ?? NO_CONFIG;
  const overruled = findKey(manifest) === undefined ? [] : [OVERRULED];
  if (typeof file !== "string") return makeUnreadConfig(CONFIG_FILE, { ...file, source: CONFIG_FILE }, overruled);
  if (Buffer.byteLength(file) > MAX_CONFIG_FILE_BYTES) return makeUnreadConfig(CONFIG_FILE, TOO_LARGE, overruled);
  const json = readJson(file);
  const reader = new ConfigReader(CONFIG_FILE, json);
  for (const { line, problem } of json.errors.slice(0, MAX_ERRORS))
    reader.report({ line, problem, advice: FIX_ADVICE });
  if (json.root !== undefined) reader.read(json.root);
  return makeOwnConfig(CONFIG_FILE, reader, overruled);
}

function readManifest(text: string | undefined): OwnConfig | undefined {
  const found = findKey(text);
  if (found === undefined) return undefined;
  const { json, value } = found;
  if (value !== undefined && value.length > MAX_CONFIG_FILE_BYTES)
    return makeUnreadConfig(MANIFEST_FILE, LARGE_KEY, []);
  const reader = new ConfigReader(MANIFEST_FILE, json, `${MANIFEST_KEY}.`);
  if (value !== undefined) reader.read(value);
  return makeOwnConfig(MANIFEST_FILE, reader, []);
}

/** Finds the key in a manifest. Syntax errors of a manifest are not reported here: other tools do. */
function findKey(text: string | undefined) {
  // Most manifests lack the key and need no parsing.
  if (text?.includes(`"${MANIFEST_KEY}"`) !== true) return undefined;
  const json = readJson(text);
  if (json.root?.type !== "object") return undefined;
  const member = objectMembers(json.root).findLast(({ name }) => name === MANIFEST_KEY);
  return member && { json, value: member.value };
}

function makeOwnConfig(source: string, reader: ConfigReader, more: readonly ConfigFinding[]): OwnConfig {
  const { languages, maxFileBytes, lines, prefix, globs, findings } = reader;
  const of = (key: GlobKey): PathGlobs => new PathGlobs(source, globs[key] ?? []);
  return {
    ...{ source, languages, maxFileBytes, lines, prefix, findings: [...findings, ...more] },
    ...{ ignore: of("ignore"), tests: of("tests"), generated: of("generated"), entryPoints: of("entryPoints") },
  };
}

function makeUnreadConfig(source: string, finding: ConfigFinding, more: readonly ConfigFinding[]): OwnConfig {
  return { ...NO_CONFIG, source, findings: [finding, ...more] };
}

const NO_GLOBS = new PathGlobs("", []);

/** The configuration of a repository without one. */
export const NO_CONFIG: OwnConfig = {
  ...{ source: undefined, languages: undefined, maxFileBytes: undefined, lines: {}, prefix: "", findings: [] },
  ...{ ignore: NO_GLOBS, tests: NO_GLOBS, generated: NO_GLOBS, entryPoints: NO_GLOBS },
};

/** Why {@link CONFIG_FILE} is not read, as findings. */
export const UNREAD_CONFIG = {
  link: { problem: "is a link, which is not followed: it is ignored", advice: "replace it by the file" },
  unreadable: { problem: "cannot be read: it is ignored", advice: "make it readable" },
  "too-large": {
    problem: `is larger than ${MAX_CONFIG_FILE_BYTES} bytes: it is ignored`,
    advice: "name folders instead of files",
  },
} as const;

/** Maximum number of syntax errors reported: later ones mostly follow from the first. */
const MAX_ERRORS = 3;
const FIX_ADVICE = "fix the JSON; comments and trailing commas are allowed";

const TOO_LARGE: ConfigFinding = { source: CONFIG_FILE, ...UNREAD_CONFIG["too-large"] };

const LARGE_KEY: ConfigFinding = { ...TOO_LARGE, source: MANIFEST_FILE, key: MANIFEST_KEY };

const OVERRULED: ConfigFinding = {
  source: MANIFEST_FILE,
  key: MANIFEST_KEY,
  problem: `is ignored: ${CONFIG_FILE} exists`,
  advice: "keep one of the two",
};

/** Computes the `FileMark` bits that a configuration gives a file. */
export type FileMarker = (path: string) => number;

/**
 * Marks of files by the configuration of a version.
 * @param textOf returns a configuration file's text in that version
 * @returns `undefined` if it marks no files
 */
export function makeFileMarker(textOf: (path: string) => string | undefined): FileMarker | undefined {
  const config = readOwnConfig({ file: textOf(CONFIG_FILE), manifest: textOf(MANIFEST_FILE) });
  const kinds = (
    [
      [config.tests, FileMark.Test],
      [config.generated, FileMark.Generated],
      [config.entryPoints, FileMark.EntryPoint],
    ] as const
  ).filter(([globs]) => !globs.isEmpty);
  if (kinds.length === 0) return undefined;
  return (path) => kinds.reduce((marks, [globs, mark]) => marks | (globs.findFor(path) === undefined ? 0 : mark), 0);
}

/** Paths of the files that {@link readOwnConfig} reads. */
export const CONFIG_SOURCES: readonly string[] = [CONFIG_FILE, MANIFEST_FILE];
