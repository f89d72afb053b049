/** Drafts between processes: all processes see an accepted draft, also if the accepting process is killed right afterwards. */
import { type ChildProcess, spawn } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { CheckpointResult, DraftPush, DraftPushed } from "../../src/drafts/draft-request.js";
import { type DraftedPlace, draftedGraph, draftedPlace, Editor, linksOf, symbolsIn } from "./drafted-place.js";

const PROCESS = fileURLToPath(new URL("pushing-process.mjs", import.meta.url));
const KILLS = process.env["SDL_LONG"] === "1" ? 100 : 3;
const FILES = {
  "tool.ts": "export function saved(): void {}\n",
  "app.ts": 'import { typed } from "./tool";\nexport function run() {\n  typed();\n}\n',
};

/** A function, and a comment that makes parsing slow. */
function text(name: string, lines = 0): string {
  return `export function ${name}(): void {}\n${"// so that it takes a while\n".repeat(lines)}`;
}

class EditorProcess {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private version = 0;

  private constructor({ root, store }: DraftedPlace) {
    this.child = spawn(process.execPath, [PROCESS, root, store], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  static async start(place: DraftedPlace): Promise<EditorProcess> {
    const started = new EditorProcess(place);
    expect((await started.lines.next()).value).toBe("ready");
    return started;
  }

  /** Pushes a text. @returns the answer, after which the push is accepted */
  async push(filePath: string, content: string, more: Partial<DraftPush> = {}): Promise<DraftPushed> {
    const push: DraftPush = {
      ...{ event: "change", filePath, content, version: ++this.version, isDirty: true },
      ...{ timestampMs: Date.now(), source: "their editor" },
      ...more,
    };
    return (await this.ask(push)) as DraftPushed;
  }

  async checkpoint(): Promise<CheckpointResult> {
    return (await this.ask({ checkpoint: true })) as CheckpointResult;
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("close", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Lets the process end by itself. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin?.end();
    expect(await ended).toBe(0);
  }

  private async ask(question: object): Promise<unknown> {
    this.child.stdin?.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error("the process has ended");
    return JSON.parse(value);
  }
}

/** Sets a file's time after which editors typed before. */
function touch(root: string, path: string, content: string, ms: number): void {
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), ms / 1000, ms / 1000);
}

test("a draft parsed by another process is in this process's next answer, without a refresh", async () => {
  const place = await draftedPlace(FILES);
  const { repository } = place;
  const other = await EditorProcess.start(place);
  const version = repository.latestVersion();
  expect(await repository.drafted()).toBeUndefined();
  expect(await other.push("tool.ts", text("typed"))).toMatchObject({ accepted: true, path: "tool.ts" });
  await other.checkpoint();
  const state = await repository.drafted();
  expect(symbolsIn(state!.graph, "tool.ts")).toEqual(["typed:1"]);
  expect(linksOf(state!.graph, "app.ts#run", "outgoing")).toContain("call tool.ts#typed");
  expect(repository.latestVersion()).toBe(version);
  await other.push("tool.ts", "", { event: "close", isDirty: false });
  expect(await repository.drafted()).toBeUndefined();
});

test("a draft of a live process is parsed soon by that process", async () => {
  const place = await draftedPlace(FILES);
  const other = await EditorProcess.start(place);
  await other.push("tool.ts", text("typed"));
  const symbols = async () => symbolsIn((await place.repository.drafted())!.graph, "tool.ts");
  await expect.poll(symbols, { timeout: 10_000, interval: 10 }).toEqual(["typed:1"]);
});

test("only while another process lives does it index a file that its editor has saved", async () => {
  const place = await draftedPlace(FILES);
  const { drafts } = place.repository;
  const own = new Editor(place.repository, "own editor");
  await own.push("app.ts", text("own"), { event: "save", isDirty: false });
  expect([drafts.hasTextOfDisk("app.ts"), drafts.isIndexedElsewhere("app.ts")]).toEqual([true, false]);
  const other = await EditorProcess.start(place);
  await other.push("tool.ts", text("typed"));
  expect(drafts.isIndexedElsewhere("tool.ts")).toBe(false);
  writeFileSync(join(place.root, "tool.ts"), text("typed"));
  await other.push("tool.ts", text("typed"), { event: "save", isDirty: false });
  expect(drafts.isIndexedElsewhere("tool.ts")).toBe(true);
  await other.kill();
  expect(drafts.isIndexedElsewhere("tool.ts")).toBe(false);
});

test("drafts of two processes count together, and the later text of one file counts in both", async () => {
  const place = await draftedPlace(FILES);
  const other = await EditorProcess.start(place);
  const own = new Editor(place.repository, "own editor");
  const at = Date.now();
  await own.push("tool.ts", text("own"), { timestampMs: at });
  const told = await other.push("tool.ts", text("theirs"), { timestampMs: at + 1 });
  expect(told.warnings.join()).toContain("own editor");
  await other.push("new.ts", text("fresh"));
  await other.checkpoint();
  const graph = await draftedGraph(place.repository);
  expect(symbolsIn(graph, "tool.ts")).toEqual(["theirs:1"]);
  expect(symbolsIn(graph, "new.ts")).toEqual(["fresh:1"]);
  await other.push("tool.ts", "", { event: "close", isDirty: false });
  expect(symbolsIn(await draftedGraph(place.repository), "tool.ts")).toEqual(["own:1"]);
});

test(`this process parses the text of a process killed right after accepting a push, ${KILLS} times`, async () => {
  const place = await draftedPlace(FILES);
  for (let kill = 0; kill < KILLS; kill++) {
    const other = await EditorProcess.start(place);
    for (let i = 0; i <= kill % 3; i++) await other.push("tool.ts", text(`earlier${i}`, 20_000));
    const taken = await other.push("tool.ts", text(`typed${kill}`), { event: "open", version: 1000 + kill });
    expect(taken.accepted).toBe(true);
    await other.kill();
    const state = await place.repository.drafted();
    expect(symbolsIn(state!.graph, "tool.ts")).toEqual([`typed${kill}:1`]);
    expect(state?.unsaved).toEqual(["tool.ts"]);
    expect(place.repository.drafts.status(undefined)).toMatchObject({ pending: 0, dirty: 1 });
  }
});

test("a checkpoint parses and counts texts that a killed process left unparsed", async () => {
  const place = await draftedPlace(FILES);
  const other = await EditorProcess.start(place);
  await other.push("tool.ts", text("first", 20_000));
  await other.push("tool.ts", text("typed"));
  await other.push("new.ts", text("fresh"));
  await other.kill();
  const { pending } = place.repository.drafts.status(undefined);
  expect(pending).toBeGreaterThan(0);
  expect(await place.repository.drafts.checkpoint()).toMatchObject({ pending, read: pending, failed: 0 });
  expect(symbolsIn(await draftedGraph(place.repository), "tool.ts")).toEqual(["typed:1"]);
  expect(symbolsIn(await draftedGraph(place.repository), "new.ts")).toEqual(["fresh:1"]);
});

test("a draft of a killed process counts until its file is written", async () => {
  const place = await draftedPlace(FILES);
  const { repository, root } = place;
  const other = await EditorProcess.start(place);
  const typedMs = Date.now();
  await other.push("tool.ts", text("typed"), { timestampMs: typedMs });
  await other.kill();
  expect((await repository.drafted())?.unsaved).toEqual(["tool.ts"]);
  touch(root, "app.ts", `${FILES["app.ts"]}// other\n`, typedMs + 10);
  expect((await repository.drafted())?.unsaved).toEqual(["tool.ts"]);
  touch(root, "tool.ts", text("rewritten"), typedMs + 10);
  expect(await repository.drafted()).toBeUndefined();
  await repository.refresh({ mode: "incremental" });
  expect(symbolsIn(repository.snapshot(), "tool.ts")).toEqual(["rewritten:1"]);
  expect(repository.drafts.status(undefined)).toMatchObject({ pending: 0, dirty: 0 });
});

test("a dirty draft of a live process still counts after its file is written", async () => {
  const place = await draftedPlace(FILES);
  const other = await EditorProcess.start(place);
  const typedMs = Date.now();
  await other.push("tool.ts", text("typed"), { timestampMs: typedMs });
  await other.checkpoint();
  touch(place.root, "tool.ts", text("rewritten"), typedMs + 10);
  await place.repository.refresh({ mode: "incremental" });
  expect(symbolsIn((await place.repository.drafted())!.graph, "tool.ts")).toEqual(["typed:1"]);
  await other.end();
  expect(await place.repository.drafted()).toBeUndefined();
});

test("a reconnecting editor continues the drafts of the killed process", async () => {
  const place = await draftedPlace(FILES);
  const first = await EditorProcess.start(place);
  const typedMs = Date.now();
  await first.push("tool.ts", text("typed"), { version: 40, timestampMs: typedMs });
  await first.kill();
  const second = await EditorProcess.start(place);
  expect(
    (await second.push("tool.ts", text("again"), { event: "open", version: 1, timestampMs: typedMs + 1 })).accepted,
  ).toBe(true);
  await second.checkpoint();
  touch(place.root, "tool.ts", text("rewritten"), typedMs + 10);
  expect(symbolsIn((await place.repository.drafted())!.graph, "tool.ts")).toEqual(["again:1"]);
});

test("a checkpoint does not count texts as failed that another live process still has to parse", async () => {
  const place = await draftedPlace(FILES);
  const other = await EditorProcess.start(place);
  for (let i = 0; i < 4; i++) await other.push("tool.ts", text(`typed${i}`, 60_000));
  const own = new Editor(place.repository, "own editor");
  await own.push("new.ts", text("fresh"));
  expect(place.repository.drafts.status(undefined).pending).toBe(2);
  const { read, failed } = await place.repository.drafts.checkpoint();
  expect(failed).toBe(0);
  expect(read).toBeGreaterThan(0);
});
