/**
 * Soak test of one engine: its memory after many calls and edits equals that after the first third of them. Calls are drawn by seed. Measures live
 * memory after a collection; `node bench/dist/soak.js` measures resident memory, which depends on the machine.
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SdlError } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const STRETCHES = IS_LONG ? 300 : 12;
const CALLS_PER_STRETCH = IS_LONG ? 60 : 16;
const SEED = 7;

const FILES = 12;
const FUNCTIONS = 8;
/** Source lines outside of any symbol: a cache that keeps a slice of the file's text without copying would keep these lines too. */
const PADDING_LINES = 10_000;
const PADDING = "A line of a comment that says nothing but takes room in the file.";

/**
 * Maximum growth since the first third, in bytes: compiled code and filling caches take 3 to 6 MB; keeping each skeleton's source would take 10 MB.
 */
const MAX_GROWTH_BYTES = 8_000_000;
const MAX_SESSION_BYTES = 20_000_000;
/** Maximum ledger growth per edit, in bytes: a version's record, replaced facts, and pages not yet reused. */
const MAX_LEDGER_BYTES_PER_EDIT = 120_000;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

async function aliveBytes(): Promise<number> {
  // Lets pending work of this turn and finalizers run first.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Pseudo-random numbers in [0, below), the same for the same seed. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Session {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-soak-")));
  readonly root = join(this.folder, "app");
  readonly errors = new Set<string>();
  private readonly engine: Engine;
  private readonly draw = drawFrom(SEED);
  private readonly handles: string[] = [];
  private readonly symbolIds: string[] = [];
  private edits = 0;

  constructor() {
    mkdirSync(this.root);
    for (let file = 0; file < FILES; file++) this.write(file);
    this.engine = openEngine({ cwd: this.root, env: { SDL_HOME: join(this.folder, "home") } });
    onTestFinished(async () => {
      await this.engine.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  async start(): Promise<void> {
    await this.engine.register({ rootPath: this.root, settings: {} });
    await this.call("sdl.index.refresh", {});
    for (let file = 0; file < FILES; file++) {
      const outline = await runAction("sdl.file.outline", { file: `file${file}.ts` }, { engine: this.engine });
      const symbols = outline["symbols"] as readonly { readonly symbolId: string }[];
      this.symbolIds.push(...symbols.map(({ symbolId }) => symbolId));
    }
  }

  /** Runs several calls, and an edit that they see. */
  async stretch(): Promise<void> {
    this.edits++;
    this.write(this.draw(FILES));
    await this.call("sdl.index.refresh", {});
    for (let i = 0; i < CALLS_PER_STRETCH; i++) await this.drawnCall();
  }

  /** Size in bytes of the store's folder of that name. */
  bytesOf(part: "ledger" | "session"): number {
    return readdirSync(join(this.root, ".sdl"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.split("/").at(-1)?.startsWith(part))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  }

  private async drawnCall(): Promise<void> {
    const name = `step${this.draw(FILES)}x${this.draw(FUNCTIONS)}`;
    const symbolId = this.symbolIds[this.draw(this.symbolIds.length)] ?? "none";
    const sliceHandle = this.handles[this.draw(this.handles.length)];
    const calls: readonly (readonly [string, object])[] = [
      ["sdl.symbol.search", { query: name }],
      ["sdl.slice.build", { taskText: `change ${name} and what calls it`, budget: { maxEstimatedTokens: 1_500 } }],
      ["sdl.symbol.references", { symbolId, direction: "callers" }],
      ["sdl.code.getSkeleton", { symbolId }],
      ["sdl.file.outline", { file: `file${this.draw(FILES)}.ts` }],
      ...(sliceHandle === undefined ? [] : [["sdl.slice.refresh", { sliceHandle }] as const]),
      ["sdl.repo.overview", { level: "full" }],
      ["sdl.repo.status", {}],
    ];
    const [action, args] = calls[this.draw(calls.length)] ?? ["sdl.repo.status", {}];
    await this.call(action, args);
  }

  private async call(action: string, args: object): Promise<void> {
    try {
      const { sliceHandle } = await runAction(action, args, { engine: this.engine });
      if (typeof sliceHandle === "string") this.handles.push(sliceHandle);
    } catch (error) {
      this.errors.add(`${action}: ${error instanceof SdlError ? error.code : String(error)}`);
    }
    while (this.handles.length > 16) this.handles.shift();
  }

  /** Writes a file with functions of its own, whose names depend on this edit. */
  private write(file: number): void {
    const lines = [`import { step${(file + 1) % FILES}x0 as next } from "./file${(file + 1) % FILES}";`];
    for (let i = 0; i < FUNCTIONS; i++) {
      lines.push(`/** Does step ${i} of ${file} after edit ${this.edits}. */`);
      lines.push(`export function step${file}x${i}(input: number, editNumber${this.edits}: number): number {`);
      lines.push(
        `  const sumOfEdit${this.edits} = input + editNumber${this.edits};`,
        `  return next(sumOfEdit${this.edits}, ${i});`,
        "}",
      );
    }
    lines.push("/*", ...Array<string>(PADDING_LINES).fill(PADDING), "*/");
    writeFileSync(join(this.root, `file${file}.ts`), `${lines.join("\n")}\n`);
  }
}

test("memory after many calls and edits equals memory after some", async () => {
  const session = new Session();
  await session.start();
  const third = Math.ceil(STRETCHES / 3);
  for (let i = 0; i < third; i++) await session.stretch();
  const before = { alive: await aliveBytes(), ledger: session.bytesOf("ledger") };
  for (let i = third; i < STRETCHES; i++) await session.stretch();
  const grownBytes = (await aliveBytes()) - before.alive;
  const ledgerBytesPerEdit = (session.bytesOf("ledger") - before.ledger) / (STRETCHES - third);
  expect([...session.errors]).toEqual([]);
  expect(grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
  expect(session.bytesOf("session"), "handles of a session are stored").toBeGreaterThan(0);
  expect(session.bytesOf("session")).toBeLessThan(MAX_SESSION_BYTES);
  expect(ledgerBytesPerEdit).toBeLessThan(MAX_LEDGER_BYTES_PER_EDIT);
}, 3_600_000);
