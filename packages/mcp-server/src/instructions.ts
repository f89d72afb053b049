/** What a client shows its model about this server. At most 2 kB: longer texts are cut by clients. */
import type { NameStyle } from "@sdl/engine";
import { type ListMode, underscoreNames } from "./tool-list.js";

const TEXT = `SDL answers questions about a code repository from an index of its symbols: cards instead of files, at a fraction of the tokens.

Workflow:
1. For a task, call sdl.slice.build with taskText (or editedFiles, stackTrace, failingTestPath, entrySymbols). It returns the relevant symbols as cards within a token budget.
2. To find one symbol, call sdl.symbol.search, then sdl.symbol.getCard with its symbolId. Known names work directly: sdl.symbol.getCard with symbolRef { name, file? }.
3. For a file, call sdl.file.outline; for a place in it, sdl.symbol.at. Read source only for the ranges that cards name.
4. Answers know your edits: changed files are indexed first. An answer that is behind names the files that it does not know; pass fresh: true to wait for them.

repoId may be left out for the repository of the working directory; the path of another one does, too. The first question about a repository indexes it.
Errors carry code, message and often nextBestAction: call that next. Cards carry an etag: pass it back (ifNoneMatch, knownEtags, knownCardEtags) and an unchanged card costs nothing.
Lines count from 1, columns from 0. Absent fields are empty.`;

/** How the actions that the text names are called where they are no tools of their own. */
const CALLS: Readonly<Partial<Record<ListMode, string>>> = {
  gateway: `The actions below are called through the tools listed: sdl.query with { action: "slice.build", args: {…} }.\n\n`,
  code: `The actions below are called as steps of sdl.chain: { fn: "sliceBuild", args: {…} }. sdl.action.search finds them, sdl.manual explains them.\n\n`,
};

export function instructions(names: NameStyle, mode: ListMode = "core"): string {
  const text = `${CALLS[mode] ?? ""}${TEXT}`;
  return names === "dotted" ? text : underscoreNames(text);
}
