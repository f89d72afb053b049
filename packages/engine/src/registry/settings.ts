/**
 * The user's settings: `settings.json` in the home of SDL, an object with dotted names. Never read from a repository: it must not be able to
 * loosen them.
 * Invariant: a damaged file never stops a program; what it says wrong is named in a warning and the default holds.
 */

import { join } from "node:path";
import { messageOf } from "@sdl/model";
import { closest } from "@sdl/model/text";
import { type DraftSettings, describeRefusal, errorCode, readOwnFile, statOwnFile } from "@sdl/repository";
import { z } from "zod";

export const SETTINGS = {
  "drafts.debounceMs": z
    .int()
    .min(0)
    .max(5_000)
    .default(75)
    .describe("Pushes of an editor's buffer that follow each other faster are read together, in milliseconds"),
  "drafts.idleCheckpointMs": z
    .int()
    .min(100)
    .max(3_600_000)
    .default(15_000)
    .describe("Drafts are read to the last when no push came for so long"),
  "drafts.maxFiles": z.int().min(1).max(10_000).default(200).describe("How many files may have unsaved text at a time"),
  "memory.adopt": z
    .enum(["auto", "ask"])
    .default("auto")
    .describe("`ask`: memories that came with a repository are held back until `sdl memory adopt`"),
  "semantic.model": z
    .string()
    .default("")
    .describe(
      'A sentence model for `semantic: true`: a folder, absolute or below `models/` in the home of SDL, or a name of the hub; `""`: the repository\'s own vectors',
    ),
  "semantic.model.download": z
    .enum(["never", "allow"])
    .default("never")
    .describe("`allow`: a hub may be asked for a model that is not there"),
  "semantic.retrieval.mode": z
    .enum(["hybrid", "legacy"])
    .default("hybrid")
    .describe("`legacy`: vectors order what words and names found, and find nothing themselves"),
  "store.maxBytes": z
    .int()
    .min(0)
    .default(0)
    .describe(
      "What indexes may take in all, in bytes: after a refresh those unused longest are removed until this much is left; 0: no limit",
    ),
};

type Name = keyof typeof SETTINGS;
type Settings = { readonly [K in Name]: z.output<(typeof SETTINGS)[K]> };

export interface LoadedSettings {
  readonly path: string;
  readonly exists: boolean;
  /** Whether the file could be read, be it that single settings in it are wrong. */
  readonly isLoaded: boolean;
  readonly settings: Settings;
  readonly warnings: readonly string[];
}

/** People write it by hand. */
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
  const defaults = fill({});
  try {
    const value: unknown = JSON.parse(readOwnFile(path, MAX_BYTES).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { path, exists: true, isLoaded: true, ...fill(value) };
    return {
      path,
      exists: true,
      isLoaded: false,
      ...defaults,
      warnings: [`${path} is no JSON object; defaults hold.`],
    };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { path, exists: false, isLoaded: false, ...defaults };
    return {
      path,
      exists: true,
      isLoaded: false,
      ...defaults,
      warnings: [`${whyUnread(path, error)}; defaults hold.`],
    };
  }
}

function whyUnread(path: string, error: unknown): string {
  const refusal = describeRefusal(error, path);
  if (refusal !== undefined) return refusal.message;
  return `${path} cannot be read (${messageOf(error)})`;
}

function fill(written: object): Pick<LoadedSettings, "settings" | "warnings"> {
  const names = Object.keys(SETTINGS);
  const unknown = Object.keys(written).filter((name) => !names.includes(name));
  const warnings = unknown.map((name) => {
    const [near] = closest(name, names);
    return `Setting "${name}" is not known${near === undefined ? "" : `; did you mean "${near}"?`}`;
  });
  const entries = Object.entries(SETTINGS).map(([name, schema]) => {
    const parsed = schema.safeParse((written as Record<string, unknown>)[name]);
    if (!parsed.success)
      warnings.push(`Setting "${name}": ${parsed.error.issues[0]?.message ?? "not allowed"}; the default holds.`);
    return [name, parsed.success ? parsed.data : schema.parse(undefined)];
  });
  return { settings: Object.fromEntries(entries) as Settings, warnings };
}

/** What the user set of editors' drafts. */
export function draftSettings(home: string): DraftSettings {
  const { settings } = loadSettings(home);
  return {
    debounceMs: settings["drafts.debounceMs"],
    idleCheckpointMs: settings["drafts.idleCheckpointMs"],
    maxFiles: settings["drafts.maxFiles"],
  };
}
