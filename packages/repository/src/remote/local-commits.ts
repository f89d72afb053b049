/** What push and pull ask of the repository's own git objects. Without git, or where it fails, nothing is known. */
import { type GitRepository, withGit } from "@sdl/indexer";
import { isGitFault } from "../git-faults.js";

const DEADLINE_MS = 10_000;
/** How far back the nearest pushed commit is looked for. */
const MAX_COMMITS = 5000;

/** Commits of one repository on this machine. */
export class LocalCommits {
  constructor(private readonly rootPath: string) {}

  /** HEAD and its ancestors, newest first; empty before the first commit. */
  async ancestors(): Promise<readonly string[]> {
    const found = await this.ask(async (git) => {
      const head = git.head();
      return head === undefined ? [] : git.log(head, { maxCommits: MAX_COMMITS, sinceSeconds: 0 });
    });
    return found ?? [];
  }

  /** Whether the first commit is the second or one of its ancestors, as far as this clone knows. */
  async isAncestor(commit: string, of: string): Promise<boolean> {
    return commit === of || (await this.ask((git) => git.mergeBase(commit, of))) === commit;
  }

  /** Ids of the blobs of a commit's files, by path; `undefined` if this clone lacks the commit. */
  async blobs(commit: string): Promise<ReadonlyMap<string, string> | undefined> {
    return this.ask(async (git) => new Map((await git.tree(commit)).map(({ path, id }) => [path, id])));
  }

  private async ask<T>(question: (git: GitRepository) => Promise<T>): Promise<T | undefined> {
    try {
      return await withGit(this.rootPath, { deadlineMs: DEADLINE_MS }, question);
    } catch (error) {
      if (isGitFault(error)) return undefined;
      throw error;
    }
  }
}
