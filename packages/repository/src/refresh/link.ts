/** Linking of a refresh: selects the files to link again after a change, and links them in turns, without blocking the process. */
import type { LedgerUpdate } from "@sdl/graph";
import { type LinkSession, linkFile } from "@sdl/indexer";
import { type FileHandle, largestWhere } from "@sdl/model";
import type { LinkedFile } from "@sdl/model/graph";
import { isIsolatedFault } from "../faults.js";
import { Turns } from "../machine/turns.js";
import type { RefreshProgress } from "./refresh-request.js";
import { bindSettingsFiles, unlinkedFile } from "./settings-files.js";

/** Up to this many lookups are each searched in a file's recorded ones; more are compared with all of them. */
const FEW_LOOKUPS = 32;

/** What linking needs. */
export interface LinkTask {
  readonly session: LinkSession;
  /** Links one file; for tests. */
  readonly link?: typeof linkFile | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: RefreshProgress) => void) | undefined;
}

/**
 * Files whose links may differ: changed files, and files with a changed lookup.
 * @param changed handles of files with new facts
 * @param lookups hashes of lookups whose answers changed
 */
export function filesToLink(
  update: LedgerUpdate,
  changed: ReadonlySet<FileHandle>,
  lookups: ReadonlySet<number>,
): FileHandle[] {
  const result = new Set(changed);
  if (lookups.size > 0) {
    const holdsAny = lookups.size <= FEW_LOOKUPS ? searchEachLookup([...lookups]) : compareWithLookups(lookups);
    for (const { file, lookups: recorded } of update.outgoingLookups()) {
      if (!result.has(file) && holdsAny(recorded)) result.add(file);
    }
  }
  return [...result].sort((a, b) => a - b);
}

/** Searches each lookup in a file's recorded ones, which are sorted. */
function searchEachLookup(wanted: readonly number[]): (recorded: Uint32Array) => boolean {
  const holds = (recorded: Uint32Array, lookup: number): boolean => {
    const at = largestWhere(-1, recorded.length - 1, (place) => (recorded[place] as number) <= lookup);
    return at >= 0 && recorded[at] === lookup;
  };
  return (recorded) => wanted.some((lookup) => holds(recorded, lookup));
}

function compareWithLookups(lookups: ReadonlySet<number>): (recorded: Uint32Array) => boolean {
  return (recorded) => recorded.some((lookup) => lookups.has(lookup));
}

/** A file that could not be linked, or a settings page that could not be built. */
export interface LinkFault {
  readonly path: string;
  readonly error: unknown;
}

/**
 * Links the files, then updates the settings pages. A file whose linking fails keeps its symbols and has no links.
 * @throws {GraphError} from the store @throws the signal's reason
 */
export async function linkFiles(
  update: LedgerUpdate,
  files: readonly FileHandle[],
  task: LinkTask,
): Promise<readonly LinkFault[]> {
  const { session, link = linkFile } = task;
  const linked: LinkedFile[] = [];
  const faults: LinkFault[] = [];
  const onFault = (fault: LinkFault): void => {
    if (!isIsolatedFault(fault.error)) throw fault.error;
    faults.push(fault);
  };
  const turns = new Turns(task.signal);
  for (const [done, file] of files.entries()) {
    let links = unlinkedFile(file);
    try {
      links = link(session, file);
    } catch (error) {
      onFault({ path: update.path(file), error });
    }
    update.setLinks(links);
    linked.push(links);
    if (!turns.isOver) continue;
    task.onProgress?.({ phase: "link", done: done + 1, total: files.length, doneBytes: 0, totalBytes: 0 });
    await turns.next();
  }
  bindSettingsFiles(update, linked, onFault);
  return faults;
}
