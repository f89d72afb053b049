/** What a slice says of its stack trace: frames that were matched by a guess, and that none lies in the repository. */

import { wholeName } from "@sdl/model/graph";
import { placeText } from "@sdl/model/paths";
import { packagesOf, TraceMatcher, type TraceMatches } from "@sdl/slice";
import type { Query } from "../../query/run-query.js";

/** Matches stack traces with the query's graph, and installed code by the repository's manifests. */
export function tracesOf({ graph, kept }: Query): TraceMatcher {
  return kept.of(graph, TraceMatcher, () => packagesOf(graph.configs()));
}

const MAX_NAMED = 3;
/** Maximum length of a frame's name, in UTF-16 units. */
const MAX_NAME = 60;

/** Notes on a request's stack trace; none if all of it was found by path. */
export function traceNotes(query: Query, stackTrace: string | undefined): string[] {
  if (stackTrace === undefined) return [];
  const found = tracesOf(query).match(stackTrace);
  const matches = found.causes.flatMap((cause) => cause.matches);
  if (matches.length === 0) return [unmatchedNote(found)];
  const guesses = matches.filter(({ isExact }) => !isExact);
  if (guesses.length === 0) return [];
  const named = guesses.map(({ frame, symbol }) => {
    const { file, line, ...names } = query.graph.symbol(symbol);
    return `${frameText(frame)} as ${names.kind === "module" ? file : `${wholeName(names)} (${placeText(file, line)})`}`;
  });
  return [`stackTrace: matched by module and name, not by path: ${listText(named)}`];
}

function unmatchedNote({ frames }: TraceMatches): string {
  if (frames.length === 0)
    return "stackTrace: no line of it is a frame in a known form; pass the trace as it was printed";
  return `stackTrace: no frame lies in this repository: ${listText(frames.map(frameText))}; pass taskText to search by the error's words`;
}

/** `query (app/db.py:7)`: the end of a path says enough. */
function frameText({ path, line, name }: TraceMatches["frames"][number]): string {
  const place = `${path.split("/").slice(-2).join("/")}:${line}`;
  return name === undefined ? place : `${name.slice(0, MAX_NAME)} (${place})`;
}

/** Each text once, cut to a few. */
function listText(texts: readonly string[]): string {
  const all = [...new Set(texts)];
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : "";
  return `${all.slice(0, MAX_NAMED).join(", ")}${more}`;
}
