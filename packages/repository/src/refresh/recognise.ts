/**
 * Tells files that were touched from files that were changed: contents are compared by their address, here, which takes less than to start a worker.
 * A new worktree, a restored folder and a switch of branches touch many files and change few. What git's index names is not even read.
 */
import {
  type DiscoveredFile,
  describeSkip,
  factsKeyOf,
  readFileInRoot,
  readSource,
  WorkspaceError,
} from "@sdl/indexer";
import type { FileStat } from "@sdl/model";
import type { BlobFacts } from "../git/blob-index.js";
import type { NamedContents } from "../git/named-contents.js";
import { Turns } from "../machine/turns.js";

/** What the ledger knows of a file. */
export type KnownFile =
  | { readonly sizeBytes: number; readonly factsKey: string; readonly isGenerated: boolean }
  /** It was read and left out. */
  | { readonly sizeBytes: number; readonly factsKey: undefined };

export interface RecogniseTask {
  readonly rootPath: string;
  readonly maxFileBytes: number;
  readonly known: (path: string) => KnownFile | undefined;
  /** What git's index says of files; asked for many of them. */
  readonly namedContents?: (() => NamedContents | undefined) | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface Recognised {
  /** Files whose content is as the ledger has it. */
  readonly same: readonly { readonly path: string; readonly stat: FileStat }[];
  /** Files that are left out, as before. */
  readonly refused: readonly { readonly path: string; readonly reason: string; readonly stat: FileStat }[];
  readonly rest: readonly DiscoveredFile[];
}

/** For fewer files reading them takes less than reading git's index, which names all. */
const MANY_FILES = 200;

/** @throws the signal's reason */
export async function recogniseFiles(files: readonly DiscoveredFile[], task: RecogniseTask): Promise<Recognised> {
  const same: Recognised["same"][number][] = [];
  const refused: Recognised["refused"][number][] = [];
  const rest: DiscoveredFile[] = [];
  const named = files.length < MANY_FILES ? undefined : task.namedContents?.();
  const turns = new Turns(task.signal);
  for (const file of files) {
    const found = recognise(file, task, named);
    if (found === undefined) rest.push(file);
    else if (found.reason === undefined) same.push({ path: file.path, stat: found.stat });
    else refused.push({ path: file.path, reason: found.reason, stat: found.stat });
    if (turns.isOver) await turns.next();
  }
  return { same, refused, rest };
}

function recognise(
  file: DiscoveredFile,
  task: RecogniseTask,
  named: NamedContents | undefined,
): { stat: FileStat; reason?: string } | undefined {
  const known = task.known(file.path);
  if (known?.sizeBytes !== file.sizeBytes) return undefined;
  try {
    if (known.factsKey === undefined) return refuseAgain(file, task);
    return isNamedSame(named?.(file), known) ? { stat: file } : sameContent(file, known, task);
  } catch (error) {
    // What cannot be read is a worker's to say.
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** The address covers all that facts are made of: what was no reason to leave the file out is none now. */
function sameContent(
  { path, language }: DiscoveredFile,
  known: KnownFile & { readonly factsKey: string },
  { rootPath, maxFileBytes }: RecogniseTask,
): { stat: FileStat } | undefined {
  const { bytes, stat } = readFileInRoot(rootPath, path, { maxBytes: maxFileBytes });
  return factsKeyOf(bytes, language, known.isGenerated) === known.factsKey ? { stat } : undefined;
}

/** Git may have written another text than it stores, with other line ends and the like: that has another length. */
function isNamedSame(named: BlobFacts | undefined, known: KnownFile): boolean {
  return named?.factsKey === known.factsKey && named?.sizeBytes === known.sizeBytes;
}

function refuseAgain(file: DiscoveredFile, { rootPath, maxFileBytes }: RecogniseTask) {
  const read = readSource(rootPath, file.path, { maxFileBytes });
  return read?.status === "skipped" ? { stat: file, reason: describeSkip(read.reason) } : undefined;
}
