/** Where a repository's store lies by default, and how one is deleted. */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A store holds one folder for each schema, `v1.4` and the like, with the ledger's environments in it. */
const SCHEMA_DIRECTORY = /^v\d+(\.\d+)*$/;
const IGNORE_TEXT = "*\n";

export function defaultStoreDirectory(rootPath: string): string {
  return join(rootPath, ".sdl");
}

/**
 * Deletes what a store is made of and nothing else: a folder that someone chose for it may hold other things.
 * @returns whether there was a store
 */
export function deleteStore(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const schemas = readdirSync(directory).filter(
    (name) => SCHEMA_DIRECTORY.test(name) && existsSync(join(directory, name, "ledger")),
  );
  for (const name of schemas) rmSync(join(directory, name), { recursive: true, force: true });
  const ignore = join(directory, ".gitignore");
  const others = readdirSync(directory).filter((name) => name !== ".gitignore");
  // The audit log outlives the index, and stays out of version control.
  if (others.length === 0 && existsSync(ignore) && readFileSync(ignore, "utf8") === IGNORE_TEXT) rmSync(ignore);
  if (readdirSync(directory).length === 0) rmdirSync(directory);
  return schemas.length > 0;
}
