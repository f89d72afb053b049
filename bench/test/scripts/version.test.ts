/** Tests of what a release takes from pending changesets. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/version.mjs", import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sdl-version-"));
  mkdirSync(join(root, ".changeset"));
  writeFileSync(join(root, ".changeset/README.md"), "# Changesets\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function addChangeset(name: string, text: string): void {
  writeFileSync(join(root, ".changeset", name), `---\n"@sdl/cli": minor\n---\n${text}`);
}

function dryRun() {
  return spawnSync(process.execPath, [SCRIPT, "--dry-run"], { cwd: root, encoding: "utf8" });
}

test("each changeset is one entry, in order of file name", () => {
  addChangeset("b.md", "\nSecond.\n");
  addChangeset("a.md", "\nFirst,\nover two lines.\n");
  expect(dryRun().stdout).toBe("- First, over two lines.\n- Second.\n");
});

test("without changesets there is no release", () => {
  expect(dryRun().stdout).toBe("no changeset is pending: nothing to number\n");
});

test("a changeset without text is an error that names the file", () => {
  addChangeset("a.md", "\n");
  expect(dryRun()).toMatchObject({ status: 1, stderr: expect.stringContaining(".changeset/a.md has no text") });
});
