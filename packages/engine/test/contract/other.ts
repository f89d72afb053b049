/** A second repository beside the contract repository. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractRepository } from "./contract-repository.js";
import type { Situation } from "./situation.js";

/** Without git, with one memory of a colleague, and settings that hold others' memories back. */
function writeOther({ root, home }: ContractRepository): void {
  const other = join(root, "..", "other");
  mkdirSync(join(other, ".sdl-memory"), { recursive: true });
  writeFileSync(join(other, "only.txt"), "no code\n");
  writeFileSync(
    join(other, ".sdl-memory/00000000000000aa.md"),
    "---\nmemoryId: 00000000000000aa\ntype: decision\ntitle: No code\n---\nThere is nothing to run here.\n",
  );
  writeFileSync(join(home, "settings.json"), '{ "memory.adopt": "ask", "memory.adpt": 1 }\n');
}

export const other =
  (text: string) =>
  ({ root }: ContractRepository): void =>
    writeFileSync(join(root, "..", "other", "only.ts"), text);

/** A function with thirty callers, whose body has the given effect. */
export const hub = (name: string, parameters: string, effect: string): string =>
  [
    `export function ${name}(${parameters}): string {\n  return name;\n}\n`,
    `export function loud(${parameters}): void {\n  ${effect};\n}\n`,
    ...Array.from({ length: 30 }, (_, at) => `export function user${at}(): string {\n  return hub("user ${at}");\n}\n`),
  ].join("\n");

export const REGISTER_OTHER: Situation = {
  title: "another repository",
  action: "sdl.repo.register",
  args: { rootPath: "$other" },
  before: writeOther,
  answer: { ok: true, repoId: "other", created: true },
};
