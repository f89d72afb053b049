import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { describeRepositories } from "./repository-list.js";

const repository = () =>
  z.strictObject({
    repoId: z.string(),
    rootPath: z.string(),
    storePath: z.string(),
    storeBytes: z.int().optional(),
    latestVersionId: z.string().optional(),
    filesIndexed: z.int().optional(),
    symbolsIndexed: z.int().optional(),
    error: z.string().optional().describe("Why its index cannot be read"),
  });

export const repoList = defineAction({
  name: "sdl.repo.list",
  title: "List repositories",
  description: "The registered repositories with their roots, index versions and sizes.",
  core: false,
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({ repositories: z.array(repository()).optional(), warnings: z.array(z.string()).optional() }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  examples: [{ title: "All repositories", args: {} }],
  guide: {
    tags: ["repositories", "registered"],
    nextActions: ["sdl.repo.status"],
    fallbacks: ["sdl.repo.register"],
  },
  run: async (_, { engine }) => ({
    repositories: await describeRepositories(engine),
    warnings: engine.registry.warnings(),
  }),
});
