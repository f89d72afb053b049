import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GraphPicture } from "@sdl/model/graph";
import { GitFixture } from "@sdl/repository/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";
import { decodeAnswer } from "../slice/build-slice.js";
import { sliceBuild } from "../slice/slice-build.action.js";
import { sliceRefresh } from "../slice/slice-refresh.action.js";
import { pictureNames } from "./answer-picture.js";
import { drawGraphPicture } from "./graph-picture.js";
import type { PictureRequest } from "./picture-request.js";

const SECRET = "AKIAIOSFODNN7EXAMPLE";
const FILES = {
  "src/price.ts": `export function priceOf(sku: string): number {
  const key = "${SECRET}";
  return sku.length + key.length;
}
`,
  "src/cart.ts": `import { priceOf } from "./price";
export class Cart {
  total(lines: string[]): number {
    return lines.map((line) => priceOf(line)).reduce((a, b) => a + b, 0);
  }
  empty(): void {}
}
export function checkout(cart: Cart): number {
  return cart.total(["a"]);
}
`,
  "src/server.ts": `import { Cart, checkout } from "./cart";
export function serve(): number {
  return checkout(new Cart());
}
`,
  "src/alone.ts": "function nobodyCallsIt() {}\n",
  "test/cart.test.ts": `import { Cart } from "../src/cart";
test("total", () => new Cart().total([]));
`,
};

let repository: SmallRepository;
let fixture: GitFixture;
beforeAll(async () => {
  repository = await openRepository(FILES);
  fixture = GitFixture.make(repository.root);
  fixture.commit("start");
});
afterAll(() => repository.remove());

const draw = (request: PictureRequest): Promise<GraphPicture> =>
  drawGraphPicture({ engine: repository.engine }, request);
const names = ({ nodes }: GraphPicture) => nodes.map(({ name }) => name).sort();
function edges({ nodes, edges: all }: GraphPicture): string[] {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? "?";
  return all.map(({ from, to, kind }) => `${nameOf(from)} ${kind} ${nameOf(to)}`).sort();
}

test("a symbol's picture has its callers and callees up to the depth", async () => {
  const one = await draw({ symbol: "Cart.total", depth: 1 });
  expect([one.subject, one.title]).toEqual(["symbol", "Cart.total"]);
  expect(names(one)).toEqual(expect.arrayContaining(["Cart.total", "checkout", "priceOf"]));
  expect(names(one)).not.toContain("serve");
  expect(edges(one)).toEqual(expect.arrayContaining(["Cart.total call priceOf", "checkout call Cart.total"]));
  expect(one.nodes.filter(({ seed }) => seed).map(({ name }) => name)).toEqual(["Cart.total"]);
  expect(names(await draw({ symbol: "Cart.total", depth: 2 }))).toContain("serve");
});

test("a class's picture starts from its members, a file's from everything in it", async () => {
  const seeds = async (symbol: string) =>
    (await draw({ symbol })).nodes.filter(({ seed }) => seed).map(({ name }) => name);
  expect((await seeds("Cart")).sort()).toEqual(["Cart", "Cart.empty", "Cart.total"]);
  expect((await seeds("src/price.ts")).sort()).toEqual(["priceOf", "src/price.ts"]);
});

test("a limit keeps the nearest symbols and states the total", async () => {
  const { nodes, notes } = await draw({ symbol: "Cart.total", limit: 2 });
  expect(nodes).toHaveLength(2);
  expect(nodes.map(({ name }) => name)).toContain("Cart.total");
  expect(notes.join(" ")).toMatch(/^Shows the nearest and then most used 2 of the \d+ symbols within 2 edges/);
});

test("nodes have location, usage counts and masked source", async () => {
  const { nodes } = await draw({ symbol: "priceOf" });
  const price = nodes.find(({ name }) => name === "priceOf");
  expect(price).toMatchObject({ kind: "function", file: "src/price.ts", line: 1, exported: true, fanIn: 1, fanOut: 0 });
  expect(price?.signature).toContain("priceOf(sku: string): number");
  expect(price?.source?.startLine).toBe(1);
  expect(price?.source?.text).toContain("return sku.length");
  expect(JSON.stringify(nodes)).not.toContain(SECRET);
});

test("the policy can withhold source, which the picture states", async () => {
  const { entry } = await repository.engine.register({ rootPath: repository.root, settings: {} });
  const { policySet } = await import("../policy/policy-set.action.js");
  const set = (sourceInAnswers: string) =>
    policySet.execute({ repoId: entry.repoId, policyPatch: { sourceInAnswers } }, { engine: repository.engine });
  await set("none");
  const held = await draw({ symbol: "priceOf" });
  expect(held.nodes.some(({ source }) => source !== undefined)).toBe(false);
  expect(held.notes.join(" ")).toContain("the policy allows no source");
  await set("bodies");
});

test("the repository's picture has the connected symbols, most used first, without tests unless requested", async () => {
  const all = await draw({});
  expect(all.subject).toBe("repository");
  expect(names(all)).not.toContain("nobodyCallsIt");
  expect(all.nodes.some(({ file }) => file.startsWith("test/"))).toBe(false);
  expect(all.notes.join(" ")).toMatch(/Leaves out \d+ symbols of test code/);
  expect((await draw({ tests: true })).nodes.some(({ file }) => file.startsWith("test/"))).toBe(true);
  const few = await draw({ limit: 2 });
  expect(few.nodes).toHaveLength(2);
  const least = Math.min(...few.nodes.map(({ fanIn }) => fanIn));
  const left = all.nodes.filter(({ id }) => few.nodes.every((node) => node.id !== id));
  expect(Math.max(...left.map(({ fanIn }) => fanIn))).toBeLessThanOrEqual(least);
});

test("a slice's picture has the slice's symbols, with its start symbols marked", async () => {
  const picture = await draw({ task: "the total of the cart is wrong" });
  expect([picture.subject, picture.title]).toEqual(["slice", "the total of the cart is wrong"]);
  expect(names(picture)).toContain("Cart.total");
  expect(picture.nodes.some(({ seed }) => seed === true)).toBe(true);
});

test("given symbols are drawn, except those that no longer exist", async () => {
  const { nodes } = await draw({ symbol: "priceOf" });
  const ids = [...nodes.map(({ id }) => id), "0123456789abcdef", "no id"];
  const picture = await draw({ symbols: { title: "mine", ids } });
  expect(picture.nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
  expect([picture.title, picture.notes]).toEqual(["mine", ["Leaves out 2 symbols that no longer exist."]]);
});

test("a slice is drawn by its handle, with its start symbols", async () => {
  const { engine } = repository;
  const taskText = "\n  the total of the cart is wrong\nsince yesterday";
  const answer = await sliceBuild.execute({ taskText, budget: { maxCards: 2 } }, { engine });
  const { cards, startSymbols } = decodeAnswer(answer as { slice: unknown });
  const picture = await draw(pictureNames("sdl.slice.build", { taskText }, answer) ?? {});
  expect([picture.subject, picture.title]).toEqual(["slice", "the total of the cart is wrong"]);
  expect(picture.nodes.map(({ id }) => id).sort()).toEqual(cards.map(({ symbolId }) => symbolId).sort());
  const seeds = picture.nodes.filter(({ seed }) => seed === true).map(({ id }) => id);
  expect(seeds.sort()).toEqual(startSymbols.map(({ symbolId }) => symbolId).sort());
  expect(picture.notes[0]).toMatch(/^Shows 2 of the \d+ symbols relevant to the task\.$/);
});

test("a slice without a task is named after what it starts from", async () => {
  const answer = await sliceBuild.execute({ entrySymbols: ["Cart.total"] }, { engine: repository.engine });
  expect((await draw(pictureNames("sdl.slice.build", {}, answer) ?? {})).title).toBe("Cart.total");
  const long = await sliceBuild.execute({ taskText: "cart ".repeat(60) }, { engine: repository.engine });
  expect((await draw(pictureNames("sdl.slice.build", {}, long) ?? {})).title).toMatch(/^(cart ){24}…$/);
});

test("a refreshed slice is drawn in its current state", async () => {
  const { engine, root } = repository;
  const { sliceHandle } = await sliceBuild.execute({ entrySymbols: ["Cart.total"] }, { engine });
  writeFileSync(
    join(root, "src/alone.ts"),
    'import { Cart } from "./cart";\nexport const own = new Cart().total([]);\n',
  );
  const answer = await sliceRefresh.execute({ sliceHandle, fresh: true }, { engine });
  const picture = await draw(pictureNames("sdl.slice.refresh", {}, answer as never) ?? {});
  writeFileSync(join(root, "src/alone.ts"), FILES["src/alone.ts"]);
  await draw({ fresh: true });
  expect(names(picture)).toEqual(expect.arrayContaining(["Cart.total", "own"]));
});

test("an answer determines its picture from the request, in any spelling of parameters", () => {
  const compared = { repo_id: "app", from_version: "main", riskThreshold: 40 };
  expect(pictureNames("sdl.pr.risk.analyze", compared, {})).toEqual({ repoId: "app", fromVersion: "main" });
  expect(pictureNames("sdl.delta.get", { toVersion: "@draft" }, {})).toEqual({ toVersion: "@draft" });
  expect(pictureNames("sdl.delta.get", undefined, {})).toEqual({});
  expect(pictureNames("sdl.slice.build", {}, {})).toBeUndefined();
  expect(pictureNames("sdl.symbol.search", {}, { sliceHandle: "h_1" })).toBeUndefined();
});

test("every node has a cluster, and clusters with most nodes come first", async () => {
  const { nodes, clusters } = await draw({ tests: true });
  const sizes = clusters.map((_, cluster) => nodes.filter((node) => node.cluster === cluster).length);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
});

test("equal requests give equal pictures, in equal order", async () => {
  for (const request of [{ symbol: "Cart" }, { task: "price of a cart" }, { tests: true }]) {
    const [one, other] = [await draw(request), await draw(request)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one.nodes.length).toBeGreaterThan(0);
  }
});

test("a delta's picture has changed, added and removed symbols, and affected ones", async () => {
  const { root } = repository;
  writeFileSync(join(root, "src/price.ts"), FILES["src/price.ts"].replace("sku: string", "sku: string, tax: number"));
  writeFileSync(
    join(root, "src/cart.ts"),
    FILES["src/cart.ts"]
      .replace("  empty(): void {}\n", "")
      .replace("export function checkout", "export const added = 1;\nexport function checkout"),
  );
  const picture = await draw({ delta: { from: "HEAD", to: "@draft" }, fresh: true });
  writeFileSync(join(root, "src/price.ts"), FILES["src/price.ts"]);
  writeFileSync(join(root, "src/cart.ts"), FILES["src/cart.ts"]);
  expect([picture.subject, picture.title]).toEqual(["delta", "HEAD → @draft"]);
  const changes = Object.fromEntries(
    picture.nodes.flatMap(({ name, change }) => (change === undefined ? [] : [[name, change.type]])),
  );
  expect(changes).toMatchObject({ priceOf: "modified", "Cart.empty": "removed", added: "added" });
  const reached = picture.nodes.find(({ name }) => name === "Cart.total");
  expect(reached?.effect?.distance).toBe(1);
  expect(reached?.effect?.reason).toContain("priceOf");
  expect(picture.nodes.find(({ name }) => name === "priceOf")?.change?.risk).toBeGreaterThan(0);
  expect(edges(picture)).toContain("Cart.total call priceOf");
});

test("a version compared with itself has no change, which the picture states", async () => {
  const picture = await draw({ delta: { from: "HEAD", to: "HEAD" } });
  expect(picture.nodes).toEqual([]);
  expect(picture.notes).toContain("No symbol changed between the two versions.");
});

test.each<readonly [PictureRequest, RegExp]>([
  [{ symbol: "priceOf", task: "both" }, /symbol and task are given; pass one of them/],
  [{ task: "both", sliceHandle: "h_1" }, /task and sliceHandle are given; pass one of them/],
  [{ symbol: "priceOf", depth: 0 }, /depth is 0; it must be a whole number from 1 to 10/],
  [{ symbol: "priceOf", limit: 1e6 }, /limit is 1000000; it must be a whole number from 1 to 50000/],
  [{ task: "a", limit: 501 }, /limit is 501; it must be a whole number from 1 to 500/],
  [{ task: "  " }, /task is empty/],
  [{ depth: 3 }, /depth counts edges from a symbol; pass symbol with it/],
])("%j is refused", async (request, message) => {
  await expect(draw(request)).rejects.toMatchObject({
    code: "invalid_params",
    message: expect.stringMatching(message),
  });
});

test("unknown names fail with the usual errors", async () => {
  await expect(draw({ symbol: "noSuchSymbol" })).rejects.toMatchObject({ code: "symbol_not_found" });
  await expect(draw({ sliceHandle: "h_1" })).rejects.toMatchObject({ code: "handle_unknown" });
  await expect(draw({ delta: { from: "no-such-branch", to: "HEAD" } })).rejects.toMatchObject({
    code: "version_not_found",
  });
});

test("a repository without a connected symbol gives an empty picture", async () => {
  const empty = await openRepository({ "src/a.ts": "function a() {}\n" });
  const picture = await drawGraphPicture({ engine: empty.engine }, {});
  expect(picture.nodes).toEqual([]);
  rmSync(join(empty.root, "src"), { recursive: true });
  await empty.remove();
});
