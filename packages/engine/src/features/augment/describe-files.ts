/** Facts about files that an agent's tool read or listed. */

import type { SymbolHandle } from "@sdl/model";
import { type SymbolRecord, wholeName } from "@sdl/model/graph";
import { linesText } from "../../text/source-text.js";
import { listWithRest, type TokenBoundedText } from "./bounded-text.js";
import type { HookGraph } from "./hook-graph.js";

const MAX_SYMBOLS = 4;
const MAX_USERS = 3;
const MAX_FILES = 6;
const MAX_NAMES = 6;

/** Adds, for each symbol defined in the read lines, its users in other files. @param path repository-relative */
export function describeRead(
  known: HookGraph,
  path: string,
  lines: { from?: number; to?: number },
  output: TokenBoundedText,
): void {
  const { from = 1, to = Number.POSITIVE_INFINITY } = lines;
  const read = symbolsIn(known, path).filter(({ line }) => line >= from && line <= to);
  const used = read
    .map((symbol) => ({ symbol, users: usersElsewhere(known, symbol) }))
    .filter(({ users }) => users.length > 0);
  used.sort((a, b) => b.users.length - a.users.length);
  for (const { symbol, users } of used.slice(0, MAX_SYMBOLS)) {
    const shown = users.slice(0, MAX_USERS).map((user) => known.formatNameAndPlace(user));
    output.add(
      `${linesText(symbol.file, symbol.line)}: ${wholeName(symbol)} is used by ${listWithRest(shown, users.length)}`,
    );
  }
}

/** Adds the exported names of the first MAX_FILES files that define any. @param paths repository-relative */
export function describeList(known: HookGraph, paths: readonly string[], output: TokenBoundedText): void {
  let files = 0;
  for (const path of paths) {
    const names = symbolsIn(known, path)
      .filter(({ exported }) => exported)
      .map(wholeName);
    if (names.length === 0) continue;
    if (files === MAX_FILES || !output.add(`${path} defines ${listWithRest(names.slice(0, MAX_NAMES), names.length)}`))
      return;
    files++;
  }
}

/** The symbols of a file without the file's own module symbol. */
function symbolsIn({ graph }: HookGraph, path: string): SymbolRecord[] {
  return graph
    .fileSymbols(path)
    .slice(1)
    .map((handle) => graph.symbol(handle));
}

function usersElsewhere(known: HookGraph, { handle, file }: SymbolRecord): SymbolHandle[] {
  return known.findUsers(handle).filter((user) => known.graph.fileOf(user) !== file);
}
