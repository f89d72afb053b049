/**
 * Test of the worked example: from a stack trace to a verified fix with only SDL's own actions. This test writes the page in docs/: run it with -u
 * after a change, and review the page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GitFixture } from "@sdl/repository/testing";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { findAction, runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";
import { DISCOUNTS_FILE, discounts, FILES, makeShop, stackTrace } from "./shop.js";

const STYLE = makeToolStyle("underscore");
const countTokens = await loadTokenCounter();
let shop: GitFixture;
let engine: Engine;

beforeAll(async () => {
  shop = makeShop();
  engine = openEngine({ cwd: shop.root, env: { SDL_HOME: join(shop.root, ".home") } });
  await engine.register({ rootPath: shop.root, repoId: "shop", settings: { ignore: [".home"] } });
  await runAction("indexRefresh", {}, { engine });
  await (await engine.open(engine.resolve("shop"))).settle();
});
afterAll(async () => {
  await engine.close();
  shop.remove();
});

interface Step {
  readonly title: string;
  readonly action: string;
  readonly args: object;
  readonly tokens: number;
  /** Text of the step's answer, as the page shows it. */
  readonly told: string;
}

const steps: Step[] = [];

/** An answer as a client reads it, with clock times replaced by values of usual length. */
function steady(text: string): string {
  return text
    .replaceAll(shop.root, "/srv/shop")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "2024-01-03 10:00 UTC")
    .replace(/\bv\d{13}\b/g, "v1704240000000")
    .replace(/\bh_\d{16}\b/g, "h_0123456789012345");
}

async function step(title: string, name: string, args: object): Promise<string> {
  const action = findAction(name);
  if (action === undefined) throw new Error(`unknown action ${name}`);
  const told = steady(action.text(await action.execute(args, { engine, text: STYLE }), STYLE)).trimEnd();
  steps.push({ title, action: name, args, tokens: countTokens(told), told });
  return told;
}

test("a bug is found, fixed and its effects verified at a quarter of the tokens of reading the files", async () => {
  const budget = { maxEstimatedTokens: 1000 };
  const context = await step("What is this about?", "sdl_context", { stackTrace: stackTrace(), budget });
  expect(context).toContain("function applyDiscount");
  expect(context).toContain("function findDiscount");

  const why = await step("Why does findDiscount give nothing?", "sdl_context_forTask", {
    symbol: "findDiscount",
    taskType: "fix",
    budget: 500,
  });
  expect(why).toContain("Look discount codes up as they are stored");

  shop.write({ [DISCOUNTS_FILE]: discounts("code.trim().toUpperCase()") });
  const changes = await step("The fix is written: what does it reach, and what is to be tested?", "sdl_changes", {});
  expect(changes).toContain("findDiscount");
  expect(changes).toContain("test/discounts.test.ts");

  const read = FILES.map((file) => ({ file, tokens: countTokens(readFileSync(join(shop.root, file), "utf8")) }));
  const [spent, whole] = [sum(steps), sum(read)];
  await expect(page(spent, read)).toMatchFileSnapshot("../../../../docs/worked-example.md");
  expect(spent / whole).toBeLessThanOrEqual(0.25);
});

function sum(list: readonly { readonly tokens: number }[]): number {
  return list.reduce((total, { tokens }) => total + tokens, 0);
}

function page(spent: number, read: readonly { readonly file: string; readonly tokens: number }[]): string {
  const whole = sum(read);
  const sections = steps.map(({ title, action, args, told }, at) => {
    const call = `\`${action}\`\n\n\`\`\`json\n${JSON.stringify(args, null, 2)}\n\`\`\``;
    const fence = told.includes("```") ? "````" : "```";
    return `## ${at + 1}. ${title}\n\n${call}\n\n${fence}text\n${told}\n${fence}`;
  });
  const within = (tokens: number) => `about ${Math.round(tokens / 50) * 50}`;
  const rows = steps.map(({ action, tokens }) => `- \`${action}\`: ${within(tokens)} tokens`);
  return `${[
    "# A worked example: from a stack trace to a verified fix",
    "Written by `packages/engine/test/worked-example`, which runs every step: change the test, not this page.",
    "A shop's checkout fails. Its agent knows the stack trace and nothing else.",
    ...sections,
    "## What it cost",
    [...rows, `- all steps: ${within(spent)} tokens`].join("\n"),
    `Reading the ${read.length} files of the trace and their test whole would have cost ${within(whole)} tokens, before any search: ${read
      .map(({ file, tokens }) => `\`${file}\` ${within(tokens)}`)
      .join(", ")}.`,
  ].join("\n\n")}\n`;
}
