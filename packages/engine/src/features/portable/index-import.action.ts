/** Action sdl.index.import: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { indexFile, repoId } from "../../contract/schemas.js";
import { importIndex } from "./index-files.js";
import { importedText } from "./portable-text.js";

/** Makes an exported index the latest version of a repository. */
export const indexImport = defineAction({
  name: "sdl.index.import",
  title: "Import an index",
  description:
    "Make an exported index the latest version, in a fraction of the time of indexing. The next refresh compares files by content and updates it.",
  input: () => z.strictObject({ repoId, path: indexFile.describe("Relative to the root and inside it, or absolute") }),
  output: () =>
    z.strictObject({
      ok: z.literal(true),
      repoId: z.string(),
      versionId: z.string(),
      created: z.boolean().describe("false: the existing index was equal"),
      files: z.int(),
      symbols: z.int(),
      edges: z.int(),
    }),
  annotations: WRITES,
  examples: [{ title: "The export of a CI job", args: { repoId: "my-app", path: "my-app.sdlindex" } }],
  guide: {
    tags: ["index", "publish", "share", "ci"],
    prerequisites: ["sdl.repo.register"],
    nextActions: ["sdl.index.refresh"],
    fallbacks: ["sdl.index.refresh"],
  },
  text: importedText,
  run: importIndex,
});
