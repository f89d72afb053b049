/** Damages SDL's files of a repository and of a user. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractRepository } from "./contract-repository.js";

/** Adds an invalid entry to the registry. */
export function damageRegistry({ root, home }: ContractRepository): void {
  rmSync(join(root, "..", "damaged"), { recursive: true });
  const path = join(home, "registry.json");
  const registry: { repositories: unknown[] } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...registry, repositories: [...registry.repositories, { repoId: 7 }] }));
}

/** A copy of another repository with its index, partly overwritten. */
export function writeDamaged({ root }: ContractRepository): void {
  const damaged = join(root, "..", "damaged");
  cpSync(join(root, "..", "other"), damaged, { recursive: true });
  const stores = readdirSync(damaged, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("data.mdb"),
  );
  for (const path of stores) writeFileSync(join(damaged, path), randomBytesLike(statSync(join(damaged, path)).size));
}

/** The configuration file of that copy. */
export const ownConfig =
  (content: string) =>
  ({ root }: ContractRepository): void =>
    writeFileSync(join(root, "..", "damaged", "sdl.config.json"), content);

/** Pseudo-random bytes, the same on every machine. */
function randomBytesLike(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => (at * 2_654_435_761) >>> 24);
}
