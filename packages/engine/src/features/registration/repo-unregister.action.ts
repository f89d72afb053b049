/** Action sdl.repo.unregister: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { recordForgottenPolicy } from "../policy/change-policy.js";
import { unregisteredText } from "./registration-text.js";

/** Removes a repository from the registry, by default with its index. */
export const repoUnregister = defineAction({
  name: "sdl.repo.unregister",
  title: "Unregister a repository",
  description:
    "Unregister a repository and delete its index (deleteIndex: false keeps the index). The repository's own files are never changed.",
  input: () =>
    z.strictObject({
      repoId: z.string().min(1).max(200).describe("Registered repository"),
      deleteIndex: z.boolean().default(true).describe("false: keep the index for the next registration"),
    }),
  output: () => z.strictObject({ ok: z.literal(true), deleted: z.boolean().describe("Whether an index was deleted") }),
  annotations: { readOnly: false, destructive: true, idempotent: true },
  examples: [{ title: "Unregister a repository, keep its index", args: { repoId: "my-app", deleteIndex: false } }],
  guide: {
    tags: ["remove", "delete", "forget"],
    prerequisites: ["sdl.repo.list"],
    nextActions: ["sdl.repo.list"],
  },
  text: unregisteredText,
  run: async ({ engine }, { repoId, deleteIndex }) => {
    await recordForgottenPolicy(engine, repoId);
    return { ok: true, deleted: await engine.unregister(repoId, deleteIndex) };
  },
});
