/** Action sdl.slice.build: parameters, answer, examples and guide. */
import { z } from "zod";
import { type ActionContext, defineAction, READS } from "../../contract/action.js";
import { lease, queryAnswer, retrievalEvidence } from "../../contract/schemas.js";
import { runQuery } from "../../query/run-query.js";
import { buildRepositorySlice, decodeAnswer } from "./build-slice.js";
import { resolveCursorTask } from "./continued-slice.js";
import { sliceParameters } from "./slice-parameters.js";
import type { SliceRequest } from "./slice-request.js";
import { sliceText } from "./slice-text.js";

const SEEDS = ["taskText", "entrySymbols", "editedFiles", "stackTrace", "failingTestPath"] as const;
/** Parameters that a slice can start from: its own seeds, or the cursor of a previous slice. */
const STARTS = [...SEEDS, "cursor"] as const;

const input = () =>
  sliceParameters()
    .refine((request) => (request.source ?? "none") === "none" || jsonFormat(request) === "standard", {
      message: "the compact encodings cannot contain source; leave wireFormat and wireFormatVersion out",
      path: ["source"],
    })
    .refine(
      (request) => STARTS.some((start) => request[start] !== undefined),
      `pass at least one of ${STARTS.join(", ")}`,
    )
    .refine(
      (request) => request.cursor === undefined || SEEDS.every((seed) => request[seed] === undefined),
      `cursor continues the task of its slice; pass none of ${SEEDS.join(", ")} with it`,
    );

type Request = z.output<ReturnType<typeof input>>;

/**
 * The request with defaults by answer format: a text answer includes source and explains each card; JSON has full field names unless a wire format
 * is requested.
 */
function withFormatDefaults(request: Request, { text, wireFormatVersion }: ActionContext): SliceRequest {
  const { source = text === undefined ? "none" : "auto" } = request;
  if (text !== undefined) return { ...request, source, wireFormat: "text", explain: true };
  return { wireFormatVersion, ...request, source, wireFormat: jsonFormat(request) };
}

interface JsonForm {
  readonly wireFormat?: "standard" | "compact" | undefined;
  readonly wireFormatVersion?: number | undefined;
}

function jsonFormat({ wireFormat, wireFormatVersion }: JsonForm): "standard" | "compact" {
  return wireFormat ?? (wireFormatVersion === undefined ? "standard" : "compact");
}

/** Fields by which a client refers to the slice later. */
const names = () => ({
  sliceHandle: z.string(),
  ledgerVersion: z.string(),
  lease: lease(),
  sliceEtag: z
    .strictObject({ handle: z.string(), version: z.string(), sliceHash: z.string() })
    .describe("sliceHash: hash of the encoded content, independent of the version; for ifNoneMatch"),
});

/** Builds the context of a task within a token budget. */
export const sliceBuild = defineAction({
  name: "sdl.slice.build",
  title: "Build a slice",
  description:
    "The context for a task: the most relevant symbols, found along call and import edges, as cards within an exact token budget. taskText alone is enough.",
  input,
  output: () =>
    z.union([
      queryAnswer({
        ...names(),
        slice: z
          .record(z.string(), z.unknown())
          .describe("In the requested wire format; @sdl/slice documents and decodes all formats"),
        retrievalEvidence: retrievalEvidence().optional(),
      }),
      queryAnswer({ notModified: z.literal(true), ...names() }),
    ]),
  annotations: READS,
  examples: [
    {
      title: "From a task text",
      args: {
        repoId: "my-app",
        taskText: "fix the authentication timeout bug",
        budget: { maxCards: 30, maxEstimatedTokens: 4000 },
        includeRetrievalEvidence: true,
      },
    },
    {
      title: "Around edited files, readable",
      args: { repoId: "my-app", editedFiles: ["src/auth/token.ts"], wireFormat: "standard", explain: true },
    },
    {
      title: "From a stack trace",
      args: {
        repoId: "my-app",
        stackTrace: "TokenExpiredError: expired\n    at validateToken (src/auth/token.ts:14:11)",
      },
    },
  ],
  guide: {
    tags: ["context", "task", "graph", "bug", "stack trace", "failing test", "edited files"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.symbol.getCard", "sdl.code.getSkeleton", "sdl.slice.refresh", "sdl.slice.spillover.get"],
    fallbacks: ["sdl.symbol.search", "sdl.context.summary"],
    rung: "card",
  },
  decode: (answer) =>
    answer["notModified"] === true ? answer : { ...answer, slice: decodeAnswer({ slice: answer["slice"] }) },
  text: sliceText,
  run: async (context, request) => {
    const asked = await resolveCursorTask(context, withFormatDefaults(request, context));
    return runQuery(context, { ...request, repoId: asked.repoId, usesKnowledge: true, layers: "used" }, (query) =>
      buildRepositorySlice(query, asked, context.text),
    );
  },
});
