/**
 * Golden texts of queries' answers. `vitest run -u` rewrites the golden files, which are beside each feature; review the difference. The fixture
 * contains the files of a repository, each after a line `//- PATH`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { findAction } from "../../src/index.js";
import { openRepository, type SmallRepository } from "../support/small-repository.js";

let repository: SmallRepository;

beforeAll(async () => {
  const text = readFileSync(join(import.meta.dirname, "shop.txt"), "utf8");
  const files = text.matchAll(/^\/\/- (.+)\n((?:(?!\/\/- ).*\n)*)/gm);
  repository = await openRepository(
    Object.fromEntries(Array.from(files, ([, path = "", content = ""]) => [path, content])),
  );
  const { engine } = repository;
  await (await engine.open(engine.resolve(undefined))).settle();
});

afterAll(() => repository.remove());

type Arguments = Readonly<Record<string, unknown>>;

const style = makeToolStyle("underscore");

async function textOf(name: string, args: Arguments): Promise<string> {
  const action = findAction(name);
  if (action === undefined) throw new Error(`no action ${name}`);
  const answer = await action.execute(args, { engine: repository.engine, text: style });
  return action.text(answer, style);
}

/** Writes calls and their texts to one golden file. */
async function check(golden: string, name: string, calls: readonly Arguments[]): Promise<void> {
  const texts: string[] = [];
  for (const args of calls) texts.push(`>>> ${style.call(`sdl.${name}`, args)}\n${await textOf(name, args)}`);
  const file = join(import.meta.dirname, "../../src/features", golden);
  await expect(texts.join("\n")).toMatchFileSnapshot(file);
}

const ref = (name: string, file?: string) => ({ symbolRef: file === undefined ? { name } : { name, file } });

/** Checks that a text keeps its token budget, or states the smallest budget. @param limit name of the budget parameter */
async function checkBudgets(name: string, args: Arguments, limit: string): Promise<void> {
  const count = await loadTokenCounter();
  for (const tokens of [16, 40, 70, 110, 160, 230, 400, 1000]) {
    const text = await textOf(name, { ...args, [limit]: tokens });
    const isLeast = /at least \d+ (?:tokens )?are required|requires maxTokens \d+/.test(text);
    if (!isLeast) expect(`${tokens}: ${count(text) <= tokens}`).toBe(`${tokens}: true`);
    const [, stated] = /, (\d+)(?: of \d+)? tokens/.exec(text) ?? [];
    if (stated !== undefined) expect(count(text)).toBe(Number(stated));
  }
}

test("budgets count the text's tokens", async () => {
  await checkBudgets("logic.slice", ref("report"), "budget");
  await checkBudgets("logic.slice", { ...ref("checkout"), detail: "L3" }, "budget");
  await checkBudgets("context.forTask", { ...ref("applyDiscount"), taskType: "refactor" }, "budget");
  await checkBudgets("code.getHotPath", { ...(await byId("report")), identifiersToFind: ["title"] }, "maxTokens");
});

test("a skeleton's page keeps its token limit including all text around it, or is the smallest page", async () => {
  const count = await loadTokenCounter();
  for (const maxTokens of [100, 140, 200, 300]) {
    expect(count(await textOf("code.getSkeleton", { file: "src/cart.ts", maxTokens }))).toBeLessThanOrEqual(maxTokens);
  }
});

/** The symbol by its id, for actions that accept only ids. */
async function byId(name: string): Promise<{ readonly symbolId: unknown }> {
  const card = await findAction("symbol.getCard")?.execute(ref(name), { engine: repository.engine });
  return { symbolId: card?.["symbolId"] };
}

test("search", () =>
  check("search/golden/search.txt", "symbol.search", [{ query: "price", limit: 6 }, { query: "xyzzy" }]));

test("card", () =>
  check("card/golden/card.txt", "symbol.getCard", [
    ref("applyDiscount"),
    ref("Cart"),
    { ...ref("Cart.total"), source: "none" },
    ref("report"),
    { ...ref("cheapest"), source: "none" },
  ]));

test("cards", () =>
  check("card/golden/cards.txt", "symbol.getCards", [
    { symbolRefs: [{ name: "priceOf" }, { name: "nope" }, { name: "Line" }] },
  ]));

test("references", () =>
  check("references/golden/references.txt", "symbol.references", [
    { ...ref("priceOf"), direction: "callers", depth: 3 },
    { ...ref("Cart.total"), direction: "callees" },
    { ...ref("Price"), direction: "references", limit: 2 },
    { ...ref("cheapest"), direction: "callers" },
    { ...ref("applyDiscount"), direction: "tests" },
  ]));

test("outline", () =>
  check("outline/golden/outline.txt", "file.outline", [{ file: "src/cart.ts" }, { file: "tools/report.py" }]));

test("symbol at a place", () =>
  check("outline/golden/symbol-at.txt", "symbol.at", [{ file: "src/cart.ts", line: 28 }]));

test("paths", () =>
  check("path/golden/paths.txt", "graph.path", [
    { from: { name: "checkout" }, to: { name: "priceOf" } },
    { from: { name: "priceOf" }, to: { name: "checkout" } },
    { from: { name: "report" }, to: { name: "checkout" } },
  ]));

test("logic slice", () =>
  check("logic-slice/golden/logic-slice.txt", "logic.slice", [
    ref("Cart.total"),
    { ...ref("checkout"), detail: "L3", budget: 160 },
    { ...ref("report"), budget: 150 },
  ]));

test("task context", () =>
  check("task-context/golden/task-context.txt", "context.forTask", [
    { ...ref("applyDiscount"), taskType: "refactor" },
    { ...ref("Cart.total"), taskType: "understand", budget: 100 },
  ]));

test("skeleton", () =>
  check("code/golden/skeleton.txt", "code.getSkeleton", [
    { file: "src/cart.ts" },
    { file: "tools/report.py", maxTokens: 60 },
  ]));

test("hot path and code window", async () => {
  const report = await byId("report");
  const golden = async (name: string, args: Arguments) => (await textOf(name, args)).trimEnd();
  const identifiersToFind = ["title", "absent"];
  const window = { ...report, expectedLines: 30, identifiersToFind: ["title"] };
  const texts = [
    await golden("code.getHotPath", { ...report, identifiersToFind, contextLines: 1 }),
    await golden("code.getHotPath", { ...report, identifiersToFind, maxTokens: 16 }),
    await golden("code.needWindow", { ...window, reason: "lay out the report of sales" }),
    await golden("code.needWindow", { ...window, reason: "AUDIT", identifiersToFind: ["zebra"] }),
  ];
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "../../src/features/code/golden/excerpts.txt"),
  );
});
