/** Results that take long to make, kept in a file each until what they depend on changes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RESULTS_FOLDER } from "../paths.js";
import type { EdgeRepository } from "./repositories.js";

/** Where and under which key a result is kept. */
export interface Keeping {
  /** Folder of the program in `.results/`. */
  readonly folder: string;
  readonly repository: EdgeRepository;
  /** All that decides the result besides the commit. */
  readonly key: string;
}

interface Kept<T> {
  readonly key: string;
  readonly record: T;
}

/** The kept result of the same key, else a new one. A result with a problem is not kept. */
export async function keep<T extends { readonly problem?: string }>(
  { folder, repository, key }: Keeping,
  make: () => Promise<T>,
): Promise<T> {
  const file = join(RESULTS_FOLDER, folder, `${repository.name.replace("/", "+")}.json`);
  const whole = `${repository.commit} ${key}`;
  const kept: Kept<T> | undefined = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (kept?.key === whole) return kept.record;
  const record = await make();
  if (record.problem !== undefined) return record;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ key: whole, record } satisfies Kept<T>)}\n`);
  return record;
}

/** A hash of the built programs in the folders. */
export function fingerprint(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (name.endsWith(".js")) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
