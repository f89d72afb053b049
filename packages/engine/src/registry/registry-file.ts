/**
 * The registry as a file: JSON, written whole and atomically, read with tolerance.
 * Invariant: a damaged file never stops a program; it is set aside and named in a warning.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { z } from "zod";
import { PolicyOverridesSchema } from "../policy/policy.js";

const FORMAT = 1;

const Entry = z.object({
  repoId: z.string().min(1),
  rootPath: z.string().refine(isAbsolute),
  storeDirectory: z.string().refine(isAbsolute).optional(),
  settings: z
    .object({
      ignore: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
      maxFileBytes: z.number().int().positive().optional(),
    })
    .default({}),
  /** Damaged, it counts as absent: the defaults allow least. */
  policy: PolicyOverridesSchema.optional().catch(undefined),
});

const RegistryText = z.object({ format: z.literal(FORMAT), repositories: z.array(z.unknown()) });

/** One registered repository. */
export type RegistryEntry = z.output<typeof Entry>;

export interface LoadedRegistry {
  readonly entries: readonly RegistryEntry[];
  readonly warnings: readonly string[];
}

/** Reads the file; an absent one is an empty registry. Does not write, except to set a damaged file aside. */
export function loadRegistry(path: string, nowMs: number): LoadedRegistry {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { entries: [], warnings: [] };
    return { entries: [], warnings: [`The registry ${path} cannot be read (${errorCode(error) ?? String(error)}).`] };
  }
  const parsed = RegistryText.safeParse(parseJson(text));
  if (!parsed.success) return { entries: [], warnings: [setAside(path, nowMs)] };
  return readEntries(path, parsed.data.repositories);
}

function readEntries(path: string, rows: readonly unknown[]): LoadedRegistry {
  const entries: RegistryEntry[] = [];
  const warnings: string[] = [];
  const taken = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const entry = Entry.safeParse(row);
    if (!entry.success || taken.has(entry.data.repoId)) {
      warnings.push(
        `Entry ${index + 1} of the registry ${path} is damaged or doubled and was left out; register that repository again.`,
      );
      continue;
    }
    taken.add(entry.data.repoId);
    entries.push(entry.data);
  }
  return { entries, warnings };
}

/** Writes beside the file, then renames over it: a reader sees the old text or the new one. */
export function saveRegistry(path: string, entries: readonly RegistryEntry[]): void {
  const sorted = [...entries].sort((a, b) => (a.repoId < b.repoId ? -1 : 1));
  const temporary = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    const file = openSync(temporary, "w", 0o600);
    try {
      writeSync(file, `${JSON.stringify({ format: FORMAT, repositories: sorted }, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function setAside(path: string, nowMs: number): string {
  const aside = `${path}.damaged-${nowMs}`;
  try {
    renameSync(path, aside);
    return `The registry ${path} was damaged; it was moved to ${aside} and a new one begun. Register or index your repositories again.`;
  } catch (error) {
    return `The registry ${path} is damaged and could not be moved away (${errorCode(error) ?? String(error)}); repair or delete it.`;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller sets the file aside
  }
}

/** `ENOENT` and its like, when the error is one of the system's. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
