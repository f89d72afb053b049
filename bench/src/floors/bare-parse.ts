/** Parsing and nothing else, by the indexer's own engine: reads, hashes, decodes and parses files, and looks at no tree. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DiscoveredFile, discoverFiles, ParseEngine } from "@sdl/indexer";

/** The files that the index would read, largest first, as the indexer deals them out. */
export function listSources(root: string): DiscoveredFile[] {
  return [...discoverFiles(root).files].sort((a, b) => b.sizeBytes - a.sizeBytes);
}

export async function startEngine(files: readonly DiscoveredFile[]): Promise<ParseEngine> {
  return ParseEngine.create([...new Set(files.map((file) => file.language))]);
}

/** The engine's parse without the copy of the tree: it is no public method, since nothing but this floor wants it. */
export function parseFile(engine: ParseEngine, root: string, file: DiscoveredFile): void {
  const bytes = readFileSync(join(root, file.path));
  createHash("sha256").update(bytes).digest();
  const parse: unknown = Reflect.get(engine, "parseTree");
  if (typeof parse !== "function")
    throw new Error("ParseEngine.parseTree has gone; correct bench/src/floors/bare-parse.ts");
  Reflect.apply(parse, engine, [file.language, bytes.toString("utf8")]).delete();
}
