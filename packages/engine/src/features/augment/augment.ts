/**
 * Hook handler: adds facts from the index to the result of an agent's own search, list or read tool. One hook event in, one answer out. Reads the
 * index as it is and never refreshes it, so that the agent does not wait. Runs with every such tool call: imports only the modules that it needs,
 * not the engine's.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { dataFileBytes, findStoreDoubt, openSnapshot } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { cacheDirectory, chooseStorePlace, type Environment, repositoryRoot } from "@sdl/repository";
import { TokenBoundedText } from "./bounded-text.js";
import { describeList, describeRead } from "./describe-files.js";
import { describeSearch } from "./describe-search.js";
import { hookAnswer } from "./hook-answer.js";
import { type HookEvent, parseHookEvent } from "./hook-event.js";
import { HookGraph } from "./hook-graph.js";
import type { ToolLookup } from "./tool-lookup.js";

/** Maximum o200k tokens of the whole added text. The limit for reads is the lowest, because agents read files more often than they search names. */
const MAX_TOKENS = { search: 300, list: 200, read: 160 } as const;
const HEADING = { search: "The index knows:", list: "The index knows:", read: "Used elsewhere, by line:" } as const;
const FACTS_CACHE_BYTES = 4 * 2 ** 20;

/** Where the hook runs. */
export interface AugmentOptions {
  /** The folder that paths are relative to when the event names none. */
  readonly cwd: string;
  readonly env: Environment;
  /** Called with the reason when nothing is added. */
  readonly onNothingAdded?: (reason: string) => void;
}

/**
 * @param input a hook's standard input @returns the text to write to the hook's standard output. Never throws: an error here must not fail the
 * agent's tool call.
 */
export function augment(
  input: string,
  { cwd, env, onNothingAdded: onSilence = () => undefined }: AugmentOptions,
): string {
  let name = "";
  try {
    const event = parseHookEvent(JSON.parse(input));
    name = event.name;
    return hookAnswer(name, contextFor(event, cwd, env, onSilence));
  } catch (error) {
    onSilence(messageOf(error));
    return hookAnswer(name, "");
  }
}

function contextFor(event: HookEvent, cwd: string, env: Environment, onSilence: (reason: string) => void): string {
  const { lookup } = event;
  if (lookup === undefined) return silent("the event is not a search, a file list or a file read");
  const folder = realpathSync(event.folder ?? cwd);
  const root = repositoryRoot(folder);
  if (root === undefined) return silent(`${folder} is not inside a repository`);
  const { directory } = chooseStorePlace(root, cacheDirectory(env));
  if (dataFileBytes(directory) === 0) return silent(`${root} is not indexed`);
  const doubt = findStoreDoubt(directory);
  if (doubt !== undefined) return silent(`the index was not opened because it may be damaged: ${doubt.reason}`);
  const text = describeLookup(lookup, { root, folder, directory });
  return text === "" ? silent("the index has no facts about the names or files in the event") : text;

  function silent(reason: string): string {
    onSilence(reason);
    return "";
  }
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly directory: string;
}

/** Closes nothing: the hook's process exits after this call. */
function describeLookup(lookup: ToolLookup, { root, folder, directory }: Place): string {
  const known = new HookGraph(openSnapshot(directory, FACTS_CACHE_BYTES), root);
  const output = new TokenBoundedText(MAX_TOKENS[lookup.kind]);
  output.add(HEADING[lookup.kind]);
  const inRepository = (path: string): string => repositoryPath(root, folder, path);
  if (lookup.kind === "search") {
    const hits = lookup.hits.map(({ path, line }) => ({ path: inRepository(path), line }));
    describeSearch(known, lookup.pattern, hits, output);
  } else if (lookup.kind === "read") describeRead(known, inRepository(lookup.path), lookup, output);
  else describeList(known, lookup.paths.map(inRepository), output);
  return output.count > 1 ? output.text : "";
}

function repositoryPath(root: string, folder: string, path: string): string {
  const absolute = isAbsolute(path) ? path : join(folder, path);
  return relative(root, absolute).split(sep).join("/");
}
