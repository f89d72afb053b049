/** Contents of files from a mirror: a bare git repository that is kept beside a server without work trees. */
import { GitError, WorkspaceError, withGit } from "@sdl/indexer";
import { SdlError, type VersionId } from "@sdl/model";
import type { FileContents } from "../source/file-contents.js";

const DEADLINE_MS = 10_000;

/** What {@link MirrorContents} reads from. */
export interface MirrorOptions {
  /** Name of the repository, for messages. */
  readonly repository: string;
  /** Folder of the bare repository; `undefined` if there is none. */
  readonly mirror: string | undefined;
  /** The commit that a version is of; `undefined` if unknown. */
  commitOf(version: VersionId | undefined): string | undefined;
}

/** Reads blobs of commits. */
export class MirrorContents implements FileContents {
  constructor(private readonly options: MirrorOptions) {}

  async read(version: VersionId | undefined, path: string, maxBytes: number): Promise<Buffer | undefined> {
    const { mirror, repository } = this.options;
    if (mirror === undefined) throw noSource(repository, "it has no mirror of the repository");
    const commit = this.options.commitOf(version);
    if (commit === undefined) throw noSource(repository, "the index names no commit");
    try {
      return await withGit(mirror, { deadlineMs: DEADLINE_MS, isBare: true }, async (git) => {
        const [known] = await git.heads([commit]);
        if (known === undefined) throw noSource(repository, `its mirror lacks commit ${commit}`);
        const blob = await git.blobOf(commit, path);
        if (blob === undefined) return undefined;
        if (blob.sizeBytes > maxBytes) throw new SdlError("too_large", `${path} is larger than ${maxBytes} bytes`);
        for await (const { content } of git.blobs([blob.id], maxBytes)) return content;
        return undefined;
      });
    } catch (error) {
      if (error instanceof GitError || error instanceof WorkspaceError)
        throw noSource(repository, "its mirror cannot be read", error);
      throw error;
    }
  }
}

/** The error for a question that only source can answer. No path of the server's is named. */
function noSource(repository: string, reason: string, cause?: unknown): SdlError {
  const text = `this server has no source of ${repository}: ${reason}`;
  const hint = "Cards, outlines, references, paths and searches need no source.";
  return new SdlError("file_not_indexed", `${text}; ask for cards or outlines, or ask its operator for a mirror`, {
    hint,
    cause,
  });
}
