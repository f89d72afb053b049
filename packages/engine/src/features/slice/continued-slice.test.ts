/** Tests of slices that continue with the candidates that the previous slice left out. */
import { makePlace, writeExampleRepository } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { sliceBuild } from "./slice-build.action.js";

const TASK = { taskText: "token of a user", wireFormat: "standard", budget: { maxCards: 3 } };
const HOUR = 3_600_000;

interface Built {
  readonly sliceHandle: string;
  readonly slice: {
    readonly cards: readonly { readonly symbolId: string }[];
    readonly truncation?: { readonly truncated: boolean; readonly droppedCards: number };
  };
}

class Example {
  nowMs = Date.UTC(2026, 10, 22, 9);
  private readonly place = makePlace("my-app");

  constructor() {
    onTestFinished(() => this.place.remove());
    writeExampleRepository(this.place.root);
  }

  /** A separate process, as far as the store can tell. */
  open(): Engine {
    const { root, home } = this.place;
    const engine = openEngine({ cwd: root, env: { SDL_HOME: home }, now: () => this.nowMs });
    onTestFinished(() => engine.close());
    return engine;
  }
}

async function indexed(): Promise<{ readonly example: Example; readonly engine: Engine }> {
  const example = new Example();
  const engine = example.open();
  await runAction("sdl.index.refresh", { mode: "full" }, { engine });
  return { example, engine };
}

async function build(engine: Engine, args: object): Promise<Built> {
  return (await runAction("sdl.slice.build", args, { engine })) as unknown as Built;
}

function idsOf({ slice: { cards } }: Built): string[] {
  return cards.map(({ symbolId }) => symbolId);
}

test("consecutive slices contain every candidate once, and end", async () => {
  const { engine } = await indexed();
  const first = await build(engine, TASK);
  const { droppedCards = 0 } = first.slice.truncation ?? {};
  const shown = [...idsOf(first)];
  for (let last = first; last.slice.truncation?.truncated === true; ) {
    last = await build(engine, { cursor: last.sliceHandle, wireFormat: "standard", budget: { maxCards: 4 } });
    expect(idsOf(last).length).toBeGreaterThan(0);
    shown.push(...idsOf(last));
  }
  expect(droppedCards).toBeGreaterThan(4);
  expect(shown).toHaveLength(3 + droppedCards);
  expect(new Set(shown).size).toBe(shown.length);
});

test("another process continues a slice with the same answer", async () => {
  const { example, engine } = await indexed();
  const { sliceHandle } = await build(engine, TASK);
  const args = { cursor: sliceHandle, wireFormat: "standard" };
  const here = await build(engine, args);
  await engine.close();
  expect(await build(example.open(), args)).toEqual(here);
});

test("a text suggests the call that continues the slice, and after the last slice another call", async () => {
  const { engine } = await indexed();
  const style = makeToolStyle("underscore");
  const calls: unknown[] = [];
  let text = "";
  for (let args: object | undefined = { taskText: TASK.taskText, budget: { maxCards: 6 } }; args !== undefined; ) {
    const answer = await sliceBuild.execute(args, { engine, text: style });
    text = sliceBuild.text(answer, style);
    const [, written] = /^Next: sdl_context (\{.*?\}) {2}the candidates left out$/m.exec(text) ?? [];
    args = written === undefined ? undefined : JSON.parse(written);
    calls.push(args);
  }
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(calls.length);
  expect(text).toMatch(/^Next: sdl_(?:symbol|references) /m);
});

test("a cursor excludes seeds, and requires a slice with a live lease", async () => {
  const { example, engine } = await indexed();
  const { sliceHandle } = await build(engine, TASK);
  const refused = (args: object) => expect(build(engine, args)).rejects;
  await refused({ cursor: sliceHandle, taskText: "another task" }).toMatchObject({ code: "invalid_params" });
  await refused({ cursor: "h_0000000000000000" }).toMatchObject({ code: "handle_unknown" });
  const second = await build(engine, { cursor: sliceHandle });
  example.nowMs += 2 * HOUR;
  for (const cursor of [sliceHandle, second.sliceHandle]) {
    const error = await build(engine, { cursor }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "lease_expired", nextBestAction: { tool: "sdl.slice.build" } });
    const { args } = (error as { readonly nextBestAction: { readonly args: object } }).nextBestAction;
    expect(idsOf(await build(engine, { ...args, wireFormat: "standard" }))).not.toEqual([]);
  }
});

test("a continued slice can be refreshed like any other", async () => {
  const { engine } = await indexed();
  const { sliceHandle } = await build(engine, TASK);
  const second = await build(engine, { cursor: sliceHandle, wireFormat: "standard" });
  const refreshed = await runAction("sdl.slice.refresh", { sliceHandle: second.sliceHandle }, { engine });
  expect(refreshed).toMatchObject({ sliceHandle: second.sliceHandle, notModified: true });
});
