/** Action sdl.repo.overview: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { fresh, listOf, queryAnswer, repoId, symbolId } from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { buildOverview } from "./overview.js";
import { overviewText } from "./overview-text.js";

const counts = () => z.record(z.string(), z.int());
const place = () => ({ symbolId, name: z.string(), file: z.string(), line: z.int() });

const directory = () =>
  z.strictObject({
    path: z.string().describe("A folder; counts include its own files only, not those of nested folders"),
    files: z.int(),
    symbols: z.int(),
    exportCount: z.int(),
    exports: listOf(z.string()).describe("Most used first"),
    topByFanIn: listOf(z.strictObject({ symbolId, name: z.string(), fanIn: z.int() })),
    topByChurn: listOf(z.strictObject({ symbolId, name: z.string(), churn30d: z.int() })).describe(
      "Absent without a git history",
    ),
    estimatedFullTokens: z.int().describe("Estimated tokens of all files of this folder"),
    summaryTokens: z.int().describe("Tokens of this entry without this field"),
  });

const hotspots = () =>
  z.strictObject({
    mostDepended: listOf(z.strictObject({ ...place(), fanIn: z.int() })),
    mostConnected: listOf(z.strictObject({ ...place(), connections: z.int() })),
    largestFiles: z.array(z.strictObject({ file: z.string(), bytes: z.int(), symbols: z.int() })),
    mostChanged: listOf(z.strictObject({ file: z.string(), churn30d: z.int() })).describe(
      "By number of commits in 30 days; absent without a git history",
    ),
  });

/** Describes a repository by numbers, folders, or in full. */
export const repoOverview = defineAction({
  name: "sdl.repo.overview",
  title: "Overview of a repository",
  description:
    "A repository at a glance: stats (about 100 tokens), directories with their exports, or full with hot spots, clusters and processes.",
  input: () =>
    z.strictObject({
      repoId,
      level: z
        .enum(["stats", "directories", "full"])
        .describe("stats: numbers; directories: also folders; full: also clusters and processes"),
      includeHotspots: z.boolean().optional().describe("Default: true at level full, else false"),
      directories: z
        .array(z.string().min(1).max(4096))
        .min(1)
        .max(200)
        .optional()
        .describe("Only these folders and those inside them"),
      maxDirectories: z.int().min(1).max(200).default(50).describe("Maximum folders: those with the most symbols"),
      maxExportsPerDirectory: z
        .int()
        .min(1)
        .max(50)
        .default(10)
        .describe("Maximum exports per folder: those with the most references"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      repoId: z.string(),
      level: z.enum(["stats", "directories", "full"]),
      stats: z.strictObject({
        files: z.int(),
        symbols: z.int(),
        edges: z.int(),
        byLanguage: counts().optional(),
        byKind: counts().optional(),
        byEdgeKind: counts().optional(),
      }),
      directories: listOf(directory()),
      truncation: z
        .strictObject({ truncated: z.literal(true), droppedDirectories: z.int(), howToResume: z.string() })
        .optional(),
      hotspots: hotspots().optional(),
      clusterCount: z.int().optional(),
      clusters: listOf(z.strictObject({ clusterId: z.string(), label: z.string(), memberCount: z.int() })).describe(
        "Largest first",
      ),
      processCount: z.int().optional(),
      processes: listOf(z.strictObject({ processId: z.string(), label: z.string(), symbols: z.int() })).describe(
        "Widest first",
      ),
      tokenMetrics: z
        .strictObject({
          estimatedFullTokens: z.int().describe("Estimated tokens of all files, from their sizes"),
          overviewTokens: z.int().describe("Exact tokens of this answer"),
          share: z.number(),
        })
        .optional(),
    }),
  annotations: READS,
  examples: [
    { title: "How big is it?", args: { repoId: "my-app", level: "stats" } },
    {
      title: "What is under src, and where are its hot spots?",
      args: { repoId: "my-app", level: "full", directories: ["src"] },
    },
  ],
  guide: {
    tags: ["architecture", "structure", "directories", "hotspots", "statistics", "orientation", "where to start"],
    prerequisites: ["sdl.index.refresh"],
    nextActions: ["sdl.file.outline", "sdl.symbol.search", "sdl.slice.build"],
    fallbacks: ["sdl.repo.status"],
  },
  text: overviewText,
  run: asQuery(buildOverview, () => "used"),
});
