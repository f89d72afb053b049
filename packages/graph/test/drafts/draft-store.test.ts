/** Tests of the store of drafts: stored data, which changes raise the version, and visibility to other processes. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type DraftFacts, type DraftHead, DraftStore, type StoredDraft } from "../../src/index.js";
import { schemaDirectory } from "../../src/store/environment.js";
import { DAMAGES, seededDraw } from "../../src/testing/index.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const WRITER = fileURLToPath(new URL("draft-writer.mjs", import.meta.url));
const KILLS = process.env["SDL_LONG"] === undefined ? 8 : 300;

function open(directory: string): DraftStore {
  const store = DraftStore.open(directory);
  onTestFinished(() => store.close());
  return store;
}

function headOf(path: string, more: Partial<DraftHead> = {}): DraftHead {
  return {
    ...{ path, source: "editor", version: 1, timestampMs: 1_800_000_000_000, renewedMs: 1_800_000_000_001 },
    ...{ isDirty: true, holder: "someone", textId: 1, firstTextId: 1 },
    ...more,
  };
}

/** A draft as currently stored. */
function storedOf(store: DraftStore, { path, source }: Pick<DraftHead, "path" | "source">): StoredDraft | undefined {
  const heads = store.heads().filter((head) => head.path === path && head.source === source);
  return store.read(heads).drafts[0];
}

function textOf(store: DraftStore, head: Pick<DraftHead, "path" | "source">): string | undefined {
  return storedOf(store, head)?.text;
}

function factsOf(store: DraftStore, head: Pick<DraftHead, "path" | "source">): DraftFacts | undefined {
  return storedOf(store, head)?.facts;
}

function dataFile(directory: string): string {
  const folder = join(directory, schemaDirectory());
  const drafts = readdirSync(folder).find((name) => name.startsWith("drafts"));
  return join(folder, drafts ?? "", "data.mdb");
}

function byPath(one: DraftHead, other: DraftHead): number {
  return one.path < other.path ? -1 : 1;
}

test("drafts with text, facts and version survive closing and opening the store", async () => {
  const directory = temporaryDirectory();
  const head = headOf("src/é 𝒳.ts", { facts: { textId: 1, key: "key", flags: 3 } });
  const facts = { key: "key", flags: 3, page: Uint8Array.of(0, 255, 7) };
  const first = DraftStore.open(directory);
  const version = first.change((changing) => {
    changing.put({ head, text: "const é = '𝒳';\r\n", page: facts.page });
    changing.put({ head: headOf("empty.py"), text: "" });
  });
  await first.close();
  const second = open(directory);
  expect(second.heads().sort(byPath)).toEqual([headOf("empty.py"), head]);
  expect(textOf(second, head)).toBe("const é = '𝒳';\r\n");
  expect(factsOf(second, head)).toEqual(facts);
  expect([textOf(second, headOf("empty.py")), factsOf(second, headOf("empty.py"))]).toEqual(["", undefined]);
  expect(second.version()).toBe(version);
});

test("the store does not exist until it is opened", () => {
  const directory = temporaryDirectory();
  expect(DraftStore.exists(directory)).toBe(false);
  expect(open(directory).version()).toBe(0);
  expect(DraftStore.exists(directory)).toBe(true);
});

test("the version rises with exactly those changes that can affect an answer", () => {
  const store = open(temporaryDirectory());
  const head = headOf("a.ts");
  const first = store.change((changing) => changing.put({ head, text: "one" }));
  expect(first).toBeGreaterThan(1_700_000_000_000);
  expect(store.change((changing) => changing.renew({ ...head, renewedMs: 5 }))).toBe(first);
  expect(store.heads()).toEqual([{ ...head, renewedMs: 5 }]);
  expect(store.change((changing) => void changing.heads())).toBe(first);
  expect(store.version()).toBe(first);
  expect(store.change((changing) => changing.put({ head, page: Uint8Array.of(1) }))).toBe(first + 1);
  expect(store.change((changing) => changing.remove(head))).toBe(first + 2);
  expect(store.version()).toBe(first + 2);
});

test("parts omitted in a write stay as stored", () => {
  const store = open(temporaryDirectory());
  const head = headOf("a.ts", { facts: { textId: 1, key: "k" } });
  store.change((changing) => changing.put({ head, text: "one", page: Uint8Array.of(9) }));
  const newer = { ...head, version: 2 };
  store.change((changing) => changing.put({ head: newer }));
  expect(store.heads()).toEqual([newer]);
  expect(textOf(store, newer)).toBe("one");
  expect(factsOf(store, newer)?.page).toEqual(Uint8Array.of(9));
});

test("a new draft gets no text or facts of a removed draft of the same file", () => {
  const store = open(temporaryDirectory());
  const head = headOf("a.ts", { facts: { textId: 1, key: "k" } });
  store.change((changing) => changing.put({ head, text: "one", page: Uint8Array.of(9) }));
  store.change((changing) => changing.remove(head));
  expect(store.heads()).toEqual([]);
  store.change((changing) => changing.put({ head }));
  expect([textOf(store, head), factsOf(store, head)]).toEqual([undefined, undefined]);
});

test("drafts of one file by two editors, and of paths longer than a key, are kept apart", () => {
  const store = open(temporaryDirectory());
  const long = `${"folder/".repeat(500)}a.ts`;
  const heads = [headOf(long), headOf(long, { source: "other" }), headOf(`${long}x`)];
  for (const head of heads)
    store.change((changing) => changing.put({ head, text: `${head.source} ${head.path.length}` }));
  expect(heads.map((head) => textOf(store, head))).toEqual(heads.map(({ source, path }) => `${source} ${path.length}`));
  store.change((changing) => changing.remove(heads[0]!));
  expect(
    store
      .heads()
      .map(({ source }) => source)
      .sort(),
  ).toEqual(["editor", "other"]);
});

test("a transaction sees its own writes, and a failed one leaves nothing", () => {
  const store = open(temporaryDirectory());
  const version = store.change((changing) => changing.put({ head: headOf("a.ts"), text: "one" }));
  const fail = () =>
    store.change((changing) => {
      changing.put({ head: headOf("a.ts", { version: 2 }), text: "two" });
      changing.put({ head: headOf("b.ts"), text: "new" });
      expect(changing.head("a.ts", "editor")?.version).toBe(2);
      expect(changing.heads()).toHaveLength(2);
      throw new RangeError("enough");
    });
  expect(fail).toThrow("enough");
  expect(store.heads()).toEqual([headOf("a.ts")]);
  expect([textOf(store, headOf("a.ts")), store.version()]).toEqual(["one", version]);
});

test("another process's writes are seen without opening the store again", () => {
  const store = open(temporaryDirectory());
  const directory = temporaryDirectory();
  const other = open(directory);
  const version = other.change((changing) => changing.put({ head: headOf("mine.ts"), text: "mine" }));
  const before = other.state;
  execFileSync(process.execPath, [WRITER, directory, "7", "1"], { stdio: "ignore" });
  // Read in the same turn of the event loop.
  expect(
    other
      .heads()
      .sort(byPath)
      .map(({ path, version }) => `${path} ${version}`),
  ).toEqual(["mine.ts 1", "src/written.ts 7"]);
  expect(textOf(other, headOf("src/written.ts", { source: "writer" }))).toBe("7;".repeat(3000));
  expect(other.version()).toBe(version + 1);
  expect(other.state).not.toBe(before);
  expect(store.heads()).toEqual([]);
});

test("a version number is never reused, whichever process changes drafts", () => {
  const directory = temporaryDirectory();
  const [first, second] = [open(directory), open(directory)];
  const versions = Array.from({ length: 10 }, (_, n) =>
    (n % 2 === 0 ? first : second).change((changing) => changing.put({ head: headOf(`${n}.ts`), text: "" })),
  );
  expect(versions).toEqual(versions.map((_, n) => (versions[0] ?? 0) + n));
});

function startWriter(directory: string, first: number): ChildProcess {
  const args = [WRITER, directory, String(first), "100000"];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

test(`a writer killed at any moment, ${KILLS} times, leaves a complete draft no older than the one it acknowledged`, async () => {
  const directory = temporaryDirectory();
  const writer = { source: "writer" };
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startWriter(directory, acknowledged + 1);
    const start = acknowledged;
    createInterface({ input: child.stdout! }).on("line", (line) => {
      acknowledged = Math.max(acknowledged, Number(line));
      if (Number(line) > start + (kill % 5)) setTimeout(() => child.kill("SIGKILL"), (kill * 7) % 11);
    });
    await new Promise((resolve) => child.on("close", resolve));
    const store = DraftStore.open(directory);
    const [head] = store.heads();
    expect(head?.version).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(start);
    expect(textOf(store, headOf("src/written.ts", writer))).toBe(`${head?.version};`.repeat(3000));
    expect(Buffer.from(factsOf(store, head!)?.page ?? []).toString()).toBe(`${head?.version};`.repeat(2000));
    expect(store.version()).toBe(head?.textId);
    acknowledged = head?.version ?? 0;
    await store.close();
  }
});

async function filled(directory: string): Promise<void> {
  const store = DraftStore.open(directory);
  for (let i = 0; i < 40; i++) {
    const head = headOf(`file-${i}.ts`, { facts: { textId: 1, key: `key ${i}` } });
    const page = Buffer.from(`page ${i} `.repeat(300));
    store.change((changing) => changing.put({ head, text: `text ${i} `.repeat(400), page }));
  }
  await store.close();
}

/** All stored drafts, one per line. */
function contents(store: DraftStore): string[] {
  return store
    .heads()
    .sort(byPath)
    .map(
      (head) =>
        `${JSON.stringify(head)} ${textOf(store, head)} ${Buffer.from(factsOf(store, head)?.page ?? []).toString()}`,
    );
}

const CUTS: readonly (readonly [string, (file: string) => void])[] = [
  ["cut to nothing", (file) => truncateSync(file, 0)],
  ["cut to a byte", (file) => truncateSync(file, 1)],
  ["cut in half", (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ["another program's", (file) => writeFileSync(file, "SQLite format 3\0".padEnd(20_000, "x"))],
  ["zeroes", (file) => writeFileSync(file, Buffer.alloc(65_536))],
];

test.each(CUTS)("a store that is %s becomes empty and accepts drafts again", async (_, damage) => {
  const directory = temporaryDirectory();
  await filled(directory);
  damage(dataFile(directory));
  const store = open(directory);
  expect(contents(store)).toEqual([]);
  store.change((changing) => changing.put({ head: headOf("new.ts"), text: "new" }));
  expect(open(directory).heads()).toEqual([headOf("new.ts")]);
});

test("damage causes no error: drafts are as written, or absent", async () => {
  const sound = temporaryDirectory();
  await filled(sound);
  const bytes = readFileSync(dataFile(sound));
  const known = contents(open(sound));
  expect(known).toHaveLength(40);
  let lost = 0;
  const kinds = Object.entries(DAMAGES);
  for (let seed = 0; seed < 2 * kinds.length; seed++) {
    const [kind, damage] = kinds[seed % kinds.length]!;
    const directory = temporaryDirectory();
    cpSync(sound, directory, { recursive: true });
    writeFileSync(dataFile(directory), damage(Buffer.from(bytes), seededDraw(seed), bytes));
    const store = open(directory);
    const found = contents(store);
    if (found.length < known.length) lost++;
    expect(known, `${kind} ${seed}`).toEqual(expect.arrayContaining(found));
    store.change((changing) => changing.put({ head: headOf("new.ts"), text: "new" }));
    expect(textOf(store, headOf("new.ts")), `${kind} ${seed}`).toBe("new");
  }
  expect(lost).toBeGreaterThan(0);
});

/** Overwrites a file in place, because processes have it mapped. */
function overwrite(file: string, found: string, put: string): void {
  const at = readFileSync(file).indexOf(found);
  expect(at).toBeGreaterThan(0);
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, put, at);
  closeSync(descriptor);
}

test("a record damaged while the store is open is not returned, and the next change is kept", () => {
  const directory = temporaryDirectory();
  const store = open(directory);
  store.change((changing) => changing.put({ head: headOf("damaged-here.ts"), text: "old" }));
  overwrite(dataFile(directory), "damaged-here.ts", "damaged-hEre.ts");
  const version = store.change((changing) => {
    changing.heads();
    changing.put({ head: headOf("new.ts"), text: "new" });
  });
  expect(store.heads()).toEqual([headOf("new.ts")]);
  expect(version).toBeGreaterThan(0);
});

test("a store that lost its drafts reuses no version number", () => {
  const directory = temporaryDirectory();
  const store = open(directory);
  const before = store.change((changing) => changing.put({ head: headOf("damaged-here.ts"), text: "old" }));
  overwrite(dataFile(directory), "damaged-here.ts", "damaged-hEre.ts");
  expect(store.heads()).toEqual([]);
  const after = store.change((changing) => changing.put({ head: headOf("new.ts"), text: "new" }));
  expect(after).not.toBe(before);
});
