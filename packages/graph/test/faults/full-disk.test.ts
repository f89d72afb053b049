/** Commits on a disk with too little space, tested on a small tmpfs. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { lookAt, WRITER } from "../support/look.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const write = (directory: string, versions: number) =>
  spawnSync(process.execPath, [WRITER, directory, "12", String(versions), "endure"], { encoding: "utf8" });

test.for([
  { freeBytes: 0, versions: 0 },
  { freeBytes: 900 * 1024, versions: 0 },
  { freeBytes: 0, versions: 2 },
  { freeBytes: 900 * 1024, versions: 2 },
])(
  "with $freeBytes bytes free, a commit to a store of $versions versions is refused before the library writes",
  async ({ freeBytes, versions }, context) => {
    const disk = join(temporaryDirectory(), "disk");
    mkdirSync(disk);
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    if (status !== 0) context.skip("cannot mount a small tmpfs here: needs root");
    onTestFinished(() => void execFileSync("umount", ["-l", disk]));
    const directory = join(disk, ".sdl");
    if (versions > 0) expect(write(directory, versions).stdout).toContain(`${versions}\n`);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - freeBytes));
    const { stdout, stderr, signal } = write(directory, 1);
    expect({ stdout, signal }).toEqual({ stdout: "", signal: null });
    expect(stderr).toContain("STORAGE_FULL");
    expect(stderr).not.toContain("Write error");
    execFileSync("rm", [join(disk, "filler")]);
    expect(write(directory, 1).stdout).toBe(`${versions + 1}\n`);
    expect(await lookAt([directory])).toMatchObject([{ faults: [], version: versions + 1 }]);
  },
);
