/** Stores of one family that share layers: whatever is written to one of them, each equals a separate store. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkStore,
  dropUnusedLayers,
  findStoreDoubt,
  forkStore,
  freezeStore,
  type Ledger,
  layersBelow,
  listLayers,
  openLedger,
  schemaDirectory,
  worktreesFolder,
} from "../src/index.js";
import { type ToyEdit, toyStep } from "./support/toy-edits.js";
import { refresh, type ToyRepository } from "./support/toy-indexer.js";
import { dumpOf, temporaryDirectory, temporaryLedger } from "./support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;

interface Head {
  readonly directory: string;
  repository: ToyRepository;
  ledger: Ledger;
}

type Step =
  | { readonly kind: "edit"; readonly head: number; readonly edits: readonly ToyEdit[] }
  | { readonly kind: "fork" | "prune" | "remove"; readonly head: number };

const head = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("edit" as const), head, edits: toyStep }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fork" as const), head }) },
  fc.record({ kind: fc.constantFrom("prune" as const, "remove" as const), head }),
);

class Family {
  readonly directory = join(temporaryDirectory(), "family.sdl");
  readonly heads: Head[];
  private made = 0;

  constructor() {
    this.heads = [{ directory: this.directory, repository: { files: {} }, ledger: this.open(this.directory) }];
    this.edit(0, []);
  }

  private open(directory: string): Ledger {
    return openLedger({ directory, owner: directory });
  }

  at(number: number): Head {
    return this.heads[number % this.heads.length] as Head;
  }

  edit(number: number, edits: readonly ToyEdit[]): void {
    const head = this.at(number);
    head.repository = edits.reduce((before, edit) => edit(before), head.repository);
    refresh(head.ledger, head.repository);
  }

  async fork(number: number): Promise<void> {
    const from = this.at(number);
    if (layersBelow(from.directory).length >= 8) return;
    const layer = await freezeStore(from.directory, from.directory);
    expect(from.ledger.isInPlace()).toBe(false);
    expect(() => refresh(from.ledger, { files: { "new.ts": "late function" } })).toThrow(
      expect.objectContaining({ code: "STORE_MOVED" }),
    );
    await from.ledger.close();
    from.ledger = this.open(from.directory);
    const directory = join(worktreesFolder(this.directory), `w${this.made++}`);
    await forkStore(directory, layer, directory);
    const ledger = this.open(directory);
    expect([from.ledger.isFork(), ledger.isFork(), ledger.owner()]).toEqual([false, true, directory]);
    ledger.endFork();
    expect(ledger.isFork()).toBe(false);
    this.heads.push({ directory, repository: from.repository, ledger });
  }

  prune(number: number): void {
    const { ledger } = this.at(number);
    const { retention } = ledger;
    const latest = ledger.latestVersion()?.id;
    const plan = retention.planPrune(new Set(latest === undefined ? [] : [latest]));
    for (const one of plan.steps) retention.prune(plan, one);
  }

  async remove(number: number): Promise<void> {
    if (this.heads.length === 1) return;
    const gone = this.at(number);
    this.heads.splice(this.heads.indexOf(gone), 1);
    await gone.ledger.close();
    if (gone.directory === this.directory) rmSync(join(this.directory, schemaDirectory()), { recursive: true });
    else rmSync(gone.directory, { recursive: true });
    dropUnusedLayers(this.directory);
    const used = new Set(this.heads.flatMap(({ directory }) => layersBelow(directory)));
    expect(listLayers(this.directory)).toEqual([...used].sort());
  }

  async run(one: Step): Promise<void> {
    if (one.kind === "edit") this.edit(one.head, one.edits);
    else if (one.kind === "prune") this.prune(one.head);
    else await (one.kind === "fork" ? this.fork(one.head) : this.remove(one.head));
  }

  async check(): Promise<void> {
    for (const { directory, repository, ledger } of this.heads) {
      const scratch = temporaryLedger();
      refresh(scratch, repository, { order: (paths) => paths.reverse() });
      expect(dumpOf(ledger)).toBe(dumpOf(scratch));
      await scratch.close();
      expect(findStoreDoubt(directory)).toBeUndefined();
      for (const store of [directory, ...layersBelow(directory)])
        expect((await checkStore(store, 0)).faults).toEqual([]);
    }
  }

  async close(): Promise<void> {
    for (const { ledger } of this.heads) await ledger.close();
  }
}

test("each store of a family equals one built from scratch, whatever happens to the others", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const family = new Family();
      for (const one of steps) await family.run(one);
      await family.check();
      await family.close();
    }),
    { numRuns: IS_LONG ? 1_000 : 30 },
  );
}, 3_600_000);

test("a store over a layer only stores differences, and stays readable when its sibling is deleted", async () => {
  const family = new Family();
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`f${i}.ts`, `fun${i} function : alpha beta -> fun${i + 1}`]),
  );
  family.edit(0, [() => ({ files })]);
  await family.fork(0);
  family.edit(1, [(before) => ({ files: { ...before.files, "f3.ts": "other function : gamma" } })]);
  const [main, fork] = family.heads as [Head, Head];
  const bytesOf = async (directory: string) => (await checkStore(directory, 0)).sizeBytes;
  const [layer = ""] = layersBelow(fork.directory);
  expect(await bytesOf(fork.directory)).toBeLessThan((await bytesOf(layer)) / 4);
  expect(await bytesOf(main.directory)).toBeLessThan(500);
  await family.remove(0);
  await family.check();
  expect(readdirSync(worktreesFolder(family.directory))).toEqual(["w0"]);
  await family.close();
});
