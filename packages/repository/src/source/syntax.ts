/** The process's one parser for questions about source text. Grammars are loaded at their first use. */
import { isStarved, ParseEngine } from "@sdl/indexer";
import { type Language, messageOf, SdlError } from "@sdl/model";

let starting: Promise<ParseEngine> | undefined;

/**
 * @param languages those that must be readable; a tree of the engine is valid until its next parse
 * @throws {SdlError} `busy` where the system gives too little memory; the next call tries again
 */
export async function loadParser(languages: readonly Language[]): Promise<ParseEngine> {
  try {
    starting ??= ParseEngine.create([]);
    const engine = await starting;
    await engine.loadMissing(languages);
    return engine;
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): unknown {
  const cause = messageOf(error);
  if (!isStarved(cause)) return error;
  // What could not start is started anew.
  starting = undefined;
  const message = `source files cannot be parsed: the system gives this process too little memory (${cause}); raise its limit (ulimit -v) and try again`;
  return new SdlError("busy", message, { cause: error });
}
