/**
 * Stores that outgrow their memory map, and processes that may map no more memory; without precautions, the library would end the process in both
 * cases.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { openLedger } from "../../src/index.js";
import { hasOutgrownRoom, mapRoom } from "../../src/store/opening/map-room.js";
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

test.runIf(STRACE)("a store grows in a process that the system refuses every further memory map", async () => {
  const directory = temporaryDirectory();
  mkdirSync(folderOf(directory), { recursive: true });
  const refuse = ["-P", dataOf(directory), "-e", "trace=mmap", "-e", "inject=mmap:error=ENOMEM:when=2+"];
  const { status, stdout } = write(["strace", "-f", "-qq", ...refuse, "-o", "/dev/null"], directory, 40);
  expect({ status, last: stdout.trim().split("\n").at(-1) }).toEqual({ status: 0, last: "40" });
  // The library's default map has 128 KiB.
  expect(statSync(dataOf(directory)).size).toBeGreaterThan(200_000);
  expect(await lookAt([directory])).toMatchObject([{ faults: [], version: 40 }]);
});

test.runIf(PRLIMIT)(
  "a process with limited address space writes while the store fits, then gets a typed error",
  async () => {
    const directory = makeStore(1);
    const limited = ["prlimit", `--as=${4 * GIB}`];
    expect(write(limited, directory, 1).stdout).toBe("2\n");
    const { size } = statSync(dataOf(directory));
    truncateSync(dataOf(directory), 3 * GIB);
    const { signal, stderr } = write(limited, directory, 1);
    expect({ signal, code: /code: '(\w+)'/.exec(stderr)?.[1] }).toEqual({ signal: null, code: "STORAGE_FULL" });
    // Once there is space again, nothing is lost.
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
  // file, allowed, used, mode, expected map size (sizes in GiB)
  [0, Number.POSITIVE_INFINITY, 0, "write", 64],
  [30, Number.POSITIVE_INFINITY, 0, "write", 120],
  [0, 4, 1, "write", 1.5],
  [1, 4, 1, "write", 1.5],
  [1.4, 4, 1, "write", undefined],
  [1.4, 4, 1, "read", 1.5],
  [1.6, 4, 1, "read", undefined],
  [0, 1, 1, "read", undefined],
] as const)(
  "a file of %d GiB, with %d GiB of address space allowed and %d GiB used, opened to %s, gets a map of %d GiB",
  (file, allowed, taken, mode, room) => {
    const limits = { allowedBytes: allowed * GIB, takenBytes: taken * GIB };
    if (room === undefined) expect(() => mapRoom(file * GIB, mode, limits)).toThrow(/address space/);
    else {
      expect(mapRoom(file * GIB, mode, limits)).toBe(room * GIB);
      expect(hasOutgrownRoom(file * GIB, room * GIB, mode)).toBe(false);
    }
  },
);
