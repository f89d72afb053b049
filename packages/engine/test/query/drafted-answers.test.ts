/**
 * Tests of drafts: every process answers as one with the same texts on its disk would: searches, cards and slices, after any sequence of pushes,
 * saves, closes, changes on disk and refreshes by two editors in two engines. The long tier (SDL_LONG=1) takes 500 steps, CI 30; SDL_STEPS and
 * SDL_SEED set others.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CONFIG_PATHS, drawSource, FIRST_CONFIGS, PATHS } from "../../../repository/test/drafts/drawn-source.js";
import { Random } from "../../../repository/test/equivalence/random.js";
import type { Engine } from "../../src/contract/engine.js";
import { findAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = Number(process.env["SDL_STEPS"] ?? (isLong ? 500 : 30));
/** Interval, in steps, of comparisons with an index from scratch; both engines are compared after every step. */
const COMPARE_EVERY = isLong ? 1 : 5;
const SEED = Number(process.env["SDL_SEED"] ?? 20261127);
const REPO = "drawn";
const WORDS = ["load", "save", "run", "parse", "render", "merge", "close", "check", "Store", "Cache", "Reader"];
/** A budget so large that fields added for drafts displace nothing. */
const AMPLE = { maxEstimatedTokens: 40_000 };
/** Fields that depend on time and place, not on the source. */
const OF_THE_MOMENT = new Set([
  ...["pinned", "checkedAt", "unsaved", "staleFiles", "behind", "repoId", "versionId", "ledgerVersion", "etag"],
  ...["sliceHandle", "lease", "sliceEtag", "spilloverHandle", "retrievalMode", "used"],
]);

interface Answer {
  readonly [key: string]: unknown;
}

class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "sdl-drafted-answers-"));
  readonly root = join(this.folder, "root");

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(FIRST_CONFIGS)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  async engine(name: string): Promise<Engine> {
    const env = { SDL_HOME: join(this.folder, "home", name), SDL_BACKGROUND: "off" };
    const engine = openEngine({ cwd: this.root, env });
    onTestFinished(() => engine.close());
    const { entry } = await engine.register({ rootPath: this.root, repoId: REPO, settings: {} });
    withoutLayers(await engine.open(entry));
    return engine;
  }
}

/** Layers of drafts are those of the saved state: their fields are left out on both sides. */
function withoutLayers(repository: object): void {
  const { derivation } = repository as { readonly derivation: object };
  Object.assign(derivation, { start: async () => undefined });
}

async function ask(engine: Engine, action: string, args: object): Promise<Answer> {
  const found = findAction(action);
  if (found === undefined) throw new Error(`no action ${action}`);
  return (await found.execute({ repoId: REPO, ...args }, { engine })) as Answer;
}

/** The parts of an answer that depend on the source. */
function aboutSource(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(aboutSource);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !OF_THE_MOMENT.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, aboutSource(inner)]));
}

interface Editor {
  readonly engine: Engine;
  readonly source: string;
  readonly versions: Map<string, number>;
  readonly dirty: Map<string, { readonly text: string; readonly at: number }>;
}

class Scene {
  readonly place = new Place();
  readonly editors: Editor[] = [];
  readonly disk = new Map<string, string>();
  private clockMs = Date.now();

  constructor(private readonly random: Random) {}

  async begin(): Promise<void> {
    for (const path of PATHS.slice(3)) this.put(path, drawSource(this.random, path));
    for (const source of ["one", "two"]) {
      const engine = await this.place.engine("shared");
      this.editors.push({ engine, source, versions: new Map(), dirty: new Map() });
    }
    await ask(this.editors[0]!.engine, "sdl.index.refresh", {});
  }

  /** @returns a description of the step */
  async step(): Promise<string> {
    const editor = this.random.pick(this.editors);
    const path = this.random.pick([...PATHS, ...CONFIG_PATHS]);
    switch (this.random.pick(["push", "push", "push", "save", "close", "write", "refresh"])) {
      case "push":
        await this.push(editor, path, drawSource(this.random, path));
        return `push ${path} by ${editor.source}`;
      case "save":
        return this.save(editor);
      case "close":
        return this.close(editor);
      case "write":
        this.put(path, drawSource(this.random, path));
        return `write ${path}`;
      default:
        await ask(editor.engine, "sdl.index.refresh", {});
        return `refresh by ${editor.source}`;
    }
  }

  /** The current texts: the latest unsaved ones, else those on disk. */
  texts(): Map<string, string> {
    const texts = new Map(this.disk);
    const drafts = this.editors.flatMap(({ dirty }) => [...dirty].map(([path, draft]) => ({ path, ...draft })));
    for (const { path, text } of drafts.sort((a, b) => a.at - b.at)) texts.set(path, text);
    return texts;
  }

  /** Waits until both engines have processed all pushes. */
  async settle(): Promise<void> {
    for (const { engine } of this.editors) await ask(engine, "sdl.index.refresh", {});
    for (const { engine } of this.editors) await ask(engine, "sdl.buffer.checkpoint", {});
  }

  private put(path: string, text: string): void {
    this.place.write(path, text);
    this.disk.set(path, text);
  }

  private async push(editor: Editor, path: string, text: string): Promise<void> {
    editor.dirty.set(path, { text, at: this.clockMs + 1 });
    await this.tell(editor, { eventType: "change", filePath: path, content: text, dirty: true });
  }

  private async save(editor: Editor): Promise<string> {
    const [path, draft] = [...editor.dirty][0] ?? [];
    if (path === undefined || draft === undefined) return "nothing to save";
    editor.dirty.delete(path);
    this.put(path, draft.text);
    await this.tell(editor, { eventType: "save", filePath: path, content: draft.text, dirty: false });
    return `save ${path} by ${editor.source}`;
  }

  private async close(editor: Editor): Promise<string> {
    const [path] = [...editor.dirty.keys()];
    if (path === undefined) return "nothing to close";
    editor.dirty.delete(path);
    await this.tell(editor, { eventType: "close", filePath: path, content: "", dirty: false });
    return `close ${path} by ${editor.source}`;
  }

  private async tell(
    editor: Editor,
    event: { readonly filePath: string; readonly [key: string]: unknown },
  ): Promise<void> {
    const version = (editor.versions.get(event.filePath) ?? 0) + 1;
    editor.versions.set(event.filePath, version);
    const timestamp = new Date(++this.clockMs).toISOString();
    const said = await ask(editor.engine, "sdl.buffer.push", { ...event, version, timestamp, sourceId: editor.source });
    expect(said["accepted"]).toBe(true);
  }
}

/** One search, the card of each result, and one slice. */
async function answers(engine: Engine, { words, task }: { words: string; task: string }): Promise<unknown> {
  const search = await ask(engine, "sdl.symbol.search", { query: words, limit: 6 });
  const found = (search["results"] ?? []) as readonly { readonly symbolId: string }[];
  const cards: Answer[] = [];
  for (const { symbolId } of found) cards.push(await ask(engine, "sdl.symbol.getCard", { symbolId }));
  const slice = await ask(engine, "sdl.slice.build", { taskText: task, budget: AMPLE });
  return aboutSource({ search, cards, slice });
}

/** The answers of a fresh process with the current texts on disk. */
async function scratchAnswers(scene: Scene, question: { words: string; task: string }): Promise<unknown> {
  const place = new Place();
  cpSync(scene.place.root, place.root, { recursive: true, filter: (path) => !path.includes("/.sdl") });
  for (const [path, text] of scene.texts()) place.write(path, text);
  const engine = await place.engine("scratch");
  await ask(engine, "sdl.index.refresh", {});
  const answer = await answers(engine, question);
  await engine.close();
  rmSync(place.folder, { recursive: true, force: true });
  return answer;
}

test(`${STEPS} random steps of two editors: both answer as an index of the same texts on disk`, async () => {
  const random = new Random(SEED);
  const scene = new Scene(random);
  await scene.begin();
  const trail: string[] = [];
  let unsaved = 0;
  for (let step = 1; step <= STEPS; step++) {
    trail.push(await scene.step());
    await scene.settle();
    const question = {
      words: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
      task: `fix how ${random.pick(WORDS)} and ${random.pick(WORDS)} work`,
    };
    const told = `seed ${SEED}, step ${step}: ${trail.slice(-12).join(", ")}; ${question.words}; ${question.task}`;
    const [one, other] = [
      await answers(scene.editors[0]!.engine, question),
      await answers(scene.editors[1]!.engine, question),
    ];
    expect(other, told).toEqual(one);
    if (step % COMPARE_EVERY === 0) expect(one, told).toEqual(await scratchAnswers(scene, question));
    unsaved += scene.editors.reduce((sum, { dirty }) => sum + dirty.size, 0);
  }
  expect(unsaved).toBeGreaterThan(STEPS);
}, 3_600_000);
