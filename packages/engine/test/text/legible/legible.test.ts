/**
 * Tests that texts are complete: a reader that knows only the texts' words finds every symbol, file, line and relation of the answer. Draws 12
 * answers of each default tool, 100 in the long tier, and limits their tokens. The repository contains sources shipped in packages.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makePlace, pick, seededRandom } from "@sdl/repository/testing";
import { encodeSlice, loadTokenCounter, type Slice } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_TOOLS } from "../../../src/contract/default-tools.js";
import type { Engine } from "../../../src/contract/engine.js";
import type { Answer } from "../../../src/contract/prune-answer.js";
import { makeToolStyle } from "../../../src/contract/tool-calls.js";
import { openEngine } from "../../../src/opened/open-engine.js";
import { CATALOG } from "../../../src/table.js";
import {
  chosenOfCard,
  chosenOfOutline,
  chosenOfReferences,
  chosenOfRisk,
  chosenOfSearch,
  chosenOfSlice,
} from "./chosen.js";
import { readText } from "./read-text.js";

const ANSWERS = process.env["SDL_LONG"] === undefined ? 12 : 100;
const STYLE = makeToolStyle("underscore");
const require = createRequire(import.meta.url);

const place = makePlace("shipped");
let engine: Engine;
let symbols: readonly { readonly address: string; readonly name: string; readonly docs: string }[];
let files: readonly string[];
let versions: string[];

beforeAll(async () => {
  const copy = (name: string, from: string, to: string): void =>
    cpSync(join(dirname(require.resolve(`${name}/package.json`)), from), join(place.root, to), { recursive: true });
  copy("zod", "src/v4/core", "core");
  copy("node-gyp", "gyp/pylib/gyp", "gyp");
  for (const large of ["core/tests", "core/schemas.ts", "gyp/xcodeproj_file.py", "gyp/generator"])
    rmSync(join(place.root, large), { recursive: true, force: true });
  engine = openEngine({ cwd: place.root, env: { SDL_HOME: place.home } });
  const { entry } = await engine.register({ rootPath: place.root, settings: {} });
  const repository = await engine.open(entry);
  versions = [];
  const random = seededRandom(7);
  for (let version = 0; version < 5; version++) {
    if (version > 0) editSome(random);
    const { versionId } = await repository.refresh({ mode: "incremental" });
    versions.push(versionId);
  }
  // Files written within one clock tick of their indexing count as changed until they are checked again.
  await repository.refresh({ mode: "incremental" });
  await repository.settle();
  const graph = repository.snapshot();
  files = graph.files();
  symbols = files.flatMap((file) =>
    graph.fileSymbols(file).map((handle) => {
      const { name, line, summary = "" } = { summary: "", ...graph.symbol(handle) };
      return { address: name === file ? file : `${file}:${line}`, name, docs: String(summary) };
    }),
  );
}, 300_000);
afterAll(async () => {
  await engine.close();
  place.remove();
});

/** Changes names, parameters and numbers in some files. */
function editSome(random: () => number): void {
  for (let i = 0; i < 4; i++) {
    const file = join(
      place.root,
      pick(random, [
        "core/util.ts",

        "core/registries.ts",
        "gyp/input.py",
        "gyp/common.py",
        "core/api.ts",
      ]),
    );
    const text = readFileSync(file, "utf8");
    const declarations = [...text.matchAll(/^(?:export function|def) (\w+)[<(]/gm)];
    const { 1: name = "", index } = pick(random, declarations);
    const end = text.indexOf("(", index) + 1;
    const edits = [
      `${text.slice(0, end)}extra${file.endsWith(".py") ? "" : ": number"}, ${text.slice(end)}`,
      text.slice(0, index) + text.slice(index).replace(name, `${name}Renamed`),
      text.replace(/\b1\b/g, "2"),
    ];
    writeFileSync(file, pick(random, edits));
  }
}

/** @returns for each call its text and its answer */
async function ask(action: string, args: object): Promise<{ readonly answer: Answer; readonly text: string }> {
  const answer = await CATALOG.run(action, args, { engine, text: STYLE });
  return { answer, text: CATALOG.get(action).text(answer, STYLE) };
}

type Chosen = (answer: never, text: string) => readonly string[];

interface Tool {
  readonly args: (random: () => number) => object;
  readonly chosen: Chosen;
}

const task = (random: () => number): string =>
  Array.from({ length: 3 }, () => pick(random, symbols).name.replace(/[._]/g, " ")).join(" and ");

const TOOLS: Readonly<Record<string, Tool>> = {
  "sdl.slice.build": {
    args: (random) =>
      pick(random, [
        { taskText: task(random) },
        { taskText: task(random), source: "none" },
        { editedFiles: [pick(random, files)], budget: { maxEstimatedTokens: 1500 } },
        { entrySymbols: [pick(random, symbols).address], budget: { maxEstimatedTokens: 1000 } },
      ]),
    chosen: chosenOfSlice,
  },
  "sdl.symbol.search": { args: (random) => ({ query: task(random), limit: 20 }), chosen: chosenOfSearch },
  "sdl.symbol.getCard": {
    args: (random) => ({ symbol: pick(random, symbols).address, source: pick(random, ["none", "auto", "full"]) }),
    chosen: chosenOfCard,
  },
  "sdl.symbol.references": {
    args: (random) => ({
      symbol: pick(random, symbols).address,
      direction: pick(random, ["callers", "callees", "references", "implementations", "supertypes", "tests"]),
      depth: pick(random, [1, 2]),
    }),
    chosen: (answer, text) =>
      chosenOfReferences(answer, /\b(?:calls?|uses?|implements? or extends?|is tested by)\b/.exec(text)?.[0] ?? ""),
  },
  "sdl.file.outline": { args: (random) => ({ file: pick(random, files) }), chosen: chosenOfOutline },
  "sdl.pr.risk.analyze": {
    args: (random) => {
      const to = 1 + Math.floor(random() * (versions.length - 1));
      return { fromVersion: versions[Math.floor(random() * to)], toVersion: versions[to] };
    },
    chosen: chosenOfRisk,
  },
  "sdl.memory.store": {
    args: (random) => ({
      type: "decision",
      title: `Why ${pick(random, symbols).name} is so (${Math.floor(random() * 1e9)})`,
      content: "It has to be.",
      symbolIds: [pick(random, symbols).address],
    }),
    chosen: () => [],
  },
};

test("the tools tested are the default tools", () => {
  expect(Object.keys(TOOLS).sort()).toEqual(DEFAULT_TOOLS.map(({ action }) => action).sort());
});

test.each(Object.keys(TOOLS))("a reader finds everything in %s", { timeout: 600_000 }, async (action) => {
  const random = seededRandom(23);
  const { args, chosen } = TOOLS[action] as Tool;
  let facts = 0;
  for (let answers = 0; answers < ANSWERS; ) {
    const request = args(random);
    const found = await ask(action, request).catch((error: { code?: string }) => {
      expect(error.code).toBe("symbol_ambiguous");
      return undefined;
    });
    if (found === undefined) continue;
    answers++;
    const { answer, text } = found;
    const wanted = [...new Set(chosen(answer as never, text))].sort();
    const read = [...new Set(readText(text))].sort();
    const difference = {
      missing: wanted.filter((fact) => !read.includes(fact)),
      more: read.filter((fact) => !wanted.includes(fact)),
    };
    if (difference.missing.length + difference.more.length > 0)
      expect({ request, ...difference, text }).toEqual({ request, missing: [], more: [], text });
    facts += wanted.length;
  }
  expect(facts > 0 || action === "sdl.memory.store").toBe(true);
});

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

test("a slice without source costs at most 60 % of the compact encoding of the same cards, a full card at most 150 tokens", {
  timeout: 600_000,
}, async () => {
  const count = await loadTokenCounter();
  const random = seededRandom(11);
  const shares: number[] = [];
  const cards: number[] = [];
  for (let i = 0; i < ANSWERS; i++) {
    const { answer, text } = await ask("sdl.slice.build", { taskText: task(random), source: "none" });
    const { slice } = CATALOG.get("slice.build").decode(answer);
    const compact = encodeSlice(slice as Slice, { wireFormat: "compact", wireFormatVersion: 2 });
    shares.push(count(text) / count(JSON.stringify(compact)));
    const { address } = pick(random, symbols);
    const card = await ask("sdl.symbol.getCard", { symbol: address, source: "none" }).catch(() => undefined);
    if (card !== undefined) cards.push(count(card.text));
  }
  expect(median(shares)).toBeLessThanOrEqual(0.6);
  expect(median(cards)).toBeLessThanOrEqual(150);
});
