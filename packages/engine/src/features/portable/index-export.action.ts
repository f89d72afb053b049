/** Action sdl.index.export: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { indexFile, repoId } from "../../contract/schemas.js";
import { exportIndex } from "./index-files.js";
import { exportedText } from "./portable-text.js";

/** Writes the latest version to a file for other machines. */
export const indexExport = defineAction({
  name: "sdl.index.export",
  title: "Export the index",
  description:
    "Write the latest version of the index to one portable file, which other machines import and refresh from. Contains no repository name and no machine path.",
  input: () =>
    z.strictObject({
      repoId,
      path: indexFile.describe("Path inside the root, relative to it or absolute; on the command line any path"),
    }),
  output: () =>
    z.strictObject({
      ok: z.literal(true),
      repoId: z.string(),
      versionId: z.string(),
      path: z.string(),
      sizeBytes: z.int(),
    }),
  annotations: WRITES,
  examples: [{ title: "Into a file of the repository", args: { repoId: "my-app", path: "my-app.sdlindex" } }],
  guide: {
    tags: ["index", "publish", "share", "ci"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.index.import"],
  },
  text: exportedText,
  run: exportIndex,
});
