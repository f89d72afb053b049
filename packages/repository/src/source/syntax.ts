/** Parser for questions about source text, one per process. Grammars are loaded at first use. */
import { allGrammarsOf, isStarved, ParseEngine } from "@sdl/indexer";
import { type Language, messageOf, SdlError } from "@sdl/model";

let starting: Promise<ParseEngine> | undefined;

/**
 * Loads the parser. @param languages languages to load; a tree of the engine is valid until its next parse
 * @throws {SdlError} `busy` if the system has too little memory; the next call tries again
 */
export async function loadParser(languages: readonly Language[]): Promise<ParseEngine> {
  try {
    starting ??= ParseEngine.create([]);
    const engine = await starting;
    await engine.loadMissing(languages.flatMap(allGrammarsOf));
    return engine;
  } catch (error) {
    throw parserError(error);
  }
}

function parserError(error: unknown): unknown {
  const cause = messageOf(error);
  if (!isStarved(cause)) return error;
  // A failed start is tried again by the next call.
  starting = undefined;
  const message = `source files cannot be parsed: the system gives this process too little memory (${cause}); raise its limit (ulimit -v) and try again`;
  return new SdlError("busy", message, { cause: error });
}
