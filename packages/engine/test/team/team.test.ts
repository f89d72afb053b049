/** Servers over a team's remote: what they answer without any checkout, and how they follow it. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { joinTeam } from "../../src/testing/index.js";
import { ask, engineWith, TeamPlace } from "./team-place.js";

const FILES = {
  "src/cart.ts":
    "/** Adds up prices. */\nexport function totalPrice(prices: number[]): number {\n  return prices.reduce(sum, 0);\n}\n\nfunction sum(a: number, b: number): number {\n  return a + b;\n}\n",
  "README.md": "# Shop\n\nRun it with care.\n",
};
const ALL = { everybody: ["*"] };

let place: TeamPlace;
beforeEach(() => {
  place = new TeamPlace();
});
afterEach(() => place.remove());

test("questions are answered without a checkout, of the default branch or of what is named", async () => {
  const member = await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  const first = member.git.git("rev-parse", "HEAD");
  member.git.git("checkout", "-q", "-b", "next");
  member.git.commit("second", { "src/late.ts": "export const lateAddition = 1;\n" });
  await member.push();
  const answers = await place.serve(
    async (team) => {
      const engine = await engineWith(team, "everybody");
      return Promise.all([
        ask(engine, "symbol.search", { query: "lateAddition totalPrice" }),
        ask(engine, "symbol.search", { repoId: "acme/shop@next", query: "lateAddition" }),
        ask(engine, "symbol.references", { repoId: `acme/shop@${first.slice(0, 8)}`, symbol: "sum" }),
        ask(engine, "file.outline", { repoId: "acme/shop", file: "src/cart.ts" }),
        ask(engine, "symbol.search", { repoId: "acme/shop@gone", query: "sum" }),
        ask(engine, "repo.list", {}),
        ask(engine, "repo.status", { repoId: "acme/shop@next" }),
      ]);
    },
    { rules: place.writeRules(ALL) },
  );
  const text = answers.join("\n").replaceAll(place.folder, "<place>");
  const commits = { [first.slice(0, 12)]: "<first>", [member.git.git("rev-parse", "HEAD").slice(0, 12)]: "<second>" };
  const steady = Object.entries(commits).reduce((all, [commit, name]) => all.replaceAll(commit, name), text);
  expect(text).not.toContain("<place>");
  await expect(
    steady
      .replaceAll(first.slice(0, 8), "<short>")
      .replace(/[\d.]+ kB of index/, "<size> of index")
      .replace(/indexed [\d-]+ [\d:]+ UTC/, "indexed <time>"),
  ).toMatchFileSnapshot("golden/questions.txt");
});

test("source comes from a mirror's objects; without one, what needs none is answered and the rest says so", async () => {
  const member = await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  const mirrors = join(place.folder, "mirrors");
  mkdirSync(join(mirrors, "acme"), { recursive: true });
  member.git.git("clone", "-q", "--bare", ".", join(mirrors, "acme", "shop.git"));
  // The mirror is ahead of the index: the commit that was indexed counts.
  member.git.commit("second", { "src/cart.ts": "export const nothing = 0;\n" });
  member.git.git("push", "-q", join(mirrors, "acme", "shop.git"), "main");
  const questions = [
    ["code.getSkeleton", { file: "src/cart.ts" }],
    [
      "code.needWindow",
      { symbol: "totalPrice", reason: "how prices are added up", expectedLines: 5, identifiersToFind: ["reduce"] },
    ],
    ["file.read", { path: "README.md" }],
    ["file.read", { path: "../README.md" }],
    ["slice.build", { taskText: "change totalPrice" }],
  ] as const;
  const rules = place.writeRules(ALL);
  const answers = (options: { mirrors?: string }, name: string) =>
    place.serve(
      async (team) => {
        const engine = await engineWith(team, "everybody");
        const texts: string[] = [];
        for (const [action, args] of questions) texts.push(await ask(engine, action, { repoId: "acme/shop", ...args }));
        return texts;
      },
      { rules, ...options },
      name,
    );
  const [skeleton, window, document, outside, slice] = await answers({ mirrors }, "with");
  expect(skeleton).toContain("return prices.reduce(sum, 0);");
  expect(window).toContain("return prices.reduce(sum, 0);");
  expect(document).toContain("Run it with care.");
  expect(outside).toMatch(/^(path_outside_repo|file_not_indexed)/);
  expect(slice).toContain("return a + b;");
  const without = await answers({}, "without");
  for (const text of without.slice(0, 3)) expect(text).toMatch(/this server has no source of acme\/shop/);
  expect(without[4]).toContain("function totalPrice");
  expect(without[4]).not.toContain("return a + b;");
});

test("two servers give equal answers, and follow a moved head", async () => {
  const member = await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  let nowMs = Date.now();
  const options = { rules: place.writeRules(ALL), now: () => nowMs };
  await place.serve(
    (one) =>
      place.serve(
        async (other) => {
          const engines = [await engineWith(one, "everybody"), await engineWith(other, "everybody")];
          /** The answer of both, after each has derived its layers, which takes each its own time. */
          const both = async (name: string, args: object) => {
            const settled = engines.map(async (engine) => {
              await (await engine.open(engine.resolve("acme/shop"))).settleLayers();
              const answer = await ask(engine, name, { repoId: "acme/shop", ...args });
              // Each store has its own size: one may not have derived the layers of a version that was soon replaced.
              return answer.replace(/\d+ kB in all/, "");
            });
            const [first = "", second] = await Promise.all(settled);
            expect(second).toBe(first);
            return first;
          };
          const slice = { taskText: "change totalPrice" };
          expect(await both("slice.build", slice)).toContain("totalPrice");
          const second = member.git.commit("second", { "src/late.ts": "export const lateAddition = 1;\n" });
          await member.push();
          nowMs += 10_000;
          const search = { query: "lateAddition" };
          for (const engine of engines)
            expect(await ask(engine, "symbol.search", { repoId: "acme/shop", ...search, fresh: true })).toContain(
              second.slice(0, 12),
            );
          expect(await both("symbol.search", search)).toContain("src/late.ts");
          expect(await both("slice.build", slice)).toContain("totalPrice");
          expect(await both("version.list", {})).toContain(second.slice(0, 7));
        },
        options,
        "other",
      ),
    options,
    "one",
  );
});

test("the cache keeps its size, and never removes what a question reads", async () => {
  const names = ["acme/a", "acme/b", "acme/c", "acme/d"];
  for (const name of names) await joinTeam(place.folder, place.remote, name, FILES);
  await place.serve(
    async (team) => {
      const engine = await engineWith(team, "everybody");
      for (let round = 0; round < 3; round++)
        for (const repoId of names)
          expect(await ask(engine, "symbol.search", { repoId, query: "totalPrice" })).toContain("src/cart.ts:2");
      const all = await Promise.all(
        names.map((repoId) => ask(engine, "symbol.search", { repoId, query: "totalPrice" })),
      );
      for (const text of all) expect(text).toContain("src/cart.ts:2");
      await ask(engine, "symbol.search", { repoId: "acme/a", query: "totalPrice" });
      const { removed, indexes, misses } = await team.cacheState();
      expect(removed).toBeGreaterThanOrEqual(names.length);
      expect(misses).toBeGreaterThanOrEqual(2 * names.length);
      expect(indexes).toBeLessThanOrEqual(names.length);
    },
    { rules: place.writeRules(ALL), maxBytes: 1 },
  );
});

test("a damaged or deleted cache is fetched again", async () => {
  await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  const rules = place.writeRules(ALL);
  const found = () =>
    place.serve(async (team) => ask(await engineWith(team, "everybody"), "symbol.search", { query: "totalPrice" }), {
      rules,
    });
  const first = await found();
  expect(first).toContain("src/cart.ts:2");
  const [index = ""] = readdirSync(join(place.folder, "data", "indexes"));
  rmSync(join(place.folder, "data", "indexes", index, "store"), { recursive: true });
  expect(await found()).toBe(first);
  rmSync(join(place.folder, "data", "indexes"), { recursive: true });
  expect(await found()).toBe(first);
});

test("a second server on the same folder is refused", async () => {
  await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  await place.serve(async () => {
    await expect(place.serve(async () => undefined)).rejects.toThrow(/another server .* uses .*--data/);
  });
  expect(readFileSync(join(place.folder, "data", "home", "http-token"), "utf8")).toMatch(/^\S{43}\n$/);
});
