/** `sdl delta` and `sdl ci`: reports of two revisions, and the gate. */
import { GitFixture } from "@sdl/engine/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeMarkdown } from "../src/render/change-markdown.js";
import { changeSarif } from "../src/render/change-sarif.js";
import { type Bench, openBench } from "./run.js";

let bench: Bench;
let fixture: GitFixture;
beforeEach(() => {
  bench = openBench();
  fixture = GitFixture.make(bench.root);
  fixture.commit("start");
});
afterEach(() => bench.remove());

/** On branch `topic`: a parameter more for what the server calls. On `main` meanwhile: something else. */
function branchOff(): void {
  fixture.git("checkout", "-q", "-b", "topic");
  const token = fixture.git("show", "HEAD:src/auth/token.ts");
  const changed = token
    .replace(
      "validateToken(bearer: string, now: number)",
      "validateToken(bearer: string, now: number, strict: boolean)",
    )
    .replace("if (token.exp + CLOCK_SKEW < now)", "if (strict && token.exp + CLOCK_SKEW < now)");
  fixture.commit("break", { "src/auth/token.ts": `${changed}\n` });
  fixture.git("checkout", "-q", "main");
  fixture.commit("elsewhere", { "src/elsewhere.ts": "export function elsewhere() {}\n" });
}

interface Report {
  readonly riskScore: number;
  readonly mergeBase?: string;
  readonly changes: readonly { readonly name: string; readonly changeType: string }[];
  readonly notes?: readonly string[];
}

async function reportOf(...args: string[]): Promise<Report> {
  const { out, err } = await bench.run(...args, "--format", "json");
  expect(err).not.toContain("error");
  return JSON.parse(out) as Report;
}

test("a branch is compared with where it left its base, the gate has an exit code of its own", async () => {
  branchOff();
  const report = await reportOf("ci", "--base", "main", "--head", "topic");
  expect(report.changes.map(({ name }) => name)).toEqual(["validateToken"]);
  expect(report.mergeBase).toBe(fixture.git("rev-parse", "main~1"));
  const { riskScore } = report;
  expect(riskScore).toBeGreaterThan(20);
  const gated = async (limit: number) =>
    (await bench.run("ci", "--base", "main", "--head", "topic", "--fail-on-risk", `${limit}`)).exitCode;
  expect([await gated(riskScore), await gated(riskScore + 1)]).toEqual([4, 0]);
  const direct = await reportOf("delta", "main", "topic");
  expect(direct.changes.map(({ name }) => name)).toContain("elsewhere");
  expect(direct.mergeBase).toBeUndefined();
});

test("the report says what changed, what calls it, and where", async () => {
  branchOff();
  const { out } = await bench.run("ci", "--base", "main", "--head", "topic");
  const commit = (name: string) => fixture.git("rev-parse", name).slice(0, 10);
  expect(out).toContain(
    `\`${commit("main~1")}\` (merge base of \`main\` and \`topic\`) → \`topic\` (\`${commit("topic")}\`)`,
  );
  expect(out).toMatch(/\| \d+ \| `validateToken` \| `src\/auth\/token.ts:\d+` \| signature: .*strict: boolean/);
  expect(out).toMatch(/### May break[^#]*src\/server.ts:\d+/);
  expect(out.split("\n").length).toBeLessThan(80);
});

test("the work tree is compared as it stands, unsaved commits included", async () => {
  fixture.write({ "src/new.ts": "export function brandNew() {}\n" });
  expect((await reportOf("ci", "--base", "HEAD")).changes).toEqual([]);
  const { changes } = await reportOf("ci", "--base", "HEAD", "--work-tree");
  expect(changes.map(({ name, changeType }) => `${changeType} ${name}`)).toContain("added brandNew");
});

/** A parameter more in the work tree, nothing of it committed. */
function edit(): void {
  const token = fixture.git("show", "HEAD:src/auth/token.ts");
  const from = "validateToken(bearer: string, now: number)";
  fixture.write({ "src/auth/token.ts": `${token.replace(from, from.replace(")", ", strict: boolean)"))}\n` });
}

test("a review says what the files on the disk break, before a commit", async () => {
  await bench.run("index");
  expect((await bench.run("review")).out).toMatch(/^HEAD \(\w+\) → files on the disk\nNothing changed\.\n$/);
  edit();
  const { out, exitCode } = await bench.run("review");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/validateToken \(src\/auth\/token.ts:\d+\) requires `strict`/);
  expect(out).toMatch(/was: .*now: number\)[^\n]*\n +now: .*now: number, strict: boolean\)/);
  expect(out).toMatch(/user that did not change: authenticate \(src\/server.ts:\d+\)/);
  expect(out).toContain("Tests to run, nearest first:");
});

test("a review of what is staged leaves out what is not", async () => {
  await bench.run("index");
  edit();
  expect((await bench.run("review", "--staged")).out).toMatch(/^HEAD \(\w+\) → what is staged\nNothing changed\.\n$/);
  fixture.git("add", "src/auth/token.ts");
  fixture.write({ "src/new.ts": "export function brandNew() {}\n" });
  const { changes } = await reportOf("review", "--staged");
  expect(changes.map(({ name }) => name)).toEqual(["validateToken"]);
  expect((await reportOf("review")).changes.map(({ name }) => name)).toContain("brandNew");
});

test("a report is text on a terminal, of 100 columns at most, and Markdown in a file", async () => {
  branchOff();
  const args = ["ci", "--base", "main", "--head", "topic", "--fail-on-risk", "100"];
  const { out } = await bench.runWith({ isOutTerminal: true }, ...args);
  expect(out).toMatch(
    /^\w+, where main and topic part, → topic \(\w+\)\nRisk \d+ of 100, \w+, under the limit of 100; 1 symbol/,
  );
  expect(out).not.toMatch(/^(?:#|\||>|- )/m);
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect((await bench.run(...args)).out).toMatch(/^## SDL: risk/);
});

test("unknown revisions, histories without a common ancestor, and no git at all", async () => {
  const unknown = await bench.run("ci", "--base", "nobody");
  expect([unknown.exitCode, unknown.err]).toEqual([3, expect.stringContaining("nobody")]);
  expect((await bench.run("ci", "--base", "main", "--fail-on-risk", "101")).exitCode).toBe(2);
  fixture.git("checkout", "-q", "--orphan", "apart");
  fixture.commit("apart", { "apart.ts": "export const apart = 1;\n" });
  expect((await reportOf("ci", "--base", "main")).notes?.join()).toContain("no common ancestor");
});

const HOSTILE = "a`b|c<!-- @all --> [x](y)\u202e\n# z";

const REPORT: Parameters<typeof changeMarkdown>[0] = {
  repoId: "r",
  base: { name: HOSTILE, commit: "a".repeat(40) },
  head: { name: "files on the disk", commit: undefined },
  mergeBase: undefined,
  notes: [HOSTILE],
  riskScore: 71,
  riskLevel: "high",
  findings: [
    {
      type: "removed-symbols",
      severity: "high",
      score: 80,
      message: HOSTILE,
      symbols: [{ symbolId: "0".repeat(16) as never, name: HOSTILE, place: { file: "a dir/ü#1.ts", line: 3 } }],
    },
  ],
  files: ["a.ts"],
  breaks: [
    {
      name: HOSTILE,
      file: "a.ts",
      line: 3,
      changes: [HOSTILE],
      isPublic: true,
      breakage: 88,
      signatureDiff: { before: HOSTILE, after: `${HOSTILE}2` },
      unchangedUsers: [{ name: HOSTILE, file: HOSTILE, line: 1 }],
    },
  ],
  changes: [],
  blastRadius: [],
  tests: [{ file: HOSTILE, type: "linked", targets: [] }],
  alsoUsuallyChanges: [],
};

test("text of the repository stays text in Markdown", () => {
  const text = changeMarkdown(REPORT, 70);
  expect(text).not.toContain("\u202e");
  expect(text).not.toMatch(/^# z/m);
  const outsideCode = text.replace(/(?<![\\`])(`+)[^`](?:.*?[^`])?\1(?!`)/g, "");
  expect(outsideCode).not.toMatch(/(?<!\\)(?:<|@|\[x)/);
});

test("SARIF has what its readers require", () => {
  const sarif = JSON.parse(JSON.stringify(changeSarif(REPORT, "1.2.3"))) as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number; locations: unknown }[];
    }[];
  };
  expect(sarif.version).toBe("2.1.0");
  const [run] = sarif.runs;
  const [result] = run?.results ?? [];
  expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe("removed-symbols");
  expect(result).toMatchObject({
    ruleId: "removed-symbols",
    level: "error",
    locations: [{ physicalLocation: { artifactLocation: { uri: "a%20dir/%C3%BC%231.ts" }, region: { startLine: 3 } } }],
  });
});
