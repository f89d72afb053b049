/** Comparison of a repository's index with an index from scratch of the same files. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { canonicalDump, openLedger } from "@sdl/graph";
import { CLI } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import type { StorePlace } from "../product/cold.js";

/** Refreshes the index, then compares its export with that of an index from scratch. */
export async function equalsScratch(root: string, place: StorePlace): Promise<boolean> {
  const copy = join(place.folder, "scratch");
  const isSource = (path: string): boolean => !path.startsWith(join(root, ".sdl"));
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isSource });
  for (const folder of [root, copy]) await runNode(CLI, ["index", folder, "--no-settle"], { env: place.env });
  return (await canonicalDumpOf(root)) === (await canonicalDumpOf(copy));
}

/** Canonical dump of the index in a repository's `.sdl`. */
export async function canonicalDumpOf(root: string): Promise<string> {
  const ledger = openLedger({ directory: join(root, ".sdl"), mode: "read" });
  const snapshot = ledger.snapshot();
  try {
    return [...canonicalDump(snapshot)].join("\n");
  } finally {
    snapshot.close();
    await ledger.close();
  }
}
