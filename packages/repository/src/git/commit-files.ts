/** Files of a commit that would be indexed if it were checked out at the root, with their blobs. */

import { realpathSync } from "node:fs";
import { type DiscoveredFile, discoverTree, type GitRepository, readCommitTree, type StagedTree } from "@sdl/indexer";
import type { SkippedFile } from "@sdl/model";
import { discoverOptions, discoverySkips } from "../discovery/discovery.js";
import type { RepositorySettings } from "../settings.js";
import type { BlobIndex } from "./blob-index.js";

/** A file with its blob. */
export interface CommitFile extends DiscoveredFile {
  readonly blob: string;
}

/** Files that would be indexed if the commit were checked out. */
export interface CommitFiles {
  /** Source files by path. */
  readonly files: ReadonlyMap<string, CommitFile>;
  /** Configuration files: blobs by path. */
  readonly configs: ReadonlyMap<string, string>;
  /** Skipped files, with reasons as an index records them. */
  readonly skipped: readonly SkippedFile[];
  /** A file of the commit whose blob is missing in this clone. */
  readonly missing: string | undefined;
}

/** Options of {@link readCommitFiles}. */
export interface CommitFilesOptions {
  readonly rootPath: string;
  readonly settings: RepositorySettings;
  readonly blobs: BlobIndex;
}

/** Lists the files. @throws {GitError} */
export async function readCommitFiles(
  git: GitRepository,
  commit: string | StagedTree,
  { rootPath, settings, blobs }: CommitFilesOptions,
): Promise<CommitFiles> {
  const realRoot = realpathSync.native(rootPath);
  const tree = await readCommitTree(git, commit, { realRoot, knownSize: blobs.sizes() });
  const found = discoverTree(tree, discoverOptions(settings));
  const files = new Map<string, CommitFile>();
  const configs = new Map<string, string>();
  for (const file of found.files) {
    const blob = tree.blobOf(file.path);
    if (blob !== undefined) files.set(file.path, { ...file, blob });
  }
  for (const { path } of found.configs) {
    const blob = tree.blobOf(path);
    if (blob !== undefined) configs.set(path, blob);
  }
  const missing = found.skipped.find(({ reason }) => reason === "unreadable")?.path;
  return { files, configs, skipped: discoverySkips(found), missing };
}
