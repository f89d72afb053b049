/** A team's member for tests and measurements: a git repository whose index it pushes to a remote. */
import { join } from "node:path";
import { GitFixture } from "@sdl/repository/testing";
import { addRepositoryRemote, pushRepository } from "../features/remote/remotes.js";
import { openEngine } from "../opened/open-engine.js";

/** A pushing clone. */
export interface TeamMember {
  readonly git: GitFixture;
  /** Indexes what was committed, and pushes it. @param branch default: the one at HEAD */
  push(branch?: string): Promise<void>;
}

/**
 * Makes a repository in a folder, commits the files and pushes the index.
 * @param folder holds the repository and the member's home
 * @param remote place of the remote's store; it is created
 * @param repository its name there
 */
export async function joinTeam(
  folder: string,
  remote: string,
  repository: string,
  files: Readonly<Record<string, string>>,
): Promise<TeamMember> {
  const git = GitFixture.make(join(folder, repository.replaceAll("/", "-")));
  git.commit("first", files);
  const push = async (branch?: string): Promise<void> => {
    const engine = openEngine({ cwd: git.root, env: { SDL_HOME: join(folder, "home") } });
    try {
      await addRepositoryRemote(engine, undefined, { name: "team", place: remote, repository });
      const { repoId } = await engine.find(undefined, true);
      await (await engine.open(engine.registry.get(repoId))).refresh({ mode: "incremental" });
      await pushRepository(engine, repoId, { name: "team", branch });
    } finally {
      await engine.close();
    }
  };
  await push();
  return { git, push };
}
