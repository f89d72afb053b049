/** Survey of a folder by names alone: how many files can be indexed, and the extensions of the others. Reads no file and no stat. */
import { resolveRoot } from "./access/safe-path.js";
import { discoverTree } from "./discover.js";
import type { DiscoverOptions } from "./discovery.js";
import { diskView } from "./disk-view.js";
import type { FoundFile, TreeView } from "./tree-view.js";

/** Result of {@link surveyFolder}. */
export interface FolderSurvey {
  /** Files in languages that are indexed. */
  readonly sources: number;
  /** Files in other languages, by extension (`.go`; "" for none), most frequent first. */
  readonly others: readonly ExtensionCount[];
  /** Whether the folder holds more files than the limit: then the counts cover a part of it. */
  readonly isOverLimit: boolean;
}

/** Number of files with an extension. */
export interface ExtensionCount {
  readonly extension: string;
  readonly files: number;
}

/** Used for every stat: a survey needs none. */
const ANY_FILE: FoundFile = { isRegular: true, stat: { sizeBytes: 1, mtimeMs: 0, ctimeMs: 0, ino: 0 } };

/**
 * Counts the files of a folder that no rule ignores.
 * @param maxFiles the walk ends soon after this many files
 * @throws {WorkspaceError} `ROOT_UNREADABLE`
 */
export function surveyFolder(root: string, options: DiscoverOptions = {}, maxFiles = Infinity): FolderSurvey {
  const limited = limitedView(diskView(resolveRoot(root)), maxFiles);
  const counts = new Map<string, number>();
  const discovery = discoverTree(limited.view, options, (path, { kind }) => {
    if (kind !== "no-language") return;
    const extension = fileExtension(path);
    counts.set(extension, (counts.get(extension) ?? 0) + 1);
  });
  const others = [...counts].map(([extension, files]) => ({ extension, files }));
  others.sort((a, b) => b.files - a.files || (a.extension < b.extension ? -1 : 1));
  return { sources: discovery.files.length, others, isOverLimit: limited.isOver() };
}

/** A view whose folders are empty once the limit is exceeded. */
function limitedView(view: TreeView, maxFiles: number): { readonly view: TreeView; isOver(): boolean } {
  let files = 0;
  const entries = (prefix: string): ReturnType<TreeView["entries"]> => {
    if (files > maxFiles) return [];
    const found = view.entries(prefix);
    if (Array.isArray(found)) files += found.filter(({ type }) => type === "file").length;
    return found;
  };
  return { view: { ...view, entries, stat: () => ANY_FILE }, isOver: () => files > maxFiles };
}

function fileExtension(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot);
}
