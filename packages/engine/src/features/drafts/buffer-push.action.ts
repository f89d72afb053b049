/** Action sdl.buffer.push: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { listOf, repoId } from "../../contract/schemas.js";
import { sourceId } from "./buffer-schemas.js";
import { pushedText } from "./drafts-text.js";
import { pushBuffer } from "./push-buffer.js";

const position = () => z.strictObject({ line: z.int().min(1), col: z.int().min(0) });
const selection = () =>
  z.strictObject({
    startLine: z.int().min(1),
    startCol: z.int().min(0),
    endLine: z.int().min(1),
    endCol: z.int().min(0),
  });

/** Receives an event of an editor's buffer, with its text. */
export const bufferPush = defineAction({
  name: "sdl.buffer.push",
  title: "Push an editor's buffer",
  description:
    "Reports an editor's buffer: its unsaved text replaces the file in every answer of every process until it is saved or closed.",
  input: () =>
    z.strictObject({
      repoId,
      eventType: z.enum(["open", "change", "save", "close", "checkpoint"]),
      filePath: z.string().min(1).max(4096).describe("Relative to the repository's root"),
      content: z.string().max(5_000_000).describe("The whole text"),
      version: z.int().min(0).describe("Increases with every change of the buffer"),
      dirty: z.boolean().describe("Whether the text differs from the disk"),
      timestamp: z.iso
        .datetime({ offset: true })
        .describe("If two editors have the file open, the text with the later time is used"),
      language: z.string().max(100).optional().describe("Not used: the file's name determines the language"),
      sourceId,
      cursor: position().optional(),
      selections: z.array(selection()).max(1000).optional(),
    }),
  output: () =>
    z.strictObject({
      accepted: z.boolean(),
      repoId: z.string(),
      overlayVersion: z.int().describe("Increases with every change of drafts"),
      parseScheduled: z.boolean(),
      checkpointScheduled: z.boolean().describe("Whether the saved file is being indexed"),
      warnings: listOf(z.string()),
    }),
  annotations: WRITES,
  examples: [
    {
      title: "A change that is not saved",
      args: {
        repoId: "my-app",
        eventType: "change",
        filePath: "src/auth.ts",
        content: "export function login() {}\n",
        version: 12,
        dirty: true,
        timestamp: "2026-03-07T12:00:00.000Z",
      },
    },
  ],
  guide: {
    tags: ["editor", "draft", "unsaved", "live", "overlay", "typing"],
    nextActions: ["sdl.buffer.status", "sdl.symbol.search"],
    fallbacks: ["sdl.index.refresh"],
  },
  isDirectOnly: true,
  text: pushedText,
  run: pushBuffer,
});
