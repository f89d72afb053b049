import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { computeRecord } from "../src/corpora/record.js";

function hashOf(make: (root: string) => void): string {
  const root = mkdtempSync(join(tmpdir(), "sdl-bench-test-"));
  try {
    mkdirSync(join(root, "a"));
    writeFileSync(join(root, "a", "b.ts"), "1");
    writeFileSync(join(root, "c.ts"), "2");
    make(root);
    return computeRecord(root).sha256;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("a record changes with a byte, a moved file, a new file, and a link's target", () => {
  const hashes = [
    hashOf(() => undefined),
    hashOf((root) => writeFileSync(join(root, "c.ts"), "3")),
    hashOf((root) => writeFileSync(join(root, "a", "c.ts"), "2")),
    hashOf((root) => symlinkSync("a/b.ts", join(root, "d.ts"))),
    hashOf((root) => symlinkSync("c.ts", join(root, "d.ts"))),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashOf(() => undefined)).toBe(hashes[0]);
});
