/** Contents of files from a mirror: a bare git repository that is kept beside a server without work trees. */
import { GitError, WorkspaceError, withGit } from "@sdl/indexer";
import { RecentMap, SdlError, type VersionId } from "@sdl/model";
import type { FileContents } from "../source/file-contents.js";

const DEADLINE_MS = 10_000;
const RECENT_BYTES = 64_000_000;

/**
 * Files of commits that were read lately, which never change: each reading starts git. One for all mirrors of a process,
 * so that the bound is the server's.
 */
const RECENT = new RecentMap<Buffer, string>({ maxBytes: RECENT_BYTES, sizeOf: ({ length }) => length });

/** What {@link MirrorContents} reads from. */
export interface MirrorOptions {
  /** Name of the repository, for messages. */
  readonly repository: string;
  /** Folder of the bare repository; `undefined` if there is none. */
  readonly mirror: string | undefined;
  /** The commit that a version is of; `undefined` if unknown. */
  commitOf(version: VersionId | undefined): string | undefined;
}

/** Files of one commit that one run of git reads: a slice asks for many at once. */
interface Batch {
  /** Most bytes, by path. */
  readonly limits: Map<string, number>;
  /** Files that are not in the commit have no entry. */
  readonly contents: Promise<ReadonlyMap<string, Buffer | "too-large">>;
}

/** Reads files of commits. */
export class MirrorContents implements FileContents {
  /** Batches that still take files, by commit. */
  private readonly open = new Map<string, Batch>();

  constructor(private readonly options: MirrorOptions) {}

  async read(version: VersionId | undefined, path: string, maxBytes: number): Promise<Buffer | undefined> {
    const { mirror, repository } = this.options;
    if (mirror === undefined) throw noSource(repository, "it has no mirror of the repository");
    const commit = this.options.commitOf(version);
    if (commit === undefined) throw noSource(repository, "the index names no commit");
    const key = `${mirror}\n${commit}:${path}`;
    const known = RECENT.get(key);
    const content = known ?? (await this.inBatch(mirror, commit, { path, maxBytes }));
    if (content === "too-large" || (content?.length ?? 0) > maxBytes)
      throw new SdlError("too_large", `${path} is larger than ${maxBytes} bytes`);
    if (known === undefined && content !== undefined) RECENT.put(key, content);
    return content;
  }

  private async inBatch(
    mirror: string,
    commit: string,
    { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
  ): Promise<Buffer | "too-large" | undefined> {
    const batch = this.open.get(commit) ?? this.openBatch(mirror, commit);
    batch.limits.set(path, Math.max(maxBytes, batch.limits.get(path) ?? 0));
    return (await batch.contents).get(path);
  }

  /** A batch that takes what is asked for until the caller waits. */
  private openBatch(mirror: string, commit: string): Batch {
    const limits = new Map<string, number>();
    const contents = Promise.resolve().then(() => {
      this.open.delete(commit);
      return this.readFiles(mirror, commit, limits);
    });
    const batch = { limits, contents };
    this.open.set(commit, batch);
    return batch;
  }

  private async readFiles(
    mirror: string,
    commit: string,
    limits: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, Buffer | "too-large">> {
    const { repository } = this.options;
    try {
      return await withGit(mirror, { deadlineMs: DEADLINE_MS, isBare: true }, async (git) => {
        const paths = [...limits.keys()];
        const heads = await git.blobsOf(commit, paths);
        if (heads.includes(undefined)) {
          const [known] = await git.heads([commit]);
          if (known === undefined) throw noSource(repository, `its mirror lacks commit ${commit}`);
        }
        const fitting = heads.map((head, i) => {
          const limit = limits.get(paths[i] ?? "") ?? 0;
          return head !== undefined && head.sizeBytes <= limit ? head : undefined;
        });
        const contents = new Map<string, Buffer>();
        // A copy: the content is a view on what git wrote, which would live as long as one of its files.
        for await (const { id, content } of git.contents(fitting, Number.POSITIVE_INFINITY))
          contents.set(id, Buffer.from(content));
        return new Map(
          paths.flatMap((path, i) => {
            const head = heads[i];
            return head === undefined ? [] : [[path, contents.get(head.id) ?? "too-large"]];
          }),
        );
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
