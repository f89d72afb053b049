/**
 * From a stack trace to a verified fix with nothing but SDL's own actions. The page in docs/ is what this test writes: run it with -u
 * after a change, and review the page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GitFixture } from "@sdl/repository/testing";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import type { Answer } from "../../src/contract/prune-answer.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";
import { DISCOUNTS_FILE, discounts, FILES, makeShop, stackTrace } from "./shop.js";

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
  /** What the step told, as the page shows it. */
  readonly told: string;
}

const steps: Step[] = [];

/** Tokens of an answer, its clock readings and version names set to ones of usual length. */
function costOf(answer: Answer): number {
  const text = JSON.stringify(answer)
    .replace(/("\w*[dD]urationMs":)[\d.]+/g, (_, name: string) => `${name}10`)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2024-01-03T00:00:00.000Z")
    .replace(/v\d{13}/g, "v1704240000000");
  return countTokens(text);
}

async function step(title: string, action: string, args: object, tell: (answer: Answer) => string): Promise<Answer> {
  const answer = await runAction(action, args, { engine });
  steps.push({ title, action, args, tokens: costOf(answer), told: tell(answer) });
  return answer;
}

test("a bug is found, fixed and its reach verified at a quarter of the tokens of reading the files", async () => {
  const debugged = await step(
    "What is this about?",
    "sdl.agent.orchestrate",
    { taskType: "debug", taskText: stackTrace(), budget: { maxTokens: 1200 } },
    ({ answer }) => String(answer),
  );
  expect(debugged["answer"]).toContain("frame 1: applyDiscount");
  expect(debugged["answer"]).toMatch(/calls findDiscount/);
  expect(debugged["answer"]).toContain("Look discount codes up as they are stored");

  const why = await step(
    "Why does findDiscount give nothing?",
    "sdl.context.forTask",
    { symbolRef: { name: "findDiscount" }, taskType: "fix", budget: 700 },
    ({ slice, whyContext }) => [Object(slice).root.source, ...messagesOf(whyContext)].join("\n"),
  );
  expect(messagesOf(why["whyContext"])[0]).toContain("Look discount codes up as they are stored");

  const before = String(Object(debugged["pinned"]).ledgerVersion);
  shop.write({ [DISCOUNTS_FILE]: discounts("code.trim().toUpperCase()") });
  const refreshed = await step(
    "The fix is written; index it",
    "sdl.index.refresh",
    {},
    ({ changedFiles }) => `${String(changedFiles)} file changed`,
  );

  const delta = await step(
    "What changed, and whom does it reach?",
    "sdl.delta.get",
    { fromVersion: before, toVersion: refreshed["versionId"], budget: { maxEstimatedTokens: 900 } },
    ({ delta: pack }) => describeDelta(pack),
  );
  expect(describeDelta(delta["delta"])).toContain("findDiscount modified");
  for (const name of ["applyDiscount", "orderTotal", "handleCheckout"])
    expect(describeDelta(delta["delta"])).toContain(name);

  const read = FILES.map((file) => ({ file, tokens: countTokens(readFileSync(join(shop.root, file), "utf8")) }));
  const [spent, whole] = [sum(steps), sum(read)];
  await expect(page(spent, read)).toMatchFileSnapshot("../../../../docs/worked-example.md");
  expect(spent / whole).toBeLessThanOrEqual(0.25);
});

function sum(list: readonly { readonly tokens: number }[]): number {
  return list.reduce((total, { tokens }) => total + tokens, 0);
}

function messagesOf(why: unknown): string[] {
  const commits: readonly { date: string; message: string }[] = Object(why).commits ?? [];
  return commits.map(({ date, message }) => `${date}: ${message}`);
}

function describeDelta(pack: unknown): string {
  const { changedSymbols = [], blastRadius = [] } = Object(pack);
  const changed = changedSymbols.map((one: { name: string; changeType: string }) => `${one.name} ${one.changeType}`);
  const reached = blastRadius.map((one: { name: string; reason: string }) => `${one.name}: ${one.reason}`);
  return [...changed, ...reached].join("\n");
}

/** Everything that differs from run to run is left out. */
function page(spent: number, read: readonly { readonly file: string; readonly tokens: number }[]): string {
  const whole = sum(read);
  const sections = steps.map(({ title, action, args, told }, at) => {
    const shown = JSON.stringify(args, null, 2).replace(/"v\d+"/g, '"v…"');
    return `## ${at + 1}. ${title}\n\n\`${action}\`\n\n\`\`\`json\n${shown}\n\`\`\`\n\n\`\`\`text\n${told}\n\`\`\``;
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
