/** Action sdl.repo.list: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { listOf } from "../../contract/schemas.js";
import { repositoriesText } from "./registration-text.js";
import { describeRepositories } from "./repository-list.js";

const repository = () =>
  z.strictObject({
    repoId: z.string(),
    rootPath: z.string().describe("On a server over a team's remote: the repository's name there"),
    storePath: z.string().optional(),
    storeBytes: z.int().optional(),
    latestVersionId: z.string().optional(),
    filesIndexed: z.int().optional(),
    symbolsIndexed: z.int().optional(),
    error: z.string().optional().describe("Why the repository's index cannot be read"),
  });

/** Lists the registered repositories with their indexes. */
export const repoList = defineAction({
  name: "sdl.repo.list",
  title: "List repositories",
  description: "The registered repositories with their roots, index versions and sizes.",
  input: () => z.strictObject({}),
  output: () => z.strictObject({ repositories: listOf(repository()), warnings: listOf(z.string()) }),
  annotations: READS,
  examples: [{ title: "All repositories", args: {} }],
  guide: {
    tags: ["repositories", "registered"],
    nextActions: ["sdl.repo.status"],
    fallbacks: ["sdl.repo.register"],
  },
  text: repositoriesText,
  run: async ({ engine }) => ({
    repositories: await describeRepositories(engine),
    warnings: engine.registry.warnings(),
  }),
});
