/** Another repository than the working directory's: no index, no git, no code, its first code, its slices. */
import { other, REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { matching, some, text } from "./matchers.js";

export const OTHER_REPOSITORY_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "registered again: its settings are updated",
    action: "sdl.repo.register",
    args: { repoId: "other", rootPath: "$other", ignore: ["*.snap"] },
    answer: { ok: true, created: false },
  },
  {
    title: "a folder that there is not",
    action: "sdl.repo.register",
    args: { rootPath: "/no/such/folder" },
    error: { code: "invalid_params", message: text("/no/such/folder") },
  },
  {
    title: "a repository without an index has a status too",
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
    title: "a question about it says what lies there",
    action: "sdl.symbol.search",
    args: { repoId: "other", query: "x" },
    error: { code: "not_indexed", message: text("no TypeScript, JavaScript or Python here: 1 .txt file") },
  },
  {
    title: "it has no versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    error: { code: "not_indexed" },
  },
  {
    title: "nothing was asked of it in this session",
    action: "sdl.usage.stats",
    args: { repoId: "other", scope: "session", persist: false },
    answer: { session: { ratio: undefined } },
  },
  {
    title: "what came with it waits to be adopted",
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
    title: "a repository of no code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    error: { code: "not_indexed", message: text("1 .txt file") },
  },
  {
    title: "its first code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): void {}\n"),
    answer: { addedFiles: 1, symbols: 2 },
    keep: { otherVersion: "versionId" },
  },
  {
    title: "its versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ commit: undefined }] },
  },
  {
    title: "one function that nothing leans on, and no history: hot spots are its size",
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
    title: "without a history nothing is said of commits",
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
    title: "nothing goes where only one version is",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, dryRun: true },
    answer: { dryRun: true, dropped: undefined, kept: 1 },
  },
  {
    title: "its second version",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other('export function only(): string {\n  return "";\n}\n'),
    answer: { changedFiles: 1 },
  },
  {
    title: "what pruning would take",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, dryRun: true },
    answer: { dryRun: true, dropped: ["$otherVersion"], kept: 1 },
  },
  {
    title: "it is taken, and so it is from now on",
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
    title: "its handle alone names that repository",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$otherHandle", knownVersion: "$otherNow" },
    answer: { notModified: true, sliceHandle: "$otherHandle", currentVersion: "$otherNow" },
  },
  {
    title: "by the slice's handle alone, too",
    action: "sdl.slice.spillover.get",
    args: { handle: "$otherHandle" },
    answer: { hasMore: false, pinned: { ledgerVersion: "$otherNow" } },
  },
  {
    title: "and in a chain",
    action: "sdl.chain",
    args: { steps: [{ fn: "sliceRefresh", args: { handle: "$otherHandle" } }] },
    answer: { results: [{ ok: true, result: { notModified: true } }] },
  },
  {
    title: "with the name of a repository that did not give it out: it says so and names no other",
    action: "sdl.slice.refresh",
    args: { repoId: "shop", handle: "$otherHandle" },
    error: {
      code: "handle_unknown",
      message: matching(/^handle: .* is of another repository than "shop"; leave repoId out/),
      nextBestAction: { tool: matching(/slice.refresh$/), args: { handle: "$otherHandle", repoId: undefined } },
    },
  },
  {
    title: "the one before goes with the next pruning",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ keptBy: "latest" }, { keptBy: undefined }] },
  },
];
