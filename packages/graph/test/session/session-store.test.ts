/** Tests of the session store: it is shared by processes and created again when it is damaged. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSymbolId, type VersionId } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { type HandleWrite, SessionStore, SliceHandles } from "../../src/index.js";
import { schemaDirectory } from "../../src/store/environment.js";
import { DAMAGES, seededDraw } from "../../src/testing/index.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const DROPPED = [parseSymbolId("fedcba9876543210"), parseSymbolId("0000000000000001")];
const V1 = "v1700000000001" as VersionId;
const V2 = "v1700000000002" as VersionId;

function open(directory: string): SliceHandles {
  const store = SessionStore.open(directory);
  onTestFinished(() => store.close());
  return new SliceHandles(store);
}

function write(handle: string, versions: readonly VersionId[], expiresMs = NOW + HOUR): HandleWrite {
  const pinned = { ledgerVersion: versions[0] ?? "", asOfDay: "2027-01-15" };
  return {
    handle,
    record: { request: `["${handle}", "é 𝒳"]`, pinned, dropped: DROPPED },
    lease: { expiresMs, versions },
    shapes: new Map(versions.map((version) => [version, { shape: `${handle} at ${version}`, pinned }])),
    pages: [],
  };
}

function dataFile(directory: string): string {
  const folder = join(directory, schemaDirectory());
  const session = readdirSync(folder).find((name) => name.startsWith("session"));
  return join(folder, session ?? "", "data.mdb");
}

async function filled(directory: string): Promise<void> {
  const store = SessionStore.open(directory);
  const many = Array.from({ length: 60 }, (_, i) => write(`h_${i}`, [V1]));
  new SliceHandles(store).put(many, NOW);
  await store.close();
}

test("a process reads what another process wrote", () => {
  const directory = temporaryDirectory();
  const [first, second] = [open(directory), open(directory)];
  first.put([write("h_1", [V1, V2])], NOW);
  expect(second.record("h_1")).toEqual({
    request: '["h_1", "é 𝒳"]',
    pinned: { asOfDay: "2027-01-15", ledgerVersion: V1 },
    dropped: DROPPED,
  });
  expect(second.leaseOf("h_1")).toEqual({ expiresMs: NOW + HOUR, versions: [V1, V2] });
  expect(second.shapeAt("h_1", V2)?.shape).toBe(`h_1 at ${V2}`);
  expect(second.record("h_2")).toBeUndefined();
});

test("a write with an earlier expiry does not shorten a lease", () => {
  const handles = open(temporaryDirectory());
  handles.put([write("h_1", [V1, V2], NOW + HOUR)], NOW);
  handles.put([write("h_1", [V1], NOW + 1)], NOW);
  expect(handles.leaseOf("h_1")).toEqual({ expiresMs: NOW + HOUR, versions: [V1, V2] });
});

test("the pinned versions are those of leases that have not expired", () => {
  const handles = open(temporaryDirectory());
  handles.put([write("h_1", [V2, V1]), write("h_2", [V2]), write("h_3", ["v3" as VersionId], NOW)], NOW);
  expect(handles.livePins(NOW)).toEqual([V1, V2]);
  expect(handles.livePins(NOW + HOUR)).toEqual([]);
});

test("live slices are those currently in the store, the last used first, whichever process wrote them", () => {
  const directory = temporaryDirectory();
  const [first, second] = [open(directory), open(directory)];
  const live = () => first.liveSlices(NOW).map(({ handle, shape }) => `${handle}: ${shape()?.shape}`);
  second.put([write("h_1", [V1], NOW + HOUR), write("h_2", [V1], NOW)], NOW);
  expect(live()).toEqual([`h_1: h_1 at ${V1}`]);
  expect(live()).toEqual([`h_1: h_1 at ${V1}`]);
  second.put([write("h_3", [V1, V2], NOW + 2 * HOUR)], NOW);
  expect(live()).toEqual([`h_3: h_3 at ${V2}`, `h_1: h_1 at ${V1}`]);
  const { pinned } = write("h_3", [V1]).record;
  second.put([{ ...write("h_3", [V2]), shapes: new Map([[V2, { shape: "sent again", pinned }]]) }], NOW);
  expect(live()[0]).toBe("h_3: sent again");
  expect(first.liveSlices(NOW + HOUR).map(({ handle }) => handle)).toEqual(["h_3"]);
});

test("an expired lease is kept for a day, then the handle and all its records are removed", () => {
  const directory = temporaryDirectory();
  open(directory).put([write("h_1", [V1])], NOW);
  open(directory).put([write("h_2", [V1])], NOW + 24 * HOUR);
  expect(open(directory).leaseOf("h_1")).toBeDefined();
  open(directory).put([write("h_3", [V1], NOW + 27 * HOUR)], NOW + 26 * HOUR);
  const handles = open(directory);
  expect([handles.leaseOf("h_1"), handles.record("h_1"), handles.shapeAt("h_1", V1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(handles.leaseOf("h_3")).toBeDefined();
});

test("of many refreshes, the shapes of the first and the last versions are kept", () => {
  const handles = open(temporaryDirectory());
  const versions = Array.from({ length: 12 }, (_, i) => `v${i + 1}` as VersionId);
  handles.put([write("h_1", versions)], NOW);
  expect(handles.leaseOf("h_1")?.versions).toEqual(["v1", "v6", "v7", "v8", "v9", "v10", "v11", "v12"]);
  expect(handles.shapeAt("h_1", "v5" as VersionId)).toBeUndefined();
});

test("the handles of a long session take bounded space, and the latest ones are kept", () => {
  const directory = temporaryDirectory();
  const handles = open(directory);
  const text = "x".repeat(12_000);
  for (let round = 0; round < 1_000; round++) {
    const made = Array.from({ length: 4 }, (_, i) => write(`h_${4 * round + i}`, [V1], NOW + HOUR + round));
    handles.put(
      made.map((one) => ({ ...one, record: { ...one.record, request: `${text}${one.handle}` } })),
      NOW,
    );
  }
  expect(handles.record("h_3999")).toBeDefined();
  expect(handles.record("h_3800"), "one of the last two hundred").toBeDefined();
  expect(handles.record("h_0")).toBeUndefined();
  // 48 MB were written in total. Space freed by a sweep, one per hundred writes, is reused by later writes.
  expect(statSync(dataFile(directory)).size).toBeLessThan(20_000_000);
});

const CUTS: readonly (readonly [string, (file: string) => void])[] = [
  ["cut to nothing", (file) => truncateSync(file, 0)],
  ["cut to a byte", (file) => truncateSync(file, 1)],
  ["cut to one page", (file) => truncateSync(file, 4096)],
  ["cut in half", (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ["another program's", (file) => writeFileSync(file, "SQLite format 3\0".padEnd(20_000, "x"))],
  ["zeroes", (file) => writeFileSync(file, Buffer.alloc(65_536))],
];

test.each(CUTS)("a store that is %s is created again", async (_, damage) => {
  const directory = temporaryDirectory();
  await filled(directory);
  damage(dataFile(directory));
  const handles = open(directory);
  expect(handles.record("h_1")).toBeUndefined();
  handles.put([write("h_2", [V1])], NOW);
  expect(open(directory).record("h_2")).toBeDefined();
});

test("a damaged record empties the store, and no record is returned", async () => {
  const directory = temporaryDirectory();
  await filled(directory);
  const file = dataFile(directory);
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf("2027-01-15"); at >= 0; at = bytes.indexOf("2027-01-15")) bytes[at] = 0x39;
  writeFileSync(file, bytes);
  const handles = open(directory);
  const found = Array.from({ length: 60 }, (_, i) => handles.record(`h_${i}`)?.pinned["asOfDay"]);
  expect(new Set(found)).toEqual(new Set([undefined]));
});

test("damage to a session store is found before it is mapped, or reads return what was written", async () => {
  const sound = temporaryDirectory();
  await filled(sound);
  const older = readFileSync(dataFile(sound));
  const known = new Set(["none"]);
  const before = open(sound);
  for (let i = 0; i < 60; i++) known.add(JSON.stringify(before.record(`h_${i}`)));
  const kinds = Object.entries(DAMAGES);
  for (let seed = 0; seed < 3 * kinds.length; seed++) {
    const [kind, damage] = kinds[seed % kinds.length]!;
    const directory = temporaryDirectory();
    cpSync(sound, directory, { recursive: true });
    const damaged = damage(readFileSync(dataFile(directory)), seededDraw(seed), older);
    writeFileSync(dataFile(directory), damaged);
    const handles = open(directory);
    for (let i = 0; i < 60; i++) {
      const found = handles.record(`h_${i}`);
      expect(known, `${kind} ${seed}`).toContain(found === undefined ? "none" : JSON.stringify(found));
    }
    handles.put([write("h_2", [V1])], NOW);
    expect(handles.record("h_2"), `${kind} ${seed}`).toBeDefined();
  }
});

test("if its folder cannot be created, opening fails with a typed error", () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, schemaDirectory()));
  const taken = join(directory, "file");
  writeFileSync(taken, "");
  expect(() => SessionStore.open(taken)).toThrow(expect.objectContaining({ name: "GraphError" }));
  expect(SessionStore.exists(directory)).toBe(false);
});
