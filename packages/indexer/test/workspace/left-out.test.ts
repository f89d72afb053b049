/** Exclusion of single paths, compared with a walk over the whole tree. */
import { expect, test } from "vitest";
import { documentKind } from "../../src/workspace/content/document-name.js";
import { isLeftOut } from "../../src/workspace/left-out.js";
import { makeTree } from "./temporary-tree.js";

const TREE = `
  .gitignore: *.log;/secret/;!keep.log
  README.md
  a.log
  keep.log
  secret/notes.md
  docs/.gitignore: draft*
  docs/guide.md
  docs/draft.md
  docs/deep/draft.md
  node_modules/x/README.md
  link.md -> docs/guide.md
  hidden.md -> secret/notes.md
  out.md -> /etc/hostname
`;

test("paths are left out by ignore files, the setting, and names of directories without source", () => {
  const root = makeTree(TREE);
  const asked = ["README.md", "a.log", "keep.log", "secret/notes.md", "docs/guide.md", "docs/draft.md"];
  const further = ["docs/deep/draft.md", "node_modules/x/README.md", "link.md", "hidden.md"];
  // Does not exist yet.
  const absent = ["absent.md", "new/deep.md", "docs/new/draft.md", "node_modules/new.md", "secret/new/notes.md"];
  expect([...asked, ...further, ...absent].filter((path) => !isLeftOut(root, path))).toEqual([
    "README.md",
    "keep.log",
    "docs/guide.md",
    "link.md",
    "absent.md",
    "new/deep.md",
  ]);
  expect(isLeftOut(root, "docs/guide.md", ["docs/*.md"])).toBe(true);
  expect(() => isLeftOut(root, "out.md")).toThrow(/leaves the root/);
});

test.each([
  ["document", ["README.md", "CHANGES.rst", "notes.TXT", "LICENSE", "AUTHORS"]],
  ["configuration", ["package.json", ".env", ".env.production", ".npmrc", "Dockerfile", "setup.cfg", "uv.lock"]],
  [undefined, ["app.ts", "app.py", "setup.py", "main.go", "lib.rs", "logo.png", "run.sh"]],
])("%s: %j", (kind, names) => {
  for (const name of names) expect([name, documentKind(name)]).toEqual([name, kind]);
});
