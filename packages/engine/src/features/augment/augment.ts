/**
 * Adds what the graph knows to what an agent found with its own tools: one hook's event in, one answer out. Reads the index as it is and never indexes,
 * so that the agent does not wait. A feature of its own kind: it loads nothing of the engine but what stands here, as it runs with every search.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { dataFileBytes, findStoreDoubt, openLedger } from "@sdl/graph";
import { messageOf } from "@sdl/model";
import { cacheDirectory, type Environment, repositoryRoot, storePlaceOf } from "@sdl/repository";
import { describeList, describeRead } from "./describe-files.js";
import { describeSearch } from "./describe-search.js";
import { hookAnswer } from "./hook-answer.js";
import { type HookEvent, readHookEvent } from "./hook-event.js";
import { KnownGraph } from "./known-graph.js";
import type { Lookup } from "./lookup.js";
import { Told } from "./told.js";

/** Of the whole of an added text. A file is read more often than names are searched. */
const MAX_TOKENS = { search: 300, list: 200, read: 160 } as const;
const HEADING = { search: "The index knows:", list: "The index knows:", read: "Used elsewhere, by line:" } as const;
const FACTS_CACHE_BYTES = 4 * 2 ** 20;

export interface AugmentOptions {
  /** Where the event does not say where the agent works. */
  readonly cwd: string;
  readonly env: Environment;
  /** Told why nothing is added. */
  readonly onSilence?: (reason: string) => void;
}

/** @param input a hook's standard input @returns what to write to its standard output. Never throws: an agent's tool must not fail by it. */
export function augment(input: string, { cwd, env, onSilence = () => undefined }: AugmentOptions): string {
  let name = "";
  try {
    const event = readHookEvent(JSON.parse(input));
    name = event.name;
    return hookAnswer(name, addedText(event, cwd, env, onSilence));
  } catch (error) {
    onSilence(messageOf(error));
    return hookAnswer(name, "");
  }
}

function addedText(event: HookEvent, cwd: string, env: Environment, onSilence: (reason: string) => void): string {
  const { lookup } = event;
  if (lookup === undefined) return silent("the event is of no search, list or file that was read");
  const folder = realpathSync(event.folder ?? cwd);
  const root = repositoryRoot(folder);
  if (root === undefined) return silent(`${folder} lies in no repository`);
  const { directory } = storePlaceOf(root, cacheDirectory(env));
  if (dataFileBytes(directory) === 0) return silent(`${root} is not indexed`);
  const doubt = findStoreDoubt(directory);
  if (doubt !== undefined) return silent(`the index was not looked at yet: ${doubt.reason}`);
  const text = textOf(lookup, { root, folder, directory });
  return text === "" ? silent("the index knows nothing of it") : text;

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

/** The ledger stays open: the process ends with it. */
function textOf(lookup: Lookup, { root, folder, directory }: Place): string {
  const ledger = openLedger({ directory, mode: "read", factsCacheBytes: FACTS_CACHE_BYTES });
  const known = new KnownGraph(ledger.snapshot(), root);
  const told = new Told(MAX_TOKENS[lookup.kind]);
  told.add(HEADING[lookup.kind]);
  const inRepository = (path: string): string => repositoryPath(root, folder, path);
  if (lookup.kind === "search") {
    const hits = lookup.hits.map(({ path, line }) => ({ path: inRepository(path), line }));
    describeSearch(known, lookup.pattern, hits, told);
  } else if (lookup.kind === "read") describeRead(known, inRepository(lookup.path), lookup, told);
  else describeList(known, lookup.paths.map(inRepository), told);
  return told.count > 1 ? told.text : "";
}

function repositoryPath(root: string, folder: string, path: string): string {
  const absolute = isAbsolute(path) ? path : join(folder, path);
  return relative(root, absolute).split(sep).join("/");
}
