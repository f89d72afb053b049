/** Action sdl.file.read: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { answerTokens, listOf, minimumRequired, nextArguments, repoId } from "../../contract/schemas.js";
import { fileText } from "./file-text.js";
import { readFileText } from "./read-file.js";

const partName = z.string().min(1).max(500).optional();

/** Returns the text of a document or configuration file, or of a part. */
export const fileRead = defineAction({
  name: "sdl.file.read",
  title: "Document or configuration file",
  description:
    "The current text of a document or configuration file, or of a part: the text under a heading, a key's value, lines. Secrets are masked. For code: sdl.symbol.getCard.",
  input: () =>
    z
      .strictObject({
        repoId,
        path: z.string().min(1).max(4096).describe("Path of README.md, package.json, .env … in the repository"),
        key: partName.describe("A configuration key such as scripts.build, or a part of its name"),
        heading: partName.describe("A document's heading, or a part of it"),
        lines: z
          .string()
          .regex(/^\d{1,9}(?:-(?:\d{1,9})?)?$/, { error: "12, 12-40 or 12-" })
          .optional()
          .describe("12, 12-40 or 12-"),
        budget: answerTokens.default(2000).describe("o200k tokens of the whole answer"),
      })
      .refine(({ key, heading, lines }) => [key, heading, lines].filter((part) => part !== undefined).length <= 1, {
        error: "pass one of key, heading and lines",
      }),
  output: () =>
    z.strictObject({
      file: z.string(),
      kind: z.enum(["document", "configuration"]),
      totalLines: z.int(),
      startLine: z.int(),
      endLine: z.int().describe("Last line in text; lower than startLine if the budget has no room for a line"),
      text: z.string(),
      isLineCut: z.literal(true).optional().describe("The last line is cut, because it exceeds the budget"),
      sections: listOf(z.strictObject({ name: z.string(), line: z.int() })).describe(
        "Headings or keys that can be requested; present if the request names no part and the text is cut",
      ),
      minimumRequired,
      next: nextArguments(),
    }),
  annotations: READS,
  examples: [
    { title: "A configuration file", args: { repoId: "my-app", path: "package.json" } },
    { title: "One of its keys", args: { repoId: "my-app", path: "package.json", key: "name" } },
  ],
  guide: {
    tags: [
      "read",
      "document",
      "configuration",
      "readme",
      "markdown",
      "json",
      "yaml",
      "toml",
      "settings",
      "environment",
    ],
    nextActions: ["sdl.symbol.references", "sdl.slice.build"],
    fallbacks: ["sdl.file.outline"],
  },
  text: fileText,
  run: readFileText,
});
