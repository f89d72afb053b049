/** Tests of overviews of the example repository, with its derived layers built. */
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";

let example: ExampleEngine;
const countTokens = await loadTokenCounter();
beforeAll(async () => {
  example = await openExample();
  const repository = await example.engine.open(example.engine.resolve("my-app"));
  await repository.settle();
});
afterAll(() => example.remove());

interface Overview {
  readonly stats: {
    readonly byKind: Record<string, number>;
    readonly byEdgeKind: Record<string, number>;
    readonly symbols: number;
    readonly edges: number;
  };
  readonly directories?: readonly {
    readonly path: string;
    readonly exports?: string[];
    readonly summaryTokens: number;
  }[];
  readonly hotspots?: { readonly mostDepended: readonly { readonly name: string }[] };
  readonly clusters?: readonly object[];
  readonly processes?: readonly object[];
  readonly truncation?: object;
  readonly warnings?: readonly string[];
  readonly tokenMetrics?: { readonly overviewTokens: number; readonly estimatedFullTokens: number };
}

async function overview(args: object): Promise<Overview> {
  return (await runAction("repoOverview", args, { engine: example.engine })) as unknown as Overview;
}

test("level stats has consistent counts and costs about 100 tokens", async () => {
  const { stats, ...rest } = await overview({ level: "stats" });
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  expect([sum(stats.byKind), sum(stats.byEdgeKind)]).toEqual([stats.symbols, stats.edges]);
  expect(stats.byKind).toMatchObject({ constructor: 2, class: 3 });
  expect(countTokens(JSON.stringify(stats))).toBeLessThanOrEqual(110);
  expect(Object.keys(rest)).toEqual(["repoId", "level", "pinned", "checkedAt", "staleFiles"]);
});

test("directories contain only their own files, with the most used exports first", async () => {
  const { directories, hotspots } = await overview({ level: "directories" });
  expect(directories?.map(({ path, exports }) => `${path}: ${(exports ?? []).join(", ")}`)).toEqual([
    "src: authenticate, handleLogin",
    "src/auth: validateToken, Token, TokenExpiredError, CLOCK_SKEW",
    "src/users: User, UserStore",
    "test: testExpiredToken",
    "tools: format_line, Report",
  ]);
  expect(hotspots).toBeUndefined();
});

test("summaryTokens of a directory equals its actual tokens", async () => {
  const { directories = [] } = await overview({ level: "directories", includeHotspots: true });
  for (const { summaryTokens, ...rest } of directories) expect(countTokens(JSON.stringify(rest))).toBe(summaryTokens);
});

test("level full adds hot spots, clusters and processes, and states its own tokens", async () => {
  const full = await overview({ level: "full" });
  expect(full.hotspots?.mostDepended[0]).toMatchObject({ name: "User", fanIn: 4 });
  expect(full.clusters?.length).toBeGreaterThan(0);
  expect(full.processes?.length).toBeGreaterThan(0);
  expect(full.tokenMetrics?.overviewTokens).toBe(countTokens(JSON.stringify(full)));
});

test("limits leave out the directories with the fewest symbols, and the answer states that", async () => {
  const cut = await overview({ level: "directories", maxDirectories: 2, maxExportsPerDirectory: 1 });
  expect(cut.directories?.map(({ path, exports }) => [path, exports?.length])).toEqual([
    ["src/auth", 1],
    ["src/users", 1],
  ]);
  expect(cut.truncation).toMatchObject({ truncated: true, droppedDirectories: 3 });
});

test("named directories include nested ones; a directory outside of the repository is refused", async () => {
  const { directories } = await overview({ level: "directories", directories: ["src", "tools"] });
  expect(directories?.map(({ path }) => path)).toEqual(["src", "src/auth", "src/users", "tools"]);
  const { warnings, directories: found } = await overview({ level: "directories", directories: ["src/auth", "gone"] });
  expect(found?.map(({ path }) => path)).toEqual(["src/auth"]);
  expect(warnings).toEqual(["directories: no indexed file in gone"]);
  await expect(overview({ level: "directories", directories: ["gone", "docs"] })).rejects.toMatchObject({
    code: "file_not_indexed",
    message: "directories: no indexed file in gone, docs; check the paths",
  });
  await expect(overview({ level: "directories", directories: ["../x"] })).rejects.toMatchObject({
    code: "path_outside_repo",
  });
});
