/**
 * File of the registry: JSON, replaced atomically, read with tolerance, because programs of several versions share it.
 * Invariants: a damaged file never stops a program; it is set aside, and a warning names it. A file that cannot be read, or has the format of a
 * newer program, is never overwritten. Unknown fields of a readable file are preserved.
 */
import { renameSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { describeRefusal, errorCode, readOwnFile, replaceOwnFile } from "@sdl/repository";
import { z } from "zod";
import { parseKnownPolicy } from "./policy.js";

const FORMAT = 1;
/** Maximum size of the file: enough for tens of thousands of repositories. */
const MAX_BYTES = 20_000_000;

const Entry = z.object({
  repoId: z.string().min(1),
  rootPath: z.string().refine(isAbsolute),
  storeDirectory: z.string().refine(isAbsolute).optional(),
  settings: z
    .object({
      ignore: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
      maxFileBytes: z.number().int().positive().optional(),
      retention: z
        .object({ versions: z.number().int().positive().optional(), days: z.number().int().nonnegative().optional() })
        .optional(),
    })
    .default({}),
  /** Damaged and unknown fields count as absent, because the defaults allow the least. */
  policy: z.unknown().transform(parseKnownPolicy).optional(),
});

const RegistryText = z.looseObject({ format: z.int(), repositories: z.array(z.unknown()) });

/** One registered repository. */
export type RegistryEntry = z.output<typeof Entry>;

/** Content of the file, as far as it could be read. */
export interface LoadedRegistry {
  readonly entries: readonly RegistryEntry[];
  readonly warnings: readonly string[];
  /** Why the file must not be overwritten; absent if it may be. */
  readonly refusal?: SdlError;
}

interface RegistryText {
  readonly repositories: readonly unknown[];
  readonly [field: string]: unknown;
}

interface ReadRegistry extends LoadedRegistry {
  /** The parsed file, including unknown fields. */
  readonly text: RegistryText;
}

/** Reads the file; an absent file is an empty registry. Writes only to set a damaged file aside. */
export function loadRegistry(path: string, nowMs: number): LoadedRegistry {
  const { entries, warnings, refusal } = read(path, nowMs);
  return { entries, warnings, ...(refusal === undefined ? {} : { refusal }) };
}

/**
 * Changes the file: reads it, passes its entries to `change`, writes the result. Callers hold the file's lock.
 * @throws {SdlError} if the file must not be overwritten @throws {Error} the system's errors @throws any error of `change`
 */
export function changeRegistry(
  path: string,
  nowMs: number,
  change: (entries: readonly RegistryEntry[]) => readonly RegistryEntry[],
): void {
  const { entries, text, refusal } = read(path, nowMs);
  if (refusal !== undefined) throw refusal;
  const after = change(entries);
  const names = new Set(after.map(({ repoId }) => repoId));
  const gone = new Set(entries.map(({ repoId }) => repoId).filter((repoId) => !names.has(repoId)));
  const rows = new Map(text.repositories.map((row) => [repoIdOfRow(row) ?? row, row]));
  for (const repoId of gone) rows.delete(repoId);
  for (const entry of after) rows.set(entry.repoId, mergeRow(rows.get(entry.repoId), entry));
  const sorted = [...rows].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)).map(([, row]) => row);
  save(path, { ...text, format: FORMAT, repositories: sorted });
}

function read(path: string, nowMs: number): ReadRegistry {
  let bytes: Buffer;
  try {
    bytes = readOwnFile(path, MAX_BYTES);
  } catch (error) {
    return errorCode(error) === "ENOENT"
      ? NOTHING
      : refuseRegistry(describeRefusal(error, path) ?? unreadableError(path, error));
  }
  const value = parseJson(bytes.toString("utf8"));
  // Checked before all other fields, because a newer program's other fields are unknown.
  const numbered = z.looseObject({ format: z.int().min(FORMAT + 1) }).safeParse(value);
  if (numbered.success) return refuseRegistry(newerFormatError(path, numbered.data.format));
  const parsed = RegistryText.safeParse(value);
  if (!parsed.success) return { ...NOTHING, warnings: [setAside(path, nowMs)] };
  return { ...readEntries(path, parsed.data.repositories), text: parsed.data };
}

const NOTHING: ReadRegistry = { entries: [], warnings: [], text: { repositories: [] } };

function refuseRegistry(refusal: SdlError): ReadRegistry {
  return { ...NOTHING, warnings: [`The registry ${refusal.message}.`], refusal };
}

function unreadableError(path: string, error: unknown): SdlError {
  return new SdlError("policy_denied", `${path} cannot be read (${errorCode(error) ?? String(error)})`, {
    cause: error,
  });
}

function newerFormatError(path: string, format: number): SdlError {
  const message = `${path} was written by a newer program (format ${format}; this one reads ${FORMAT}); update this program, or set SDL_HOME to another folder`;
  return new SdlError("policy_denied", message);
}

function readEntries(path: string, rows: readonly unknown[]): LoadedRegistry {
  const entries: RegistryEntry[] = [];
  const warnings: string[] = [];
  const taken = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const entry = Entry.safeParse(row);
    if (!entry.success || taken.has(entry.data.repoId)) {
      warnings.push(
        `Entry ${index + 1} of the registry ${path} is damaged or a duplicate and was left out; register that repository again.`,
      );
      continue;
    }
    taken.add(entry.data.repoId);
    entries.push(entry.data);
  }
  return { entries, warnings };
}

/** Preserves fields unknown to this program. @param row the entry in the file */
function mergeRow(row: unknown, entry: RegistryEntry): object {
  const { settings, policy, ...known } = entry;
  const { settings: oldSettings, policy: oldPolicy, storeDirectory: _, ...rest } = toObject(row);
  const rules = { ...collectUnknownFields(oldPolicy, parseKnownPolicy(oldPolicy)), ...policy };
  return {
    ...rest,
    ...known,
    settings: { ...toObject(oldSettings), ...settings },
    ...(Object.keys(rules).length === 0 ? {} : { policy: rules }),
  };
}

function collectUnknownFields(all: unknown, known: object | undefined): object {
  return Object.fromEntries(Object.entries(toObject(all)).filter(([name]) => !Object.hasOwn(known ?? {}, name)));
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function repoIdOfRow(row: unknown): string | undefined {
  const { repoId } = toObject(row);
  return typeof repoId === "string" ? repoId : undefined;
}

function save(path: string, text: object): void {
  makeFolder(dirname(path));
  replaceOwnFile(path, `${JSON.stringify(text, null, 2)}\n`, { isDurable: true, mode: 0o600 });
}

function setAside(path: string, nowMs: number): string {
  const aside = `${path}.damaged-${nowMs}`;
  try {
    renameSync(path, aside);
    return `The registry ${path} was damaged; it was moved to ${aside} and a new one was created. Register or index your repositories again.`;
  } catch (error) {
    return `The registry ${path} is damaged and could not be moved away (${errorCode(error) ?? String(error)}); repair or delete it.`;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // invalid JSON; the caller sets the file aside
  }
}
