/**
 * Tests of temporary files of atomic writes: writers do not disturb each other, and files left by a process that died are removed by the next
 * writer.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openLedger, schemaDirectory } from "@sdl/graph";
import { seededDraw } from "@sdl/graph/testing";
import { writeFileInRoot } from "@sdl/indexer";
import { whileLocked } from "@sdl/repository";
import { LiveRevisions, withLease } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import { HeadWriter } from "../../src/audit/audit-head.js";
import { changeRegistry } from "../../src/registry/registry-file.js";

const THREAD = fileURLToPath(new URL("../../../repository/test/support/contending-thread.mjs", import.meta.url));
const HOUR_MS = 3_600_000;
const COMMIT = "ab".repeat(20);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "sdl-drafts-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

interface Writer {
  readonly path: (folder: string) => string;
  readonly write: (folder: string) => unknown;
  /** Names of temporary files beside the path. */
  readonly draft: (name: string, hex: string) => string;
}

const ordinary = (name: string, hex: string) => `${name}.${hex}.tmp`;

const WRITERS: Readonly<Record<string, Writer>> = {
  registry: {
    path: (home) => join(home, "registry.json"),
    write: (home) => changeRegistry(join(home, "registry.json"), 1, (entries) => entries),
    draft: ordinary,
  },
  "revision of git": {
    path: (store) => join(store, "git", "revisions", COMMIT),
    write: (store) => new LiveRevisions(store).note(COMMIT, ["cd".repeat(16)]),
    draft: ordinary,
  },
  lease: {
    path: (store) => join(store, "indexer.lease"),
    write: (store) =>
      withLease({ path: join(store, "indexer.lease"), patienceMs: 0, now: Date.now }, async () => undefined),
    draft: ordinary,
  },
  lock: {
    path: (home) => join(home, "file.lock"),
    write: (home) => whileLocked(join(home, "file"), () => undefined),
    draft: ordinary,
  },
  "head of an audit log": {
    path: (home) => join(home, "audit", "a.head"),
    write: (home) => {
      const since = { records: 0, hash: "" };
      HeadWriter.begin(join(home, "audit", "a.head"), { log: "/log", since }, since);
    },
    draft: ordinary,
  },
  "lock file of the ledger": {
    path: (store) => join(store, schemaDirectory(), "ledger", "lock.mdb"),
    write: (store) => openLedger({ directory: store }).close(),
    draft: ordinary,
  },
  "file of a repository": {
    path: (root) => join(root, "notes", "a.md"),
    write: (root) => writeFileInRoot(root, "notes/a.md", Buffer.from("text"), { makesFolders: true }),
    draft: (_, hex) => `.sdl-draft-${hex}`,
  },
};

test.each(Object.keys(WRITERS))(
  "%s: temporary files of processes that died are removed, and no others",
  async (name) => {
    const draw = seededDraw(name.length);
    const { path, write, draft } = WRITERS[name] as Writer;
    const place = folder();
    const file = path(place);
    mkdirSync(dirname(file), { recursive: true });
    const kept: string[] = [];
    const leave = (left: string, minutes: number, isKept: boolean) => {
      writeFileSync(join(dirname(file), left), "half");
      const at = new Date(Date.now() - minutes * 60_000);
      utimesSync(join(dirname(file), left), at, at);
      if (isKept) kept.push(left);
    };
    const hex = () => Array.from({ length: 12 }, () => draw(16).toString(16)).join("");
    for (let i = 0; i < 12; i++) {
      const minutes = 1 + draw(120);
      if (minutes !== HOUR_MS / 60_000) leave(draft(basename(file), hex()), minutes, minutes < 60);
      leave(["a.tmp", "thesis.tmp", "notes.md"][draw(3)] ?? "", 60 + draw(999), false);
    }
    kept.push(...readdirSync(dirname(file)).filter((left) => ["a.tmp", "thesis.tmp", "notes.md"].includes(left)));
    await write(place);
    const own = new Set([basename(file), "data.mdb", "stamp"]);
    expect(readdirSync(dirname(file)).filter((left) => !own.has(left))).toEqual(kept.sort());
  },
);

test("threads of one process, which have the same process id, hold a lock and a lease one after the other", async () => {
  const place = folder();
  const counter = join(place, "counter");
  writeFileSync(counter, "0");
  const [threads, rounds] = [2, 300];
  const lease = join(place, "one.lease");
  const workerData = { counter, lease, shared: new SharedArrayBuffer(8), threads, rounds };
  const told = await Promise.all(
    Array.from({ length: threads }, () => {
      const thread = new Worker(THREAD, { workerData });
      return new Promise<{ together: number; held: number }>((resolve, reject) => {
        thread.once("message", resolve);
        thread.once("error", reject);
      });
    }),
  );
  expect(told.map(({ together }) => together)).toEqual(told.map(() => 0));
  expect(told.reduce((sum, { held }) => sum + held, 0)).toBeGreaterThanOrEqual(rounds);
  expect(readFileSync(counter, "utf8")).toBe(String((threads * rounds) / 20));
  expect(readdirSync(place)).toEqual(["counter"]);
}, 60_000);
