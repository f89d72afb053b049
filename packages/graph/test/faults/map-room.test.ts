/** Stores that outgrow the memory they are mapped into, and processes that may map no more: the library would end them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { openLedger } from "../../src/index.js";
import { mapRoom, outgrows } from "../../src/store/opening/map-room.js";
import { dataOf, folderOf, hasProgram, lookAt, makeStore, WRITER } from "../support/look.js";
import { refresh } from "../support/toy-indexer.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const GIB = 1024 ** 3;
const STRACE = hasProgram("strace");
const PRLIMIT = hasProgram("prlimit");
const repository = (name: string) => ({ files: { "a.ts": `${name} function : alpha` } });

const write = (program: readonly string[], directory: string, versions: number) => {
  const [command = "", ...args] = [...program, process.execPath, WRITER, directory, "12", String(versions)];
  return spawnSync(command, args, { encoding: "utf8" });
};

test.runIf(STRACE)("a store grows in a process that is refused every further map", async () => {
  const directory = temporaryDirectory();
  mkdirSync(folderOf(directory), { recursive: true });
  const refuse = ["-P", dataOf(directory), "-e", "trace=mmap", "-e", "inject=mmap:error=ENOMEM:when=2+"];
  const { status, stdout } = write(["strace", "-f", "-qq", ...refuse, "-o", "/dev/null"], directory, 40);
  expect({ status, last: stdout.trim().split("\n").at(-1) }).toEqual({ status: 0, last: "40" });
  // The library begins with 128 KiB when it is left to itself.
  expect(statSync(dataOf(directory)).size).toBeGreaterThan(200_000);
  expect(await lookAt([directory])).toMatchObject([{ faults: [], version: 40 }]);
});

test.runIf(PRLIMIT)(
  "a process whose address space is limited writes while the store fits; then an error says so",
  async () => {
    const directory = makeStore(1);
    const limited = ["prlimit", `--as=${4 * GIB}`];
    expect(write(limited, directory, 1).stdout).toBe("2\n");
    const { size } = statSync(dataOf(directory));
    truncateSync(dataOf(directory), 3 * GIB);
    const { signal, stderr } = write(limited, directory, 1);
    expect({ signal, code: /code: '(\w+)'/.exec(stderr)?.[1] }).toEqual({ signal: null, code: "STORAGE_FULL" });
    // With room again, nothing is lost.
    truncateSync(dataOf(directory), size);
    expect(write([], directory, 1).stdout).toBe("3\n");
    expect(await lookAt([directory])).toMatchObject([{ faults: [], version: 3 }]);
  },
);

test("a store that outgrows its map is opened again before it is written", async () => {
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  refresh(ledger, repository("one"));
  const { size } = statSync(dataOf(directory));
  truncateSync(dataOf(directory), 50 * GIB);
  expect(ledger.isInPlace()).toBe(false);
  expect(() => refresh(ledger, repository("two"))).toThrow(expect.objectContaining({ code: "STORE_MOVED" }));
  await ledger.close();
  const again = openLedger({ directory });
  expect(refresh(again, repository("two")).created).toBe(true);
  await again.close();
  truncateSync(dataOf(directory), size * 2);
  expect(await lookAt([directory])).toMatchObject([{ faults: [], version: 2 }]);
});

test.each([
  // file, allowed, taken, for: room in GiB
  [0, Number.POSITIVE_INFINITY, 0, "write", 64],
  [30, Number.POSITIVE_INFINITY, 0, "write", 120],
  [0, 4, 1, "write", 1.5],
  [1, 4, 1, "write", 1.5],
  [1.4, 4, 1, "write", undefined],
  [1.4, 4, 1, "read", 1.5],
  [1.6, 4, 1, "read", undefined],
  [0, 1, 1, "read", undefined],
] as const)(
  "a file of %d GiB where %d may be taken and %d are, to %s: room of %d",
  (file, allowed, taken, mode, room) => {
    const limits = { allowedBytes: allowed * GIB, takenBytes: taken * GIB };
    if (room === undefined) expect(() => mapRoom(file * GIB, mode, limits)).toThrow(/address space/);
    else {
      expect(mapRoom(file * GIB, mode, limits)).toBe(room * GIB);
      expect(outgrows(file * GIB, room * GIB, mode)).toBe(false);
    }
  },
);
