import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findClone } from "../../src/replay/clones.js";
import { Clone } from "../../src/replay/git.js";
import { writeCommit } from "../../src/sweep/commit-files.js";

const AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];

function makeClone(): { readonly folder: string; readonly root: string; git: (...args: string[]) => string } {
  const folder = mkdtempSync(join(tmpdir(), "sdl-sweep-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "owner+name", "repo");
  mkdirSync(root, { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync("git", [...AUTHOR, "-C", root, ...args], { encoding: "utf8" }).trim();
  git("init", "-q");
  return { folder, root, git };
}

test("a commit's files are written byte for byte, whatever attributes, filters and hooks exist", () => {
  const { folder, root, git } = makeClone();
  const ran = join(folder, "ran");
  writeFileSync(join(root, ".gitattributes"), "secret.py export-ignore\n*.ts filter=evil eol=crlf\n");
  writeFileSync(join(root, "secret.py"), "x = 1\n");
  writeFileSync(join(root, "a.ts"), "let a;\n");
  writeFileSync(join(root, "bytes.bin"), Buffer.from([0, 255, 10, 13]));
  mkdirSync(join(root, "deep/er"), { recursive: true });
  writeFileSync(join(root, "deep/er/run.sh"), "true\n", { mode: 0o755 });
  symlinkSync("deep", join(root, "link"));
  git("add", "-A");
  git("commit", "-qm", "one");
  git("config", "filter.evil.smudge", `touch ${ran}`);
  writeFileSync(join(root, ".git/hooks/post-checkout"), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  const target = join(folder, "target");
  const found = findClone(folder, "owner/name");
  expect(found).toBe(root);
  expect(writeCommit(new Clone(found ?? ""), git("rev-parse", "HEAD"), target)).toEqual([]);
  expect(readFileSync(join(target, "secret.py"), "utf8")).toBe("x = 1\n");
  expect(readFileSync(join(target, "a.ts"), "utf8")).toBe("let a;\n");
  expect([...readFileSync(join(target, "bytes.bin"))]).toEqual([0, 255, 10, 13]);
  expect(lstatSync(join(target, "deep/er/run.sh")).mode & 0o111).not.toBe(0);
  expect(readlinkSync(join(target, "link"))).toBe("deep");
  expect(() => lstatSync(ran)).toThrow();
});

test("files whose content the clone lacks are reported and left out", () => {
  const { folder, root, git } = makeClone();
  writeFileSync(join(root, "a.py"), "a\n");
  writeFileSync(join(root, "b.py"), "b\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  const blob = git("rev-parse", "HEAD:b.py");
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  const target = join(folder, "target");
  expect(writeCommit(new Clone(root), git("rev-parse", "HEAD"), target)).toEqual(["b.py"]);
  expect(readFileSync(join(target, "a.py"), "utf8")).toBe("a\n");
});
