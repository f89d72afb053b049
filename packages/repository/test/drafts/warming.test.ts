/** Warming: a file that an editor opened is prepared for its first change, invisibly. */
import { ExtractionPool } from "@sdl/indexer";
import { afterEach, expect, test, vi } from "vitest";
import { draftedGraph, draftedPlace, Editor, symbolsIn } from "./drafted-place.js";

const FILES = { "a.ts": "export function one() {}\n", "b.ts": "export function two() {}\n" };
const OPENED = { event: "open", isDirty: false } as const;
const WARM_MS = 300;

afterEach(() => {
  vi.restoreAllMocks();
});

test("of several opened files only the last is parsed, and then only its first change", async () => {
  const { repository, faults } = await draftedPlace(FILES);
  const run = vi.spyOn(ExtractionPool.prototype, "run");
  const paths = () => run.mock.calls.flatMap(([{ jobs }]) => jobs.map(({ path }) => path));
  const editor = new Editor(repository);
  await editor.push("a.ts", FILES["a.ts"], OPENED);
  await editor.push("b.ts", FILES["b.ts"], OPENED);
  const warmed = ["b.ts", "b.ts"];
  await vi.waitFor(() => expect(paths()).toEqual(warmed), { timeout: 20 * WARM_MS });
  expect(await repository.drafted()).toBeUndefined();
  expect(repository.drafts.status(undefined)).toMatchObject({ pending: 0, dirty: 0, queued: 0 });
  await editor.push("b.ts", `${FILES["b.ts"]}export function three() {}\n`);
  expect(symbolsIn(await draftedGraph(repository), "b.ts")).toEqual(["two:1", "three:2"]);
  expect(paths()).toEqual([...warmed, "b.ts"]);
  expect(faults).toEqual([]);
});

test("a file whose changes were undone is prepared for its next change", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("a.ts", `${FILES["a.ts"]}export function three() {}\n`);
  await draftedGraph(repository);
  const run = vi.spyOn(ExtractionPool.prototype, "run");
  const texts = () => run.mock.calls.flatMap(([{ jobs }]) => jobs.map(({ content }) => String(content)));
  await editor.push("a.ts", FILES["a.ts"], { event: "change", isDirty: false });
  await vi.waitFor(() => expect(texts()).toEqual([FILES["a.ts"], `${FILES["a.ts"]}\n`]), { timeout: 20 * WARM_MS });
  const changed = `${FILES["a.ts"]}export function four() {}\n`;
  await editor.push("a.ts", changed);
  expect(symbolsIn(await draftedGraph(repository), "a.ts")).toEqual(["one:1", "four:2"]);
  expect(texts().slice(2)).toEqual([changed]);
});

test("a repository closed right after a file was opened parses nothing", async () => {
  const { repository, faults } = await draftedPlace(FILES);
  const run = vi.spyOn(ExtractionPool.prototype, "run");
  await new Editor(repository).push("a.ts", FILES["a.ts"], OPENED);
  await repository.close();
  await new Promise((resolve) => setTimeout(resolve, 2 * WARM_MS));
  expect(run).not.toHaveBeenCalled();
  expect(faults).toEqual([]);
});
