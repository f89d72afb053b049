/** Page checks of intact stores: they find all records and no fault. */
import { Buffer } from "node:buffer";
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkStore } from "../src/index.js";
import { environmentFolder, StoreEnvironment } from "../src/store/environment.js";
import { seededDraw } from "../src/testing/index.js";
import { temporaryDirectory } from "./support/with-ledger.js";

const HOLDER = { release: () => undefined };

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const STORES = IS_LONG ? 60 : 3;
const COMMITS = IS_LONG ? 150 : 40;
const TABLES = ["facts", "files", "postings", "bases"] as const;

/** Expected content, by table and key. */
type Model = Map<string, number>;

function change(environment: StoreEnvironment, model: Model, draw: (below: number) => number): void {
  const name = TABLES[draw(TABLES.length)] ?? "facts";
  const number = draw(400);
  const hasIntegerKeys = name === "files" || name === "postings";
  const key = hasIntegerKeys ? number * 9_973 : Buffer.from(`${number}`.padStart(4 + (number % 30), "k"));
  const id = `${name} ${number}`;
  if (draw(4) === 0) {
    environment.tables[name].remove(key);
    model.delete(id);
    return;
  }
  // Records of up to half a page are stored inside a page, larger ones on pages of their own.
  const length = draw(6) === 0 ? draw(30_000) : draw(900);
  environment.tables[name].put(key, Buffer.alloc(length, draw(256)));
  model.set(id, length + 4);
}

test(`the page check finds no fault in ${STORES} stores that were written, read and opened again ${COMMITS} times`, async () => {
  for (let seed = 0; seed < STORES; seed++) {
    const draw = seededDraw(seed);
    const directory = temporaryDirectory();
    const model: Model = new Map();
    let environment = StoreEnvironment.open(directory, "write");
    // A reader that stays open makes the list of free pages long.
    let held = environment.beginRead(HOLDER);
    for (let commit = 0; commit < COMMITS; commit++) {
      environment.write(() => {
        for (let i = draw(80); i >= 0; i--) change(environment, model, draw);
      });
      if (draw(8) === 0) {
        environment.endRead(held, HOLDER);
        held = environment.beginRead(HOLDER);
      }
      if (draw(12) === 0) {
        environment.endRead(held, HOLDER);
        await environment.close();
        environment = StoreEnvironment.open(directory, "write");
        held = environment.beginRead(HOLDER);
      }
      if (draw(5) !== 0 && commit < COMMITS - 1) continue;
      const { faults, records, sizeBytes } = await checkStore(directory, 0);
      const expected = { faults: [], records: model.size, sizeBytes: [...model.values()].reduce((a, b) => a + b, 0) };
      expect({ faults, records, sizeBytes }, `store ${seed}, commit ${commit}`).toEqual(expected);
    }
    environment.endRead(held, HOLDER);
    await environment.close();
  }
}, 3_600_000);

test("a file that lacks free pages at its end is intact, one that lacks pages in use is not", async () => {
  const directory = temporaryDirectory();
  const environment = StoreEnvironment.open(directory, "write");
  const keys = [...Array(60).keys()].map((number) => Buffer.from(`key${number}`));
  environment.write(() => {
    for (const key of keys) environment.tables.facts.put(key, Buffer.alloc(9_000, 1));
  });
  environment.write(() => {
    for (const key of keys.slice(5)) environment.tables.facts.remove(key);
  });
  // Further commits take pages that are free now, the lowest first.
  for (let commit = 0; commit < 8; commit++)
    environment.write(() => environment.tables.facts.put(keys[0] as Buffer, Buffer.alloc(100, commit)));
  await environment.close();
  const data = join(environmentFolder(directory), "data.mdb");
  const { size } = statSync(data);
  // The library counts such pages without writing them.
  truncateSync(data, size - 2 * 2048);
  expect(await checkStore(directory, 0)).toMatchObject({ faults: [], records: 5 });
  truncateSync(data, 20 * 2048);
  expect((await checkStore(directory, 0)).faults).toEqual([expect.stringMatching(/cut off|ends before/)]);
});
