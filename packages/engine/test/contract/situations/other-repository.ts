/** Situations of another repository than the working directory's: without index, git or code; its first code, its slices. */
import { other, REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { matching, some, text } from "./matchers.js";

export const OTHER_REPOSITORY_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "registering again updates the settings",
    action: "sdl.repo.register",
    args: { repoId: "other", rootPath: "$other", ignore: ["*.snap"] },
    answer: { ok: true, created: false },
  },
  {
    title: "a folder that does not exist",
    action: "sdl.repo.register",
    args: { rootPath: "/no/such/folder" },
    error: { code: "invalid_params", message: text("/no/such/folder") },
  },
  {
    title: "the status of a repository without an index",
    action: "sdl.repo.status",
    args: { repoId: "other" },
    answer: {
      latestVersionId: undefined,
      derivedVersion: undefined,
      filesIndexed: 0,
      symbolsIndexed: 0,
      edgesIndexed: 0,
      lastIndexedAt: undefined,
      healthScore: 0,
      healthComponents: undefined,
      checkedAt: undefined,
      staleFiles: undefined,
    },
  },
  {
    title: "a query on a repository without code describes its contents",
    action: "sdl.symbol.search",
    args: { repoId: "other", query: "x" },
    error: { code: "not_indexed", message: text("no TypeScript, JavaScript, Python or Go here: 1 .txt file") },
  },
  {
    title: "a repository without an index has no versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    error: { code: "not_indexed" },
  },
  {
    title: "no usage of it in this session",
    action: "sdl.usage.stats",
    args: { repoId: "other", scope: "session", persist: false },
    answer: { session: { ratio: undefined } },
  },
  {
    title: "its memories are not adopted yet",
    action: "sdl.memory.query",
    args: { repoId: "other" },
    answer: { memories: undefined, total: 0, heldBack: 1 },
  },
  {
    title: "the repositories, one of them without an index",
    action: "sdl.repo.list",
    args: {},
    answer: {
      repositories: some({
        repoId: "other",
        latestVersionId: undefined,
        filesIndexed: undefined,
        symbolsIndexed: undefined,
      }),
    },
  },
  {
    title: "a refresh of a repository without code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    error: { code: "not_indexed", message: text("1 .txt file") },
  },
  {
    title: "the repository's first code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): void {}\n"),
    answer: { addedFiles: 1, symbols: 2 },
    keep: { otherVersion: "versionId" },
  },
  {
    title: "the repository's versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ commit: undefined }] },
  },
  {
    title: "an overview of a single function without users and history",
    action: "sdl.repo.overview",
    args: { repoId: "other", level: "directories", includeHotspots: true },
    answer: {
      hotspots: {
        largestFiles: [{ file: "only.ts" }],
        mostDepended: undefined,
        mostConnected: undefined,
        mostChanged: undefined,
      },
    },
  },
  {
    title: "a task context without a history has no commits",
    action: "sdl.context.forTask",
    args: { repoId: "other", symbolRef: { name: "only" }, taskType: "extend" },
    answer: {
      changeIntelligence: {
        complexity: { cyclomatic: 1 },
        churn30d: undefined,
        commits: undefined,
        ageDays: undefined,
        unchangedDays: undefined,
        authors: undefined,
      },
    },
  },
  {
    title: "pruning keeps the only version",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, dryRun: true },
    answer: { dryRun: true, dropped: undefined, kept: 1 },
  },
  {
    title: "the repository's second version",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other('export function only(): string {\n  return "";\n}\n'),
    answer: { changedFiles: 1 },
  },
  {
    title: "a dry run of pruning",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, dryRun: true },
    answer: { dryRun: true, dropped: ["$otherVersion"], kept: 1 },
  },
  {
    title: "pruning, with its numbers stored as the setting",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, asSetting: true },
    answer: { dryRun: false, dropped: ["$otherVersion"], retention: { versions: 1, days: 0 } },
  },
  {
    title: "another version",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): number {\n  return 1;\n}\n"),
    answer: { changedFiles: 1 },
  },
  {
    title: "a slice of another repository than the working directory's",
    action: "sdl.slice.build",
    args: { repoId: "other", entrySymbols: ["only"] },
    answer: { sliceHandle: matching(/^h_[0-9a-f]{16}$/) },
    keep: { otherHandle: "sliceHandle", otherNow: "ledgerVersion" },
  },
  {
    title: "the slice's handle alone determines its repository",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$otherHandle", knownVersion: "$otherNow" },
    answer: { notModified: true, sliceHandle: "$otherHandle", currentVersion: "$otherNow" },
  },
  {
    title: "the same with the handle in the other parameter",
    action: "sdl.slice.spillover.get",
    args: { handle: "$otherHandle" },
    answer: { hasMore: false, pinned: { ledgerVersion: "$otherNow" } },
  },
  {
    title: "the same in a chain",
    action: "sdl.chain",
    args: { steps: [{ fn: "sliceRefresh", args: { handle: "$otherHandle" } }] },
    answer: { results: [{ ok: true, result: { notModified: true } }] },
  },
  {
    title: "a handle with another repository's name is refused, and the error names no further repository",
    action: "sdl.slice.refresh",
    args: { repoId: "shop", handle: "$otherHandle" },
    error: {
      code: "handle_unknown",
      message: matching(/^handle: .* belongs to another repository than "shop"; leave repoId out/),
      nextBestAction: { tool: matching(/slice.refresh$/), args: { handle: "$otherHandle", repoId: undefined } },
    },
  },
  {
    title: "the previous version is removed by the next pruning",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ keptBy: "latest" }, { keptBy: undefined }] },
  },
];
