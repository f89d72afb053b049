/** Tests of the sweep's independent walk, with which an index is compared. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { walkSources } from "../../src/sweep/own-walk.js";

function workTree(files: readonly string[], links: Readonly<Record<string, string>>, ignored = ""): string {
  const root = mkdtempSync(join(tmpdir(), "sdl-own-walk-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "-q", root]);
  writeFileSync(join(root, ".gitignore"), ignored);
  for (const path of [...files, ...Object.keys(links)]) mkdirSync(dirname(join(root, path)), { recursive: true });
  for (const path of files) writeFileSync(join(root, path), "");
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  return root;
}

test("sources are files with a source's name that are not ignored", () => {
  const root = workTree(["a.py", "b/c.ts", "b/d.txt", "out/e.js", "node_modules/f.js"], {}, "out/\n");
  expect(walkSources(root)).toEqual({ sources: ["a.py", "b/c.ts"], ignored: ["node_modules/f.js", "out/e.js"] });
});

test("a link counts if it gives a source's name to a file without one, once per file", () => {
  const files = ["tool", "source.py", "out/hidden"];
  const links = {
    "named.py": "tool",
    "second.py": "tool",
    "alias.py": "source.py",
    "outside.py": "/etc/hostname",
    "hidden.py": "out/hidden",
    "nowhere.py": "gone",
    "folder.py": "out",
  };
  expect(walkSources(workTree(files, links, "out/\n")).sources).toEqual(["source.py", "named.py"]);
});
