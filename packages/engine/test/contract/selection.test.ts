/** Tests of servers that offer a part of the table: what runs, what is refused, and which calls texts suggest. */

import { makePlace, writeExampleRepository } from "@sdl/repository/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorText } from "../../src/contract/error-text.js";
import {
  ACTIONS,
  type ActionSelection,
  type Engine,
  findAction,
  makeToolStyle,
  openEngine,
  PICTURE_TOOL,
  type SelectionRequest,
  selectActions,
} from "../../src/index.js";

const names = (selection: ActionSelection) =>
  ACTIONS.filter(({ name }) => selection.offers(name)).map(({ name }) => name);

test("read-only offers actions that only read, and those that run others", () => {
  const offered = names(selectActions({ readOnly: true }));
  const reading = ACTIONS.filter(({ annotations, name }) => annotations.readOnly || name === "sdl.chain");
  expect(offered).toEqual(reading.map(({ name }) => name));
  expect(offered).not.toContain("sdl.memory.store");
});

test("toolsets and exclusions combine, in every spelling", () => {
  expect(names(selectActions({ toolsets: ["source", "sdl_change"] }))).toEqual(
    ACTIONS.filter(({ name }) => /^sdl\.(code|logic|delta|pr)\./.test(name)).map(({ name }) => name),
  );
  const without = selectActions({ toolsets: ["source"], excluded: ["codeNeedWindow", "sdl_logic_slice"] });
  expect(names(without)).toEqual(["sdl.code.getSkeleton", "sdl.code.getHotPath"]);
  expect(names(selectActions({ excluded: ["sdl_context"] }))).not.toContain("sdl.slice.build");
});

test.each([
  [{ toolsets: ["qury"] }, /unknown toolset "qury"; toolsets: query, source, change, repo, agent/],
  [{ excluded: ["sdl_serch"] }, /unknown action "sdl_serch". Did you mean/],
  [{ toolsets: ["source"], excluded: ACTIONS.map(({ name }) => name) }, /no action is left/],
])("%j is refused", (request, message) => {
  expect(() => selectActions(request)).toThrow(message);
});

test("pictures are offered if an offered action has one, unless they are excluded in any spelling", () => {
  const offers = (request: SelectionRequest) => selectActions(request).offers(PICTURE_TOOL);
  expect([{}, { readOnly: true }, { toolsets: ["query"] }, { toolsets: ["change"] }].map(offers)).toEqual(
    Array(4).fill(true),
  );
  expect(offers({ toolsets: ["source", "repo"] })).toBe(false);
  for (const name of ["sdl.graph.picture", "sdl_graph_picture", "graphPicture"])
    expect(offers({ excluded: [name] })).toBe(false);
  expect(() => selectActions({ excluded: ["graphPicture"] }).requireOffered(PICTURE_TOOL)).toThrow(/--exclude-tools/);
  expect(() => selectActions({ toolsets: ["repo"] }).requireOffered(PICTURE_TOOL)).toThrow(/--toolsets/);
});

test("a refusal names the option that caused it", () => {
  expect(() => selectActions({ readOnly: true }).requireOffered("sdl.memory.store")).toThrow(/--read-only/);
  expect(() => selectActions({ toolsets: ["query"] }).requireOffered("sdl.memory.store")).toThrow(
    /only the toolsets query.*is in agent/,
  );
  expect(() => selectActions({ excluded: ["info"] }).requireOffered("sdl.info")).toThrow(/--exclude-tools/);
});

describe("on a repository", () => {
  let engine: Engine;
  let remove: () => void;
  beforeAll(async () => {
    const place = makePlace();
    remove = () => place.remove();
    writeExampleRepository(place.root);
    engine = openEngine({ cwd: place.root, env: { SDL_HOME: place.home } });
    await findAction("index.refresh")?.execute({}, { engine });
  });
  afterAll(async () => {
    await engine.close();
    remove();
  });

  const run = async (name: string, args: object, selection: ActionSelection) => {
    const action = findAction(name);
    if (action === undefined) throw new RangeError(name);
    const style = makeToolStyle("underscore", "core", selection);
    const answer = await action.execute(args, { engine, selection, text: style });
    return action.text(answer, style);
  };

  test("a chain runs no step whose action is not offered", async () => {
    const steps = [
      { fn: "symbolSearch", args: { query: "validateToken" } },
      { fn: "memoryStore", args: { type: "decision", title: "t", content: "c" } },
    ];
    const text = await run("chain", { steps }, selectActions({ readOnly: true }));
    expect(text).toContain("src/auth/token.ts");
    expect(text).toContain("policy_denied: this server does not offer sdl_remember");
  });

  test("texts suggest no refused call, and their token counts stay exact", async () => {
    const args = { taskText: "the expiry of a token" };
    const whole = await run("slice.build", args, selectActions({}));
    expect(whole).toMatch(/^Next: /m);
    const selection = selectActions({ excluded: ["symbol.references", "slice.build", "symbol.getCard"] });
    const part = await run("slice.build", args, selection);
    expect(part).not.toContain("Next: ");
    expect(part).not.toContain("\u0000");
    expect(part.split("\n").length).toBeLessThan(whole.split("\n").length);
  });

  test("the manual and the action search list only offered actions", async () => {
    const selection = selectActions({ toolsets: ["query", "agent"] });
    const manual = await run("manual", {}, selection);
    expect(manual).toContain("symbolSearch(");
    expect(manual).not.toContain("codeNeedWindow(");
    expect(await run("action.search", { query: "window of source lines" }, selection)).not.toContain("needWindow");
  });
});

test("an error's next call is left out if it is refused", () => {
  const error = {
    code: "not_indexed",
    message: "it is not indexed",
    nextBestAction: { tool: "sdl.index.refresh", args: {}, rationale: "indexes it" },
  } as const;
  expect(errorText(error, makeToolStyle("underscore"))).toContain("Next: sdl_index_refresh");
  const style = makeToolStyle("underscore", "core", selectActions({ readOnly: true }));
  expect(errorText(error, style)).toBe("not_indexed: it is not indexed\n");
});
