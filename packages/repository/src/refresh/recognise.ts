/**
 * Recognition of touched but unchanged files: contents are compared by their address on this thread, which takes less
 * time than starting a worker. A new worktree, a restored folder and a switch of branches touch many files and change
 * few. Files whose content git's index names are not even read.
 */
import {
  type DiscoveredFile,
  describeSkip,
  factsKeyOf,
  maxBytesOf,
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

/** Files to recognise. */
export interface RecogniseTask {
  readonly rootPath: string;
  readonly maxFileBytes: number;
  readonly known: (path: string) => KnownFile | undefined;
  /** Returns git's index of contents; called only for many files. */
  readonly namedContents?: (() => NamedContents | undefined) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Result of {@link recogniseFiles}. */
export interface Recognised {
  /** Files with unchanged content. */
  readonly same: readonly { readonly path: string; readonly stat: FileStat }[];
  /** Files that are still skipped. */
  readonly refused: readonly { readonly path: string; readonly reason: string; readonly stat: FileStat }[];
  readonly rest: readonly DiscoveredFile[];
}

/** For fewer files, reading them takes less time than reading git's index, which names all files. */
const MANY_FILES = 200;

/** Recognises unchanged files. @throws the signal's reason */
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
    // A worker reports unreadable files.
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/**
 * Whether a file's content is unchanged. The address covers all inputs of facts, so a file that was not skipped then is
 * not skipped now.
 */
function sameContent(
  file: DiscoveredFile,
  known: KnownFile & { readonly factsKey: string },
  { rootPath, maxFileBytes }: RecogniseTask,
): { stat: FileStat } | undefined {
  const { path } = file;
  const { bytes, stat } = readFileInRoot(rootPath, path, { maxBytes: maxBytesOf(path, maxFileBytes), found: file });
  return factsKeyOf(bytes, file, known.isGenerated) === known.factsKey ? { stat } : undefined;
}

/** Whether git names the same content. A checkout may convert line ends and the like; then the size differs. */
function isNamedSame(named: BlobFacts | undefined, known: KnownFile): boolean {
  return named?.factsKey === known.factsKey && named?.sizeBytes === known.sizeBytes;
}

function refuseAgain(file: DiscoveredFile, { rootPath, maxFileBytes }: RecogniseTask) {
  const read = readSource(rootPath, file.path, { maxFileBytes });
  return read?.status === "skipped" ? { stat: file, reason: describeSkip(read.reason) } : undefined;
}
