/**
 * The user's settings: `settings.json` in the SDL home, an object with dotted names. Never read from a repository, which must not be able to loosen
 * them.
 * Invariant: a damaged file never stops a program; for an invalid setting there is a warning, and the default applies.
 */

import { join } from "node:path";
import { messageOf } from "@sdl/model";
import { closestWords } from "@sdl/model/text";
import { type DraftSettings, describeRefusal, errorCode, readOwnFile, statOwnFile } from "@sdl/repository";
import { z } from "zod";

/** Every setting with its schema, default and description. */
export const SETTINGS = {
  "drafts.debounceMs": z
    .int()
    .min(0)
    .max(5_000)
    .default(75)
    .describe("Debounce interval in milliseconds: buffer pushes that arrive within it are parsed together"),
  "drafts.idleCheckpointMs": z
    .int()
    .min(100)
    .max(3_600_000)
    .default(15_000)
    .describe("Idle time in milliseconds without a push after which all drafts are parsed"),
  "drafts.maxFiles": z.int().min(1).max(10_000).default(200).describe("Maximum number of files with unsaved text"),
  "memory.adopt": z
    .enum(["auto", "ask"])
    .default("auto")
    .describe("`ask`: memories that came with a repository are not used until `sdl memory adopt`"),
  "semantic.model": z
    .string()
    .default("")
    .describe(
      'A sentence model for `semantic: true`: a folder, absolute or below `models/` in the home of SDL, or a model name on the hub; `""`: the repository\'s own vectors',
    ),
  "semantic.model.download": z
    .enum(["never", "allow"])
    .default("never")
    .describe("`allow`: a missing model may be downloaded from the hub"),
  "semantic.retrieval.mode": z
    .enum(["hybrid", "legacy"])
    .default("hybrid")
    .describe("`legacy`: vectors only reorder results found by words and names"),
  "store.maxBytes": z
    .int()
    .min(0)
    .default(0)
    .describe(
      "Maximum total size of all indexes, in bytes: after a refresh, the least recently used indexes are deleted until the rest fits; 0: no limit",
    ),
};

type Name = keyof typeof SETTINGS;
type Settings = { readonly [K in Name]: z.output<(typeof SETTINGS)[K]> };

/** Valid settings of the file, with warnings about the others. */
export interface LoadedSettings {
  readonly path: string;
  readonly exists: boolean;
  /** Whether the file could be parsed, even if single settings are invalid. */
  readonly isLoaded: boolean;
  readonly settings: Settings;
  readonly warnings: readonly string[];
}

/** Maximum size of the file, which people write by hand. */
const MAX_BYTES = 1_000_000;

let kept: { readonly stamp: string; readonly loaded: LoadedSettings } | undefined;

/** @param home see `homeDirectory` */
export function loadSettings(home: string): LoadedSettings {
  const path = join(home, "settings.json");
  const stat = statOwnFile(path);
  const stamp = `${path} ${stat?.mtimeMs} ${stat?.size}`;
  if (kept?.stamp !== stamp) kept = { stamp, loaded: read(path) };
  return kept.loaded;
}

function read(path: string): LoadedSettings {
  const defaults = fillSettings({});
  try {
    const value: unknown = JSON.parse(readOwnFile(path, MAX_BYTES).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { path, exists: true, isLoaded: true, ...fillSettings(value) };
    return {
      path,
      exists: true,
      isLoaded: false,
      ...defaults,
      warnings: [`${path} is not a JSON object; the defaults apply.`],
    };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { path, exists: false, isLoaded: false, ...defaults };
    return {
      path,
      exists: true,
      isLoaded: false,
      ...defaults,
      warnings: [`${explainUnread(path, error)}; the defaults apply.`],
    };
  }
}

function explainUnread(path: string, error: unknown): string {
  const refusal = describeRefusal(error, path);
  if (refusal !== undefined) return refusal.message;
  return `${path} cannot be read (${messageOf(error)})`;
}

function fillSettings(written: object): Pick<LoadedSettings, "settings" | "warnings"> {
  const names = Object.keys(SETTINGS);
  const unknown = Object.keys(written).filter((name) => !names.includes(name));
  const warnings = unknown.map((name) => {
    const [near] = closestWords(name, names);
    return `Setting "${name}" is unknown${near === undefined ? "" : `; did you mean "${near}"?`}`;
  });
  const entries = Object.entries(SETTINGS).map(([name, schema]) => {
    const parsed = schema.safeParse((written as Record<string, unknown>)[name]);
    if (!parsed.success)
      warnings.push(`Setting "${name}": ${parsed.error.issues[0]?.message ?? "not allowed"}; the default applies.`);
    return [name, parsed.success ? parsed.data : schema.parse(undefined)];
  });
  return { settings: Object.fromEntries(entries) as Settings, warnings };
}

/** The user's settings for editors' drafts. */
export function draftSettings(home: string): DraftSettings {
  const { settings } = loadSettings(home);
  return {
    debounceMs: settings["drafts.debounceMs"],
    idleCheckpointMs: settings["drafts.idleCheckpointMs"],
    maxFiles: settings["drafts.maxFiles"],
  };
}
