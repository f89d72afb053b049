/** Action sdl.repo.status: parameters, answer, examples and guide. */
import { SKIP_CLASSES } from "@sdl/model";
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { fresh, listOf, repoId } from "../../contract/schemas.js";
import { liveStatus } from "../drafts/buffer-schemas.js";
import { surfacedMemory } from "../memory/memory-schemas.js";
import { MAX_LOST_LISTED } from "./import-survey.js";
import { repositoryStatus } from "./repository-status.js";
import { statusText } from "./status-text.js";

const share = z.number().min(0).max(1);

const watcher = () =>
  z.strictObject({
    enabled: z.boolean(),
    running: z.boolean(),
    filesWatched: z.int(),
    eventsReceived: z.int(),
    eventsProcessed: z.int(),
    errors: z.int(),
    queueDepth: z.int().describe("Number of events that no refresh has processed yet"),
    lastEventAt: z.string().optional(),
    lastSuccessfulReindexAt: z.string().optional(),
  });

const ownConfig = () =>
  z.strictObject({
    source: z.string().describe("The configuration file in effect"),
    findings: listOf(
      z.strictObject({
        source: z.string(),
        line: z.int().optional(),
        key: z.string().optional(),
        problem: z.string().describe("A predicate whose subject is the key, or else the file"),
        advice: z.string(),
      }),
    ).describe("Invalid settings, each with what to do; all others are in effect"),
  });

const importSurvey = () =>
  z.strictObject({
    repository: z.int().describe("Number of imports that lead to indexed files"),
    otherFiles: z
      .int()
      .describe("Number of imports of files of the repository that are not code: styles, images, data"),
    outside: z.int().describe("Number of imports of packages outside of the repository"),
    lost: z.int().describe("Number of imports that lead nowhere; a file counts each module once"),
    list: listOf(
      z.strictObject({
        file: z.string(),
        line: z.int().optional(),
        specifier: z.string(),
        reason: z.string().describe("Why the import leads nowhere"),
      }),
    ).describe(`The first ${MAX_LOST_LISTED} imports that lead nowhere, by file and line`),
  });

/** Returns version, sizes, freshness and health of an index. */
export const repoStatus = defineAction({
  name: "sdl.repo.status",
  title: "Status of a repository",
  description:
    "Index version, sizes, freshness and health (0..100 with its components) of a repository. Without latestVersionId it is not indexed yet.",
  input: () =>
    z.strictObject({
      repoId,
      fresh,
      surfaceMemories: z.boolean().default(true),
      imports: z.boolean().default(false).describe("Also resolve every import, and list those that lead nowhere"),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      rootPath: z.string().describe("On a server over a team's remote: the repository's name there"),
      latestVersionId: z.string().optional(),
      derivedVersion: z
        .string()
        .optional()
        .describe("Version of the derived layers (clusters, test links, processes); absent while they are built"),
      filesIndexed: z.int(),
      symbolsIndexed: z.int(),
      edgesIndexed: z.int(),
      lastIndexedAt: z.string().optional(),
      healthScore: z.int().min(0).max(100),
      healthComponents: z
        .strictObject({
          freshness: share,
          coverage: share,
          errorRate: share,
          edgeQuality: share,
          callResolution: share,
        })
        .optional(),
      checkedAt: z.string().optional(),
      staleFiles: z.int().optional(),
      skipped: listOf(z.strictObject({ reason: z.enum(SKIP_CLASSES), files: z.int() })).describe(
        "Number of files not indexed or not linked, by class of reason; sdl.index.refresh lists the files",
      ),
      syntaxErrors: z
        .strictObject({ files: z.int(), names: z.array(z.string()) })
        .optional()
        .describe("Indexed files with syntax errors; names has the first of them"),
      notRead: listOf(z.strictObject({ extension: z.string(), files: z.int() })).describe(
        "Number of files of unsupported kinds by extension, most frequent first",
      ),
      watcher: watcher().optional().describe("Absent if files are not watched; sdl serve watches them"),
      liveIndexStatus: z.strictObject(liveStatus()).describe("State of editors' unsaved text"),
      worktrees: z
        .int()
        .optional()
        .describe(
          "Number of other worktrees of the repository whose indexes share this store; common data is stored once",
        ),
      config: ownConfig()
        .optional()
        .describe("The repository's own sdl.config.json, or the key sdl of its package.json"),
      disk: z
        .strictObject({ takenBytes: z.int(), limitBytes: z.int() })
        .optional()
        .describe("Size of all indexes; present if the user's setting store.maxBytes limits it"),
      imports: importSurvey().optional().describe("Where imports lead; present if requested"),
      memories: listOf(z.strictObject(surfacedMemory())),
      warnings: listOf(z.string()),
    }),
  annotations: READS,
  examples: [
    { title: "Is the index up to date?", args: { repoId: "my-app" } },
    { title: "Which imports could not be resolved?", args: { repoId: "my-app", imports: true } },
  ],
  guide: {
    tags: ["health", "freshness", "version", "coverage"],
    prerequisites: ["sdl.repo.register"],
    nextActions: ["sdl.index.refresh", "sdl.repo.overview"],
    fallbacks: ["sdl.repo.list", "sdl.info"],
  },
  text: statusText,
  run: repositoryStatus,
});
