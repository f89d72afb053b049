/** Handles of slices at servers that a load balancer asks in turn: each server knows what another one gave out. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import { findAction } from "../../src/dispatch.js";
import { joinTeam } from "../../src/testing/index.js";
import { ask, engineWith, TeamPlace } from "./team-place.js";

const FILES = {
  "src/cart.ts": [
    'import { roundUp } from "./round";',
    "/** Adds up prices. */",
    "export function totalPrice(prices: number[]): number {\n  return roundUp(prices.reduce(sum, 0));\n}",
    "function sum(a: number, b: number): number {\n  return a + b;\n}",
    "/** The price of all prices. */",
    "export function priceOfCart(): number {\n  return totalPrice([sum(1, 2)]);\n}",
    "/** A price with tax. */",
    "export function taxedPrice(): number {\n  return totalPrice([priceOfCart()]);\n}",
  ].join("\n"),
  "src/round.ts":
    "/** Rounds a price up. */\nexport function roundUp(price: number): number {\n  return Math.ceil(price);\n}\n",
};
const RULES = { everybody: ["*"], other: ["other/*"] };
const TASK = { taskText: "round the price of a cart up; keep it (100%) = 1 & more", budget: { maxCards: 2 } };

let place: TeamPlace;
let nowMs: number;
beforeEach(() => {
  place = new TeamPlace();
  nowMs = Date.now();
});
afterEach(() => place.remove());

/** Calls an action, and the answer as JSON. */
async function call(engine: Engine, name: string, args: object): Promise<Record<string, unknown>> {
  const action = findAction(name);
  if (action === undefined) throw new Error(`no action is called ${name}`);
  return (await action.execute(args, { engine })) as Record<string, unknown>;
}

/** Engines of two servers, with the layers of the repository derived. */
async function withTwo(work: (engines: readonly [Engine, Engine]) => Promise<void>): Promise<void> {
  const options = { rules: place.writeRules(RULES), now: () => nowMs };
  await place.serve(
    (one) =>
      place.serve(
        async (other) => work([await engineWith(one, "everybody"), await engineWith(other, "everybody")]),
        options,
        "other",
      ),
    options,
    "one",
  );
}

async function settle(...engines: readonly Engine[]): Promise<void> {
  for (const engine of engines) await (await engine.open(engine.resolve("acme/shop"))).settleLayers();
}

const idsOf = (cards: unknown) => (cards as { symbolId: string }[]).map(({ symbolId }) => symbolId);

test("a client that is sent to two servers in turn refreshes, pages and continues its slice", async () => {
  const member = await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  let first = "";
  await withTwo(async ([a, b]) => {
    await settle(a);
    const built = await call(a, "slice.build", { repoId: "acme/shop", ...TASK, wireFormat: "standard" });
    const handle = String(built["sliceHandle"]);
    first = handle;
    const { truncation, cards } = built["slice"] as { truncation: { spilloverHandle: string }; cards: unknown };
    expect(handle).toMatch(/^h_\d{16}\?ledgerVersion=v\d+&/);

    expect(await call(b, "slice.refresh", { sliceHandle: handle })).toMatchObject({
      sliceHandle: handle,
      notModified: true,
    });
    const pages = [];
    let cursor: unknown;
    for (const engine of [b, a, b]) {
      const args = { spilloverHandle: truncation.spilloverHandle, pageSize: 1, ...(cursor ? { cursor } : {}) };
      const page = await call(engine, "slice.spillover.get", args);
      pages.push(...idsOf(page["symbols"]));
      cursor = page["cursor"];
    }
    const all = await call(a, "slice.spillover.get", { spilloverHandle: truncation.spilloverHandle, pageSize: 100 });
    expect(pages).toEqual(idsOf(all["symbols"]).slice(0, 3));
    expect(pages.filter((id) => idsOf(cards).includes(id))).toEqual([]);

    const [more, same] = [
      await call(b, "slice.build", { cursor: handle, wireFormat: "standard", budget: { maxCards: 1 } }),
      await call(a, "slice.build", { cursor: handle, wireFormat: "standard", budget: { maxCards: 1 } }),
    ];
    expect(same["slice"]).toEqual(more["slice"]);
    // A slice that continues another one is known to the next server too, which then knows both.
    expect(await call(a, "slice.refresh", { sliceHandle: more["sliceHandle"] })).toMatchObject({ notModified: true });

    member.git.commit("second", { "src/round.ts": FILES["src/round.ts"].replace("ceil", "floor") });
    await member.push();
    nowMs += 10_000;
    const changed = await call(b, "slice.refresh", { sliceHandle: handle, fresh: true });
    expect(changed).toMatchObject({ sliceHandle: handle, notModified: false });
    expect(JSON.stringify(changed["delta"])).toContain("roundUp");
    await settle(b);
    const later = await call(b, "slice.build", { repoId: "acme/shop", ...TASK, wireFormat: "standard" });
    // The other server has not looked at the head since.
    expect(await call(a, "slice.refresh", { sliceHandle: later["sliceHandle"] })).toMatchObject({ notModified: true });
  });
  // A server that never had the version says how to build the slice of the latest one.
  await place.serve(
    async (team) => {
      const asked = call(await engineWith(team, "everybody"), "slice.refresh", { sliceHandle: first });
      await expect(asked).rejects.toMatchObject({
        code: "lease_expired",
        nextBestAction: { tool: "sdl.slice.build", args: { repoId: "acme/shop", taskText: TASK.taskText } },
      });
    },
    { rules: place.writeRules(RULES) },
    "third",
  );
});

test("texts name handles that the next server knows, and a code window may refer to a slice of another server", async () => {
  await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  await withTwo(async ([a, b]) => {
    await settle(a, b);
    const text = await ask(a, "slice.build", { repoId: "acme/shop", ...TASK });
    const [, next = ""] = /Next: sdl\.context (\{.*\}) {2}the candidates left out/.exec(text) ?? [];
    const { cursor } = JSON.parse(next) as { cursor: string };
    expect(await ask(b, "slice.build", { cursor })).toMatch(/^\d+ symbols? in/);
    const wanted = {
      repoId: "acme/shop",
      symbol: "roundUp",
      reason: "rounding",
      expectedLines: 5,
      identifiersToFind: [],
    };
    expect(await ask(b, "code.needWindow", { ...wanted, sliceContext: { sliceHandle: cursor } })).toContain(
      "this server has no source",
    );
  });
});

test("a handle that states another slice, version or repository than its digits name gives nothing", async () => {
  await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  await joinTeam(place.folder, place.remote, "other/vault", FILES);
  await withTwo(async ([a, b]) => {
    const handle = String((await call(a, "slice.build", { repoId: "acme/shop", ...TASK }))["sliceHandle"]);
    const refused = [
      handle.replace("round", "square"),
      handle.replace(/maxCards%22%3A2/, "maxCards%22%3A400000"),
      handle.replace(/&taskText=[^&]*/, ""),
      `${handle}&more=1`,
      handle.replace(/asOfDay=[^&]*/, "asOfDay=2001-01-01"),
      handle.replace(/\?.*/, ""),
    ];
    for (const one of refused) {
      expect(one).not.toBe(handle);
      await expect(call(b, "slice.refresh", { sliceHandle: one }), one).rejects.toMatchObject({
        code: "handle_unknown",
      });
    }
    for (const name of [handle, handle.replace("h_", "sp_")])
      await expect(call(b, "slice.spillover.get", { repoId: "other/vault", handle: name })).rejects.toMatchObject({
        code: "handle_unknown",
      });
  });
  await place.serve(
    async (team) => {
      const engine = await engineWith(team, "everybody");
      const built = await call(engine, "slice.build", { repoId: "acme/shop", ...TASK });
      const others = await engineWith(team, "other");
      const asked = call(others, "slice.refresh", { sliceHandle: built["sliceHandle"] });
      await expect(asked).rejects.toMatchObject({ code: "handle_unknown" });
      // A task that is too long for a handle, or that quotes a secret, is not stated.
      for (const taskText of ["price ".repeat(200), "the price with key AKIAIOSFODNN7EXAMPLE fails"]) {
        const long = await call(engine, "slice.build", { repoId: "acme/shop", taskText });
        expect(long["sliceHandle"]).toMatch(/^h_\d{16}$/);
      }
    },
    { rules: place.writeRules(RULES) },
    "third",
  );
});
