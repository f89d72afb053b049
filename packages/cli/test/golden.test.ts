/**
 * Golden texts that people read, on the example repository. `vitest run -u` rewrites the golden files; the difference
 * is reviewed.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench, steady } from "./run.js";

let bench: Bench;
let indexed: string;
beforeAll(async () => {
  bench = openBench();
  indexed = (await bench.run("index")).out;
});
afterAll(() => bench.remove());

async function check(name: string, ...args: string[]): Promise<void> {
  const { out, err, exitCode } = await bench.run(...args);
  const text = `$ sdl ${args.join(" ")}\n${out}${err}exit code ${exitCode}\n`;
  await expect(steady(text, bench.root)).toMatchFileSnapshot(`golden/${name}.txt`);
}

test("index", async () => {
  await expect(steady(indexed, bench.root)).toMatchFileSnapshot("golden/index.txt");
});
test("index again", () => check("index-again", "index"));
test("search", () => check("search", "search", "token"));
test("search without results", () => check("search-nothing", "search", "zzzyyyxxx"));
test("search by kind, cut", () => check("search-kind", "search", "token", "--kind", "function", "--limit", "2"));
test("card", () => check("card", "card", "UserStore.getUserById"));
test("card of a place", () => check("card-place", "card", "src/auth/token.ts:14"));
test("card of a name in a file", () => check("card-in-file", "card", "tools/report.py:add"));
test("card of an ambiguous name", () => check("card-ambiguous", "card", "add"));
test("card of a misspelt name", () => check("card-misspelt", "card", "validateTokn"));
test("outline", () => check("outline", "outline", "src/users/store.ts"));
test("outline of a missing file", () => check("outline-missing", "outline", "token.ts"));
test("slice", () => check("slice", "slice", "expired bearer token"));
test("slice of edited files", () => check("slice-edited", "slice", "--edited", "src/auth/token.ts", "--cards", "5"));
test("slice without a task", () => check("slice-nothing", "slice"));
test("status", () => check("status", "status"));
test("export", () => check("export", "export", "--format", "jsonl"));
test("actions", () => check("tool", "tool"));
test("help", () => check("help", "--help"));
test("help of a command", () => check("help-slice", "slice", "--help"));
test("an unknown command", () => check("unknown-command", "serch"));
test("an unknown option", () => check("unknown-option", "slice", "login token", "--budget", "2000"));
test("an unknown option of a subcommand", () => check("unknown-option-below", "memory", "add", "--headline", "x"));
test("an unknown repository", () => check("unknown-repository", "status", "--repo", "my-ap"));
