/**
 * Tests of the page in a browser, beside answers of a real server, as a client shows it: drawing, theme, use, and
 * teardown.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { GitFixture, shareOfDay } from "@sdl/engine/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connect, SHOWS_PAGES, type TestClient } from "../clients.js";
import { type Example, indexExample } from "../example.js";
import { AppHost, hasBrowser, type OpenApp } from "./app-host.js";

let example: Example;
let client: TestClient;
const host = new AppHost();
beforeAll(async () => {
  if (!hasBrowser) return;
  example = await indexExample();
  GitFixture.make(example.root).commit("start");
  appendFileSync(join(example.root, "src/auth/token.ts"), "\nexport const added = () => 1;\n");
  client = await connect("2025-11-25", example, [], SHOWS_PAGES);
});
afterEach(() => host.closePages());
afterAll(async () => {
  await client?.close();
  await host.close();
  example?.remove();
});

const SLICE = { tool: "sdl_context", args: { taskText: "token validation fails" } };
const CHANGES = { tool: "sdl_changes", args: { fromVersion: "HEAD" } };

/** A client that can show the page in full screen. */
const LARGE = { availableDisplayModes: ["inline", "fullscreen"] };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations({ view }: OpenApp): Promise<readonly string[]> {
  await view.evaluate(AXE);
  const { violations: found } = (await view.evaluate("axe.run()")) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  };
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

async function drawn(app: OpenApp): Promise<OpenApp> {
  await app.view.locator("#base[data-drawn]").waitFor();
  return app;
}
const ground = ({ view }: OpenApp) => view.evaluate("getComputedStyle(document.body).backgroundColor");
const said = ({ view }: OpenApp) => view.locator("#live").textContent();

/** Moves the mouse until it points at a symbol that is not chosen. @returns the symbol's name */
async function pointAtSymbol({ page, view }: OpenApp): Promise<string> {
  const { x, y, width, height } = (await view.locator("#overlay").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let i = 1; i < 2000; i++) {
    await page.mouse.move(
      x + width * (0.05 + 0.9 * ((i * 0.618034) % 1)),
      y + height * (0.05 + 0.9 * ((i * 0.754878) % 1)),
    );
    await view.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    if (await view.locator("#peek").isVisible()) return (await view.locator("#peek strong").textContent()) ?? "";
  }
  throw new Error("the picture shows no symbol");
}

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  "a slice is drawn beside its answer, without console output and without requests": async () => {
    const app = await drawn(await host.open(client, SLICE));
    expect(await app.view.locator("h1").textContent()).toBe("token validation fails");
    expect(await app.view.locator("#subject").textContent()).toBe("Slice");
    expect(await app.view.locator("#counts").textContent()).toMatch(/ · \d+ symbols, \d+ edges$/);
    expect(await app.view.locator("#list [role=option]").count()).toBeGreaterThan(5);
    expect(await app.view.locator("#notice").isVisible()).toBe(false);
    const { calls, sizes, isEarly } = await app.heard();
    expect(isEarly).toBe(false);
    expect(calls).toEqual([{ name: "sdl_graph_picture", args: { sliceHandle: expect.any(String) } }]);
    expect(sizes.at(-1)).toBe(620);
    expect(host.complaints).toEqual([]);
  },

  "a comparison is drawn with changed and affected symbols": async () => {
    const app = await drawn(await host.open(client, CHANGES));
    expect(await app.view.locator("#subject").textContent()).toBe("Delta");
    expect(await app.view.locator("h1").textContent()).toBe("HEAD → @latest");
    expect(await app.view.locator("#list").textContent()).toContain("added");
    expect(await app.view.locator("#legend").textContent()).toContain("may be affected");
    expect(host.complaints).toEqual([]);
  },

  "if a client passes on only the content, the picture is found from the call's arguments": async () => {
    for (const [shown, call] of [
      [SLICE, SLICE.args],
      [CHANGES, CHANGES.args],
    ] as const) {
      const [whole, bare] = [
        await drawn(await host.open(client, shown)),
        await drawn(await host.open(client, { ...shown, isContentAlone: true })),
      ];
      expect((await bare.heard()).calls).toEqual([{ name: "sdl_graph_picture", args: { call } }]);
      const [one, other] = await Promise.all([whole, bare].map(({ view }) => view.locator("#list").textContent()));
      expect(one).toBe(other);
    }
  },

  "a click on a symbol chooses it and shows its blast radius, source and place": async () => {
    const app = await drawn(await host.open(client, SLICE, { permissions: ["clipboard-read", "clipboard-write"] }));
    await app.view.locator("#search").fill("validateToken");
    await app.view.locator("#list [role=option]").first().click();
    expect(await app.view.locator("#chosen h2").textContent()).toBe("validateToken");
    expect(await app.view.locator("#chosen pre.source").textContent()).toContain("validateToken(");
    await app.view.locator("#blast-button").click();
    expect(await said(app)).toMatch(/^A change of validateToken may reach \d+ symbol/);
    const name = await pointAtSymbol(app);
    await app.page.mouse.down();
    await app.page.mouse.up();
    expect(await app.view.locator("#chosen h2").textContent()).toBe(name);
    expect(await said(app)).toContain(`${name}: `);
  },

  "the theme follows the client, also later; without one, the system": async () => {
    const dark = await drawn(await host.open(client, { ...SLICE, hostContext: { theme: "dark" } }));
    expect(await ground(dark)).toBe("rgb(18, 22, 28)");
    const before = Number(await dark.view.locator("#base").getAttribute("data-drawn"));
    await dark.host("sendHostContextChange", { theme: "light" });
    await expect.poll(() => ground(dark)).toBe("rgb(255, 255, 255)");
    await expect
      .poll(async () => Number(await dark.view.locator("#base").getAttribute("data-drawn")))
      .toBeGreaterThan(before);
    expect(await dark.view.locator("#theme").count()).toBe(0);
    const system = { ...SLICE, hostContext: { theme: undefined } };
    expect(await ground(await drawn(await host.open(client, system, { colorScheme: "dark" })))).toBe("rgb(18, 22, 28)");
  },

  "the page requests a height up to the client's maximum": async () => {
    const low = await drawn(
      await host.open(client, { ...SLICE, hostContext: { containerDimensions: { maxHeight: 400 } } }),
    );
    expect((await low.heard()).sizes.at(-1)).toBe(400);
    const fixed = await drawn(
      await host.open(client, { ...SLICE, hostContext: { containerDimensions: { height: 300 } } }),
    );
    expect((await fixed.heard()).sizes).toEqual([]);
  },

  "full screen is offered if the client has it, and only there the wheel zooms": async () => {
    const none = await drawn(await host.open(client, SLICE));
    expect(await none.view.locator("#enlarge").isVisible()).toBe(false);
    const app = await drawn(await host.open(client, { ...SLICE, hostContext: LARGE }));
    const box = (await app.view.locator("#overlay").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const drawnTimes = async () => Number(await app.view.locator("#base").getAttribute("data-drawn"));
    const settled = await drawnTimes();
    await app.page.mouse.wheel(0, -300);
    await app.view.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    expect(await drawnTimes()).toBe(settled);
    await app.view.locator("#enlarge").click();
    await expect.poll(() => app.view.locator("#enlarge").textContent()).toBe("Leave full screen");
    expect((await app.heard()).modes).toEqual(["fullscreen"]);
    const large = await drawnTimes();
    await app.page.mouse.move(500, 400);
    await app.page.mouse.wheel(0, -300);
    await expect.poll(drawnTimes).toBeGreaterThan(large);
  },

  "an answer without a picture, a cancelled call and a refused one show a short notice": async () => {
    const notice = async (app: OpenApp) => {
      await expect.poll(async () => (await app.heard()).sizes.at(-1)).toBeLessThan(120);
      return app.view.locator("#notice").textContent();
    };
    const failed = await host.open(client, { ...CHANGES, args: { fromVersion: "no-such-branch" } });
    await expect.poll(() => notice(failed)).toBe("This answer has no graph.");
    expect(await failed.view.locator("#graph").isVisible()).toBe(false);
    const cancelled = await host.open(client, { ...SLICE, isCancelled: true });
    await expect.poll(() => notice(cancelled)).toBe("The call was cancelled: there is nothing to show.");
    await cancelled.host("sendToolResult", { content: [], _meta: { "sdl/picture": { sliceHandle: "gone" } } });
    await expect
      .poll(() => notice(cancelled))
      .toContain('No graph. handle_unknown: sliceHandle: the handle "gone" is unknown');
  },

  "the page answers its client's requests, and later answers do not replace its picture": async () => {
    const app = await drawn(await host.open(client, SLICE));
    await app.host("sendToolResult", { content: [], _meta: { "sdl/picture": {} } });
    expect(await app.host("teardownResource", {})).toEqual({});
    expect(await app.view.locator("h1").textContent()).toBe("token validation fails");
    expect((await app.heard()).calls).toHaveLength(1);
  },

  "axe finds no violation in the page and in its notices": async () => {
    for (const theme of ["light", "dark"]) {
      const look = { bypassCSP: true };
      const app = await drawn(await host.open(client, { ...CHANGES, hostContext: { ...LARGE, theme } }, look));
      await app.view.locator("#list [role=option]").first().click();
      expect(await violations(app)).toEqual([]);
      const notice = await host.open(client, { ...SLICE, isCancelled: true, hostContext: { theme } }, look);
      await notice.view.locator("#notice", { hasText: "cancelled" }).waitFor();
      expect(await violations(notice)).toEqual([]);
    }
  },

  "in the width of a conversation, all parts are stacked": async () => {
    const app = await drawn(await host.open(client, SLICE, { viewport: { width: 420, height: 760 } }));
    expect(await app.view.evaluate("document.documentElement.scrollWidth")).toBe(420);
    for (const part of ["#graph", "#list"]) expect(await app.view.locator(part).isVisible()).toBe(true);
  },
};

if (!hasBrowser)
  process.stderr.write(
    `skipped: ${Object.keys(CASES).length} tests of the page in a client, for there is no Chromium (SDL_CHROMIUM)\n`,
  );
/** The first two cases run each day, and a third of the others. */
const cases = Object.entries(CASES);
const drawnCases = [...cases.slice(0, 2), ...shareOfDay(cases.slice(2), 3)];
test.skipIf(!hasBrowser).each(drawnCases)("%s", async (_, run) => run());
