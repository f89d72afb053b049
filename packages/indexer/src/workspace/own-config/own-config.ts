/**
 * What a repository says of itself: `sdl.config.json` at its root, or the key `sdl` of its package.json. Validated key by key and entry by entry: what
 * is wrong is told and left out, and the rest holds. Pure: texts in, values and findings out.
 * Invariant: whatever the texts are, they leave files out or say what kind of code a file is; they bring nothing in.
 */
import type { Language } from "@sdl/model";
import { FileMark } from "@sdl/model/paths";
import type { ConfigFinding } from "./config-finding.js";
import { CONFIG_FILE, type GlobKey, MANIFEST_FILE, MANIFEST_KEY, MAX_CONFIG_FILE_BYTES } from "./config-keys.js";
import { ConfigReader } from "./config-reader.js";
import { PathGlobs } from "./path-globs.js";
import { membersOf, readJson } from "./read-json.js";

export interface OwnConfig extends Readonly<Record<GlobKey, PathGlobs>> {
  /** The file that it is written in; `undefined` where there is none. */
  readonly source: string | undefined;
  /** `undefined`: all. */
  readonly languages: ReadonlySet<Language> | undefined;
  readonly maxFileBytes: number | undefined;
  /** Of keys in findings. */
  readonly prefix: string;
  /** Where the two stand. */
  readonly lines: { readonly languages?: number; readonly maxFileBytes?: number };
  readonly findings: readonly ConfigFinding[];
}

/** Why the file that is there is not read. */
interface UnreadConfig {
  readonly problem: string;
  readonly advice: string;
}

export interface ConfigTexts {
  /** Of {@link CONFIG_FILE}. */
  readonly file: string | UnreadConfig | undefined;
  /** Of {@link MANIFEST_FILE}. */
  readonly manifest: string | undefined;
}

export function readOwnConfig({ file, manifest }: ConfigTexts): OwnConfig {
  if (file === undefined) return readManifest(manifest) ?? NO_CONFIG;
  const overruled = findKey(manifest) === undefined ? [] : [OVERRULED];
  if (typeof file !== "string") return unread(CONFIG_FILE, { ...file, source: CONFIG_FILE }, overruled);
  if (Buffer.byteLength(file) > MAX_CONFIG_FILE_BYTES) return unread(CONFIG_FILE, TOO_LARGE, overruled);
  const json = readJson(file);
  const reader = new ConfigReader(CONFIG_FILE, json);
  for (const { line, problem } of json.errors.slice(0, MAX_ERRORS)) reader.tell({ line, problem, advice: MEND });
  if (json.root !== undefined) reader.read(json.root);
  return configOf(CONFIG_FILE, reader, overruled);
}

function readManifest(text: string | undefined): OwnConfig | undefined {
  const found = findKey(text);
  if (found === undefined) return undefined;
  const { json, value } = found;
  if (value !== undefined && value.length > MAX_CONFIG_FILE_BYTES) return unread(MANIFEST_FILE, LARGE_KEY, []);
  const reader = new ConfigReader(MANIFEST_FILE, json, `${MANIFEST_KEY}.`);
  if (value !== undefined) reader.read(value);
  return configOf(MANIFEST_FILE, reader, []);
}

/** What a broken manifest says is other tools' to tell. */
function findKey(text: string | undefined) {
  // Hardly any manifest has the key: the others are not parsed.
  if (text?.includes(`"${MANIFEST_KEY}"`) !== true) return undefined;
  const json = readJson(text);
  if (json.root?.type !== "object") return undefined;
  const member = membersOf(json.root).findLast(({ name }) => name === MANIFEST_KEY);
  return member && { json, value: member.value };
}

function configOf(source: string, reader: ConfigReader, more: readonly ConfigFinding[]): OwnConfig {
  const { languages, maxFileBytes, lines, prefix, globs, findings } = reader;
  const of = (key: GlobKey): PathGlobs => new PathGlobs(source, globs[key] ?? []);
  return {
    ...{ source, languages, maxFileBytes, lines, prefix, findings: [...findings, ...more] },
    ...{ ignore: of("ignore"), tests: of("tests"), generated: of("generated"), entryPoints: of("entryPoints") },
  };
}

function unread(source: string, finding: ConfigFinding, more: readonly ConfigFinding[]): OwnConfig {
  return { ...NO_CONFIG, source, findings: [finding, ...more] };
}

const NO_GLOBS = new PathGlobs("", []);

export const NO_CONFIG: OwnConfig = {
  ...{ source: undefined, languages: undefined, maxFileBytes: undefined, lines: {}, prefix: "", findings: [] },
  ...{ ignore: NO_GLOBS, tests: NO_GLOBS, generated: NO_GLOBS, entryPoints: NO_GLOBS },
};

/** Of {@link CONFIG_FILE}. */
export const UNREAD_CONFIG = {
  link: { problem: "is a link, which is not followed: nothing of it holds", advice: "put the file in its place" },
  unreadable: { problem: "cannot be read: nothing of it holds", advice: "make it a file that you may read" },
  "too-large": {
    problem: `is larger than ${MAX_CONFIG_FILE_BYTES} bytes: nothing of it holds`,
    advice: "name folders instead of files",
  },
} as const;

/** What follows the first errors is mostly their consequence. */
const MAX_ERRORS = 3;
const MEND = "mend the JSON; comments and trailing commas are allowed";

const TOO_LARGE: ConfigFinding = { source: CONFIG_FILE, ...UNREAD_CONFIG["too-large"] };

const LARGE_KEY: ConfigFinding = { ...TOO_LARGE, source: MANIFEST_FILE, key: MANIFEST_KEY };

const OVERRULED: ConfigFinding = {
  source: MANIFEST_FILE,
  key: MANIFEST_KEY,
  problem: `does not hold, for ${CONFIG_FILE} is there`,
  advice: "keep one of the two",
};

/** Bits of `FileMark` that a configuration gives a file. */
export type FileMarker = (path: string) => number;

/**
 * How the configuration of a version marks its files.
 * @param textOf a configuration file's text in that version
 * @returns `undefined` where it marks none
 */
export function fileMarker(textOf: (path: string) => string | undefined): FileMarker | undefined {
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
