/** Tests of the page in a real browser: content, keyboard access to every action, accessibility, and no requests. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { graphPage } from "../src/index.js";
import { generatedPicture } from "../src/testing/index.js";
import { Browsing, hasBrowser } from "./support/open-page.js";
import { HARD_NAMES, pictureOf } from "./support/small-picture.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A picture: handle uses total and store; test uses handle; total was changed. */
const SHOP = pictureOf(
  [
    {
      name: "total",
      kind: "function",
      line: 4,
      fanIn: 1,
      change: { type: "modified", risk: 62 },
      source: { startLine: 4, text: "function total() {\n  return 1;\n}" },
    },
    { name: "handle", line: 9, fanIn: 1, effect: { distance: 1, reason: "calls total" } },
    { name: "Store", kind: "class", cluster: 1, file: "lib/store.ts", fanIn: 1, signature: "class Store<T>" },
    { name: "test handle", file: "test/a.test.ts", effect: { distance: 2, reason: "calls handle calls total" } },
  ],
  [
    [1, 0],
    [1, 2, { kind: "uses", confidence: 0.5 }],
    [3, 1],
  ],
  { subject: "delta", title: "HEAD → @draft" },
);

const browsing = new Browsing();
afterEach(() => browsing.closePages());
afterAll(() => browsing.close());

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  "opens from a file, without console output and without requests": async () => {
    const page = await browsing.open(graphPage(SHOP));
    expect(await page.locator("h1").textContent()).toBe("HEAD → @draft");
    expect(await page.locator("#counts").textContent()).toBe("app · 4 symbols, 3 edges");
    await chooseByKeys(page, "Store");
    expect(browsing.complaints).toEqual([]);
  },

  "a click on a symbol chooses it, a click beside it unchooses it": async () => {
    const page = await browsing.open(graphPage(pictureOf([{ name: "only", fanIn: 90 }])));
    const box = (await page.locator("#overlay").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(await page.locator("#chosen h2").textContent()).toBe("only");
    await page.mouse.click(box.x + 20, box.y + 20);
    expect(await page.locator("#chosen").isHidden()).toBe(true);
  },

  "every action on a symbol has a key and is announced": async () => {
    const page = await browsing.open(graphPage(SHOP));
    const live = () => page.locator("#live").textContent();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the list of symbols");
    await page.keyboard.press("/");
    await page.keyboard.type("handle");
    expect(await page.locator("#found").textContent()).toBe("2 symbols");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("#peek").textContent()).toContain("may be affected, 1 step away");
    await page.keyboard.press("Enter");
    expect(await live()).toBe("handle: 1 caller, 2 callees in this picture.");
    expect(await page.locator("#chosen [aria-label='Used by'] li").allTextContents()).toEqual([
      "test handletest/a.test.ts:4 · call 100 %",
    ]);
    await page.keyboard.press("b");
    expect(await live()).toBe("A change of handle may reach 1 symbol: 1 at 1 step.");
    expect(await page.locator("#blast-button").getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("f");
    expect(await live()).toBe("The picture shows handle.");
    await page.keyboard.press("Escape");
    expect(await live()).toBe("handle is chosen.");
    await page.keyboard.press("Escape");
    expect(await live()).toBe("Nothing is chosen.");
    await page.locator("#search").fill("");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    expect(await page.evaluate("document.activeElement.textContent")).toContain("function total() {");
  },

  "a key copies the place of a symbol": async () => {
    const page = await browsing.open(graphPage(SHOP), { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#list").focus();
    await page.keyboard.press("o");
    await expect.poll(() => page.locator("#live").textContent()).toBe("Copied src/a.ts:4.");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("src/a.ts:4");
  },

  "panels open and close by keys, and return the focus": async () => {
    const page = await browsing.open(graphPage(SHOP));
    for (const [button, panel] of [
      ["#filter-button", "#filters"],
      ["#help-button", "#help"],
    ] as const) {
      await page.locator(button).focus();
      await page.keyboard.press("Enter");
      expect(await page.locator(button).getAttribute("aria-expanded")).toBe("true");
      expect(await page.locator(panel).isVisible()).toBe(true);
      await page.keyboard.press("Enter");
      expect(await page.locator(panel).isHidden()).toBe(true);
    }
    await page.locator("#filter-button").press("Enter");
    await page.locator("#confidence").focus();
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.id")).toBe("filter-button");
  },

  "edges are filtered by kind and confidence, in the details panel too": async () => {
    const page = await browsing.open(graphPage(SHOP));
    await chooseByKeys(page, "handle");
    const uses = () => page.locator("#chosen [aria-label='Uses'] li").count();
    expect(await uses()).toBe(2);
    await page.locator("#filter-button").click();
    await page.locator("#confidence").fill("60");
    expect(await uses()).toBe(1);
    await page.locator("#confidence").fill("0");
    await page.locator("#kind-uses").uncheck();
    expect(await uses()).toBe(1);
    expect(await page.locator("#live").textContent()).toBe("2 edges of 3.");
  },

  "the focus order follows the page": async () => {
    const page = await browsing.open(graphPage(SHOP));
    const order: string[] = [];
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press("Tab");
      order.push(String(await page.evaluate("document.activeElement.id || document.activeElement.className")));
    }
    expect(order).toEqual([
      ...["skip", "filter-button", "help-button", "theme", "search", "list", "zoom-in", "zoom-out", "zoom-fit"],
    ]);
  },

  "the theme is the system's until the user chooses one": async () => {
    const page = await browsing.open(graphPage(SHOP), { colorScheme: "dark" });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(18, 22, 28)");
    await page.locator("#theme").click();
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await page.locator("#theme").click();
    expect(await ground()).toBe("rgb(18, 22, 28)");
    expect(await page.locator("#theme").textContent()).toBe("Theme: dark");
  },

  "with many symbols, closed clusters are shown; a key or a search result opens one": async () => {
    const page = await browsing.open(graphPage(generatedPicture({ nodes: 5200, edges: 6000, clusters: 30 })));
    const rows = () => page.locator("#list [role=option]").count();
    expect(await rows()).toBe(30);
    await page.locator("#list").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#live").textContent()).toMatch(/^src\/part-0: \w+ is open: \d+ symbols\.$/);
    expect(await rows()).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    expect(await rows()).toBe(30);
    await page.locator("#search").fill("file-3 kind:class");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#search").fill("");
    await expect.poll(rows).toBeGreaterThan(30);
  },

  "a click opens a closed cluster": async () => {
    const page = await browsing.open(graphPage(pictureOf(Array(5001).fill("one"))));
    expect(await page.locator("#list .place").allTextContents()).toEqual(["cluster, 5,001 symbols, closed"]);
    const box = (await page.locator("#overlay").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(await page.locator("#live").textContent()).toBe("src is open: 5,001 symbols.");
  },

  "the details panel has buttons for all actions, and closing it returns to the list": async () => {
    const page = await browsing.open(graphPage(SHOP));
    await chooseByKeys(page, "total");
    await page.locator("#blast-button").press("Enter");
    expect(await page.locator(".blast h4").allTextContents()).toEqual(["1 step away (1)", "2 steps away (1)"]);
    expect(await page.evaluate("document.activeElement.id")).toBe("blast-button");
    await page.locator(".blast li button").first().press("Enter");
    expect(await page.locator("#chosen h2").textContent()).toBe("handle");
    expect(await page.evaluate("document.activeElement.id")).toBe("blast-button");
    await page.locator("#chosen .buttons button").last().press("Enter");
    expect(await page.locator("#chosen").isHidden()).toBe(true);
    expect(await page.evaluate("document.activeElement.id")).toBe("list");
  },

  "hostile names are shown as text": async () => {
    const nodes = HARD_NAMES.map((name) => ({ name, source: { startLine: 1, text: name }, signature: name }));
    const page = await browsing.open(graphPage(pictureOf(nodes, [], { title: HARD_NAMES[0] ?? "" })));
    expect(await page.locator("h1").textContent()).toBe(HARD_NAMES[0]);
    await chooseByKeys(page, "alert");
    expect(await page.locator("#chosen h2").textContent()).toBe(HARD_NAMES[0]);
    expect(await page.locator("script").count()).toBe(2);
    expect(browsing.complaints).toEqual([]);
  },

  "a narrow screen stacks all parts": async () => {
    const page = await browsing.open(graphPage(SHOP), { viewport: { width: 360, height: 740 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await chooseByKeys(page, "total");
    for (const part of ["#graph", "#chosen", "#list"]) expect(await page.locator(part).isVisible()).toBe(true);
  },
};

async function chooseByKeys(page: Page, name: string): Promise<void> {
  await page.locator("#search").fill(name);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Runs axe in the first state, with panels open and a blast radius, and with many clusters. */
async function expectNoViolation(colorScheme: "light" | "dark", width: number): Promise<void> {
  const look = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
  const page = await browsing.open(graphPage(SHOP), look);
  expect(await violations(page), "at first").toEqual([]);
  await page.locator("#filter-button").click();
  await page.locator("#help-button").click();
  await chooseByKeys(page, "total");
  await page.keyboard.press("b");
  expect(await violations(page), "with a blast radius").toEqual([]);
  const many = await browsing.open(graphPage(generatedPicture({ nodes: 60, edges: 120, clusters: 16 })), look);
  expect(await violations(many), "with many clusters").toEqual([]);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations: found } = (await page.evaluate("axe.run()")) as { readonly violations: readonly Violation[] };
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Colours depend on the scheme and places on the width: two looks cover both, the long tier has all four. */
const LOOKS = [
  ["light", 1280],
  ["dark", 360],
  ...(process.env["SDL_LONG"] === "1"
    ? ([
        ["light", 360],
        ["dark", 1280],
      ] as const)
    : []),
] as const;
const cases = [
  ...Object.entries(CASES),
  ...LOOKS.map(
    ([scheme, width]) =>
      [`no rule of axe is broken, ${scheme}, ${width} points wide`, () => expectNoViolation(scheme, width)] as const,
  ),
];
if (!hasBrowser)
  process.stderr.write(`skipped: ${cases.length} tests of the page, for there is no Chromium (SDL_CHROMIUM)\n`);
test.skipIf(!hasBrowser).each(cases)("%s", async (_, run) => run());
