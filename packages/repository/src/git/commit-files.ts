/** The files of a commit that would be indexed if it were checked out at the root, and the blobs that hold them. */

import { realpathSync } from "node:fs";
import { type DiscoveredFile, discoverTree, type GitRepository, readCommitTree, type StagedTree } from "@sdl/indexer";
import type { SkippedFile } from "@sdl/model";
import { discoverOptions, discoverySkips } from "../discovery/discovery.js";
import type { RepositorySettings } from "../settings.js";
import type { BlobIndex } from "./blob-index.js";

export interface CommitFile extends DiscoveredFile {
  readonly blob: string;
}

export interface CommitFiles {
  /** By path. */
  readonly files: ReadonlyMap<string, CommitFile>;
  /** Configuration files: blobs by path. */
  readonly configs: ReadonlyMap<string, string>;
  /** What discovery leaves out, with its reason as an index records it. */
  readonly skipped: readonly SkippedFile[];
  /** A file of the commit that this clone does not have. */
  readonly missing: string | undefined;
}

export interface CommitFilesOptions {
  readonly rootPath: string;
  readonly settings: RepositorySettings;
  readonly blobs: BlobIndex;
}

/** @throws {GitError} */
export async function readCommitFiles(
  git: GitRepository,
  commit: string | StagedTree,
  { rootPath, settings, blobs }: CommitFilesOptions,
): Promise<CommitFiles> {
  const realRoot = realpathSync.native(rootPath);
  const tree = await readCommitTree(git, commit, { realRoot, knownSize: (blob) => blobs.sizeOf(blob) });
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
