/** Action sdl.repo.register: parameters, answer, examples and guide. */
import { LANGUAGES } from "@sdl/model";
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { REPO_NAME } from "../../contract/text-patterns.js";
import { registeredText } from "./registration-text.js";

/** Registers a repository, or updates its settings. */
export const repoRegister = defineAction({
  name: "sdl.repo.register",
  title: "Register a repository",
  description:
    "Register a repository by its root folder. Registering again updates its settings and keeps the index. Then call sdl.index.refresh.",
  input: () =>
    z.strictObject({
      repoId: z
        .string()
        .regex(REPO_NAME.pattern)
        .optional()
        .describe("Default: the root folder's name, with a suffix if it is taken"),
      rootPath: z.string().min(1).max(4096).describe("Absolute path of a folder"),
      ignore: z.array(z.string().min(1)).max(1000).optional().describe("Globs of files to leave out, as in .gitignore"),
      languages: z.array(z.enum(LANGUAGES)).min(1).optional().describe("Default: all"),
      maxFileBytes: z.int().min(1).max(1_000_000_000).optional().describe("Default 2000000"),
    }),
  output: () => z.strictObject({ ok: z.literal(true), repoId: z.string(), rootPath: z.string(), created: z.boolean() }),
  annotations: WRITES,
  examples: [
    { title: "Register a folder", args: { repoId: "my-app", rootPath: "/home/me/my-app", ignore: ["*.snap"] } },
  ],
  guide: {
    tags: ["add", "setup", "configure", "ignore"],
    nextActions: ["sdl.index.refresh"],
    fallbacks: ["sdl.repo.list"],
  },
  text: registeredText,
  run: async ({ engine }, { repoId, rootPath, ignore, languages, maxFileBytes }) => {
    const { entry, created } = await engine.register({
      repoId,
      rootPath,
      settings: { ...(ignore && { ignore }), ...(languages && { languages }), ...(maxFileBytes && { maxFileBytes }) },
    });
    return { ok: true, repoId: entry.repoId, rootPath: entry.rootPath, created };
  },
});
