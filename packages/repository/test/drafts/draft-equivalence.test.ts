/**
 * Files with drafts on top, of sources and of configuration, equal an index from scratch of the same texts as files, byte for byte, after any sequence of
 * pushes, saves, closes, checkpoints, changes on disk and refreshes, by two editors in two openings of the repository.
 * The long tier (SDL_LONG=1) takes 2,000 steps, CI 500; SDL_STEPS and SDL_SEED draw others.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump, type LedgerSnapshot, openLedger } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, ExtractionPool } from "@sdl/indexer";
import { LANGUAGES } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import { refreshLedger } from "../../src/refresh/refresh.js";
import { Random } from "../equivalence/random.js";
import { type DraftedPlace, draftedPlace, Editor, openDrafted } from "./drafted-place.js";
import { CONFIG_PATHS, drawSource, editBody, FIRST_CONFIGS, PATHS } from "./drawn-source.js";

const isLong = process.env["SDL_LONG"] === "1";
const STEPS = Number(process.env["SDL_STEPS"] ?? (isLong ? 2000 : 500));
const SEED = Number(process.env["SDL_SEED"] ?? 20261126);
const ALL_PATHS = [...PATHS, ...CONFIG_PATHS];
const COMPARE_EVERY = 5;
const HOUR_MS = 3_600_000;

interface Draft {
  readonly path: string;
  readonly text: string;
  readonly timestampMs: number;
}

/** An editor, the opening of the repository that it pushes to, and its unsaved texts by path. */
interface Desk {
  readonly place: DraftedPlace;
  readonly editor: Editor;
  readonly dirty: Map<string, Draft>;
  readonly versions: Map<string, number>;
}

class Scene {
  /** Texts on disk, by path. */
  readonly disk = new Map<string, string>();
  readonly counts = new Map<string, number>();
  private lastMs = 0;

  constructor(
    readonly root: string,
    private readonly random: Random,
    readonly desks: readonly Desk[],
  ) {}

  /** Takes a random step. @returns its description */
  async step(): Promise<string> {
    const steps = {
      push: () => this.push(),
      type: () => this.type(),
      save: () => this.save(),
      close: () => this.close(),
      undo: () => this.undo(),
      checkpoint: () => this.checkpoint(),
      write: () => this.write(),
      remove: () => this.remove(),
      refresh: () => this.refresh(),
      ask: () => this.ask(),
      look: () => this.look(),
    };
    const weights = {
      push: 6,
      type: 3,
      save: 3,
      close: 3,
      undo: 1,
      checkpoint: 2,
      write: 3,
      remove: 1,
      refresh: 2,
      ask: 2,
      look: 6,
    };
    const drawn = Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
    const name = this.random.pick(drawn) as keyof typeof steps;
    const done = await steps[name]();
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return `${name} ${done ?? ""}`.trim();
  }

  /** Expected texts: those on disk, or the latest unsaved one of an editor. */
  expected(): { readonly files: ReadonlyMap<string, string>; readonly unsaved: readonly string[] } {
    const files = new Map(this.disk);
    const drafts = this.desks.flatMap(({ dirty }) => [...dirty.values()]);
    drafts.sort((one, other) => one.timestampMs - other.timestampMs);
    for (const { path, text } of drafts) files.set(path, text);
    return { files, unsaved: [...new Set(drafts.map(({ path }) => path))].sort() };
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    this.disk.set(path, text);
  }

  async closeAll(): Promise<void> {
    for (const desk of this.desks) for (const path of [...desk.dirty.keys()]) await this.closeIn(desk, path);
  }

  async refresh(): Promise<void> {
    await this.random.pick(this.desks).place.repository.refresh({ mode: "incremental" });
  }

  private async push(): Promise<string> {
    const desk = this.random.pick(this.desks);
    const path = this.random.pick(ALL_PATHS);
    // The buffer may be open already: the editor was restarted.
    const isOpened = this.random.below(3) === 0;
    await this.pushText(desk, path, this.drawText(path), isOpened ? "open" : "change");
    return `${path} by ${desk.editor.source}`;
  }

  /** Pushes texts in sequence, without waiting for any of them. */
  private async type(): Promise<string> {
    const desk = this.random.pick(this.desks);
    const path = this.random.pick(ALL_PATHS);
    const texts = Array.from({ length: 2 + this.random.below(4) }, () => this.drawText(path));
    await Promise.all(texts.map((text) => this.pushText(desk, path, text, "change")));
    return `${path} by ${desk.editor.source}`;
  }

  private async pushText(desk: Desk, path: string, text: string, event: "open" | "change"): Promise<void> {
    const timestampMs = this.tick();
    desk.dirty.set(path, { path, text, timestampMs });
    const version = event === "open" ? 1 : this.nextVersion(desk, path);
    desk.versions.set(path, version);
    const pushed = await desk.editor.push(path, text, { event, version, timestampMs });
    expect(pushed).toMatchObject({ accepted: true, path });
  }

  private async save(): Promise<string | undefined> {
    const found = this.drawDraft();
    if (found === undefined) return undefined;
    const { desk, draft } = found;
    const { path, text } = draft;
    this.put(path, text);
    const version = this.nextVersion(desk, path);
    const saved = await desk.editor.push(path, text, {
      event: "save",
      isDirty: false,
      version,
      timestampMs: this.tick(),
    });
    expect(saved).toMatchObject({ accepted: true, isSaved: true });
    desk.dirty.delete(path);
    const { repository } = desk.place;
    await repository.refresh({ mode: "incremental" });
    repository.drafts.settleSaved({ path, source: desk.editor.source, version });
    return `${path} by ${desk.editor.source}`;
  }

  private async close(): Promise<string | undefined> {
    const found = this.drawDraft();
    if (found === undefined) return undefined;
    await this.closeIn(found.desk, found.draft.path);
    return `${found.draft.path} by ${found.desk.editor.source}`;
  }

  private async closeIn(desk: Desk, path: string): Promise<void> {
    desk.dirty.delete(path);
    const version = this.nextVersion(desk, path);
    const closed = await desk.editor.push(path, "", {
      event: "close",
      isDirty: false,
      version,
      timestampMs: this.tick(),
    });
    expect(closed.accepted).toBe(true);
  }

  /** Restores a buffer to the text on disk. */
  private async undo(): Promise<string | undefined> {
    const found = this.drawDraft();
    if (found === undefined) return undefined;
    const { desk, draft } = found;
    desk.dirty.delete(draft.path);
    const text = this.disk.get(draft.path) ?? "";
    const more = { isDirty: false, version: this.nextVersion(desk, draft.path), timestampMs: this.tick() };
    expect((await desk.editor.push(draft.path, text, more)).accepted).toBe(true);
    return `${draft.path} by ${desk.editor.source}`;
  }

  private async checkpoint(): Promise<void> {
    await this.random.pick(this.desks).place.repository.drafts.checkpoint();
  }

  /** Writes a file, as another program does. */
  private async write(): Promise<string> {
    const path = this.random.pick(ALL_PATHS);
    this.put(path, drawSource(this.random, path));
    return path;
  }

  private async remove(): Promise<string | undefined> {
    if (this.disk.size < ALL_PATHS.length / 2) return undefined;
    const path = this.random.pick([...this.disk.keys()]);
    rmSync(join(this.root, path));
    this.disk.delete(path);
    return path;
  }

  /** Asks while texts may still be unparsed. */
  private async ask(): Promise<void> {
    const state = await this.random.pick(this.desks).place.repository.drafted();
    expect(state?.unsaved ?? []).toEqual(this.expected().unsaved);
    if (state !== undefined) expect(dumpOf(state.graph)).toContain("total files");
  }

  /** Checks that both openings give the same answer for one version and the same drafts, whatever each had cached. */
  private async look(): Promise<void> {
    const dumps: string[] = [];
    for (const { place } of this.desks) await place.repository.drafts.checkpoint();
    // A ledger stays at its version until the end of a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const { place } of this.desks) {
      const state = await place.repository.drafted();
      dumps.push(dumpOf(state?.graph ?? place.repository.snapshot()));
    }
    expect(firstDifference(dumps[0] ?? "", dumps[1] ?? "")).toBe("");
  }

  /** Draws a text; half of the time an edit of a body, so that links of other files are kept. */
  private drawText(path: string): string {
    const text = this.expected().files.get(path) ?? "";
    return this.random.below(2) === 0 ? editBody(this.random, text) : drawSource(this.random, path);
  }

  private drawDraft(): { readonly desk: Desk; readonly draft: Draft } | undefined {
    const all = this.desks.flatMap((desk) => [...desk.dirty.values()].map((draft) => ({ desk, draft })));
    return all.length === 0 ? undefined : this.random.pick(all);
  }

  private nextVersion(desk: Desk, path: string): number {
    const version = (desk.versions.get(path) ?? 0) + 1;
    desk.versions.set(path, version);
    return version;
  }

  private tick(): number {
    this.lastMs = Math.max(this.lastMs + 1, Date.now());
    return this.lastMs;
  }
}

/** Builds an index of files written for it, with workers that know no file yet. */
class Scratch {
  private readonly folder = mkdtempSync(join(tmpdir(), "sdl-draft-scratch-"));
  private readonly root = join(this.folder, "root");
  private readonly pool = new ExtractionPool({
    workerUrl: entryUrl("extraction-worker"),
    root: this.root,
    maxFileBytes: DEFAULT_MAX_FILE_BYTES,
    languages: LANGUAGES,
  });

  /** @param from files that apply where `files` has none */
  async dump(from: string, files: ReadonlyMap<string, string>): Promise<string> {
    rmSync(this.root, { recursive: true, force: true });
    cpSync(from, this.root, { recursive: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
    const directory = mkdtempSync(join(this.folder, "store-"));
    const ledger = openLedger({ directory });
    try {
      const context = { rootPath: this.root, ledger, pool: this.pool, settings: {}, workers: 1, now: Date.now };
      await refreshLedger(context, { mode: "incremental" });
      const snapshot = ledger.snapshot();
      const text = dumpOf(snapshot);
      snapshot.close();
      return text;
    } finally {
      await ledger.close();
      rmSync(directory, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function dumpOf(snapshot: LedgerSnapshot): string {
  return [...canonicalDump(snapshot)].join("\n");
}

function firstDifference(drafted: string, scratch: string): string {
  if (drafted === scratch) return "";
  const a = drafted.split("\n");
  const b = scratch.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  const file = a.slice(0, at + 1).findLast((line) => line.startsWith("file "));
  return `line ${at + 1} of ${file}\n drafted: ${a[at]}\n scratch: ${b[at]}`;
}

/** Compares drafts with an index from scratch. @returns number of comparisons with drafts */
async function compare(scene: Scene, scratch: Scratch, trail: string): Promise<number> {
  await scene.refresh();
  for (const { place } of scene.desks) await place.repository.drafts.checkpoint();
  expect(scene.desks[0]?.place.repository.drafts.status(undefined).pending, trail).toBe(0);
  const { files, unsaved } = scene.expected();
  const expected = await scratch.dump(scene.root, files);
  for (const { place } of scene.desks) {
    const state = await place.repository.drafted();
    expect(state?.unsaved ?? [], trail).toEqual(unsaved);
    for (const path of unsaved) expect(state?.overlay.draft(path)?.text, `${path}: ${trail}`).toBe(files.get(path));
    const graph = state?.graph ?? place.repository.snapshot();
    expect(firstDifference(dumpOf(graph), expected), trail).toBe("");
  }
  return unsaved.length;
}

async function begin(random: Random): Promise<Scene> {
  const place = await draftedPlace(FIRST_CONFIGS);
  const other = await openDrafted(place);
  const desks = [place, other].map((opened, i) => {
    const editor = new Editor(opened.repository, `editor ${i}`);
    return { place: opened, editor, dirty: new Map<string, Draft>(), versions: new Map<string, number>() };
  });
  const scene = new Scene(place.root, random, desks);
  for (const [path, text] of Object.entries(FIRST_CONFIGS)) scene.put(path, text);
  for (const path of PATHS.slice(3)) scene.put(path, drawSource(random, path));
  await scene.refresh();
  return scene;
}

test(
  `${STEPS} random steps of two editors: drafts over files equal an index of both from scratch`,
  async () => {
    const random = new Random(SEED);
    const scene = await begin(random);
    const scratch = new Scratch();
    onTestFinished(() => scratch.close());
    const trail: string[] = [];
    let drafted = 0;
    for (let step = 1; step <= STEPS; step++) {
      trail.push(await scene.step());
      if (step % COMPARE_EVERY !== 0) continue;
      const told = `seed ${SEED}, step ${step}: ${trail.slice(-3 * COMPARE_EVERY).join(", ")}`;
      drafted += await compare(scene, scratch, told);
    }
    expect(drafted).toBeGreaterThan(STEPS / COMPARE_EVERY);
    expect(scene.counts.size, "kinds of steps").toBe(11);
    await scene.closeAll();
    expect(await compare(scene, scratch, "all closed")).toBe(0);
    for (const { place } of scene.desks) {
      expect(await place.repository.drafted()).toBeUndefined();
      expect(place.faults).toEqual([]);
    }
  },
  4 * HOUR_MS,
);

test("the comparison detects a missing draft", async () => {
  const scene = await begin(new Random(7));
  const scratch = new Scratch();
  onTestFinished(() => scratch.close());
  const [desk] = scene.desks;
  const path = PATHS[3] ?? "";
  await desk?.editor.push(path, `${scene.disk.get(path)}// typed\n`);
  await desk?.place.repository.drafts.checkpoint();
  const state = await desk?.place.repository.drafted();
  const saved = await scratch.dump(scene.root, scene.disk);
  expect(firstDifference(dumpOf(state!.graph), saved)).toContain(path);
  expect(firstDifference(dumpOf(desk!.place.repository.snapshot()), saved)).toBe("");
});
