/** The process's one parser for questions about source text. Grammars are loaded at their first use. */
import { ParseEngine } from "@sdl/indexer";
import type { Language } from "@sdl/model";

let starting: Promise<ParseEngine> | undefined;

/** @param languages those that must be readable; a tree of the engine is valid until its next parse */
export async function loadParser(languages: readonly Language[]): Promise<ParseEngine> {
  starting ??= ParseEngine.create([]);
  const engine = await starting;
  await engine.loadMissing(languages);
  return engine;
}
