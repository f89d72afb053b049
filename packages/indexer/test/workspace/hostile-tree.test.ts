import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { discoverFiles, readSource } from "../../src/workspace/index.js";
import { checkDiscovery, findingsText } from "./check-discovery.js";
import { makeDirectory, makeTree } from "./temporary-tree.js";

test("a linked file counts once, under its real path", () => {
  checkDiscovery(
    `
    a/link.ts -> ../z/real.ts
    b.ts -> a/link.ts
    c.txt -> z/real.ts
    tsconfig.json -> z/tsconfig.base.json
    z/real.ts
    z/tsconfig.base.json
    `,
    `
    z/real.ts typescript
    config z/tsconfig.base.json
    alias a/link.ts -> z/real.ts
    alias b.ts -> z/real.ts
    alias c.txt -> z/real.ts
    alias tsconfig.json -> z/tsconfig.base.json
    `,
  );
});

test("a link that gives a language to a file without one is indexed once", () => {
  checkDiscovery(
    "scripts/tool: print()\nscripts/b.py -> tool\nscripts/a.py -> tool\nscripts/c.md -> tool",
    "scripts/a.py python\nalias scripts/b.py -> scripts/a.py\nalias scripts/c.md -> scripts/a.py",
  );
});

test("links to directories are aliases and are never walked", () => {
  checkDiscovery(
    `
    real/sub/a.ts
    link -> real
    deep/link -> ../real/sub
    real/sub/up -> ..
    real/sub/self -> .
    to-root -> $ROOT
    `,
    `
    real/sub/a.ts typescript
    skipped real/sub/self symlink-loop
    skipped real/sub/up symlink-loop
    skipped to-root symlink-loop
    alias deep/link -> real/sub
    alias link -> real
    `,
  );
});

test("an ignored file stays ignored behind a link", () => {
  checkDiscovery(
    `
    .gitignore: hidden/;ignored-link.ts
    hidden/a.ts
    node_modules/x/index.ts
    lib -> hidden
    x -> node_modules/x
    a.ts -> hidden/a.ts
    b.ts -> node_modules/x/index.ts
    ignored-link.ts -> ../outside.ts
    pkg/node_modules -> ../src
    src/a.ts
    `,
    "src/a.ts typescript",
  );
});

test("links that leave the root, loop or dangle are reported", () => {
  checkDiscovery(
    `
    out.ts -> /etc/passwd
    out-dir -> /etc
    readme.md -> /nowhere
    a.ts -> b.ts
    b.ts -> a.ts
    c.txt -> c.txt
    gone.ts -> missing.ts
    package.json -> ../elsewhere.json
    null.ts -> /dev/null
    `,
    `
    skipped a.ts symlink-loop
    skipped b.ts symlink-loop
    skipped c.txt symlink-loop
    skipped gone.ts symlink-dangling
    skipped null.ts symlink-outside
    skipped out-dir symlink-outside
    skipped out.ts symlink-outside
    skipped package.json symlink-dangling
    `,
  );
});

test("pipes and sockets are reported without blocking", async () => {
  const root = makeTree("pipe.ts |\nnotes |\nlink.py -> pipe.ts\n.gitignore |");
  const server = createServer().listen(join(root, "socket.py"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  expect(findingsText(discoverFiles(root)).split("\n")).toEqual([
    "skipped link.py not-regular",
    "skipped pipe.ts not-regular",
    "skipped socket.py not-regular",
  ]);
});

test("a directory without permission is skipped; the superuser reads it", () => {
  const root = makeTree("closed/a.ts\nopen.ts");
  chmodSync(join(root, "closed"), 0);
  onTestFinished(() => chmodSync(join(root, "closed"), 0o700));
  const closed =
    process.getuid?.() === 0
      ? "closed/a.ts typescript\nopen.ts typescript"
      : "open.ts typescript\nskipped closed unreadable";
  expect(findingsText(discoverFiles(root))).toBe(closed);
});

test.each([
  "__proto__.ts",
  "constructor/toString.ts",
  "a\nb.ts",
  "a\\b.ts",
  "%2e%2e.ts",
  " .ts",
  "trailing .ts",
  "'\"`$(x);&|<>.ts",
  "\u202egnp.ts",
  "\ufeffa.ts",
  "e\u0301.ts",
  "\u00e9.ts",
  "\ufffd.ts",
  "ab:c.ts",
  "dir./x.ts",
  `${"n".repeat(252)}.ts`,
  `${"\u00e9".repeat(126)}.ts`,
])("the name %j is indexed and can be read", (name) => {
  const root = makeDirectory();
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), "const here = 1;");
  expect(discoverFiles(root).files.map((file) => file.path)).toEqual([name]);
  expect(readSource(root, name)).toMatchObject({ status: "source", text: "const here = 1;" });
});

test.each(["C:x.ts", "\\server.ts", "a\\..\\..ts", "\uff0e\uff0e/x.ts"])(
  "the name %j, which other systems read as a parent path, is skipped",
  (name) => {
    const root = makeDirectory();
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), "");
    expect(discoverFiles(root)).toMatchObject({ files: [], skipped: [{ reason: "bad-name" }] });
  },
);

test("names that are not UTF-8 are skipped in an escaped form, and their neighbours indexed", () => {
  const root = makeDirectory();
  const at = (...bytes: number[]) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes)]);
  const dotTs = [...Buffer.from(".ts")];
  mkdirSync(at(0x64, 0xfe));
  for (const name of [
    [0x61, 0xff, ...dotTs],
    [0x61, 0xfe, ...dotTs],
    [0xff],
    [...Buffer.from("\ufffd"), ...dotTs],
    [0x62, ...dotTs],
  ]) {
    closeSync(openSync(at(...name), "w"));
  }
  expect(findingsText(discoverFiles(root)).split("\n")).toEqual([
    "b.ts typescript",
    "\ufffd.ts typescript",
    "skipped a\\xfe.ts bad-name",
    "skipped a\\xff.ts bad-name",
    "skipped d\\xfe bad-name",
  ]);
});

test("names that differ in case or Unicode normal form are different files", () => {
  checkDiscovery(
    "A.ts\na.ts\n\u00e9.py\ne\u0301.py",
    "A.ts typescript\na.ts typescript\ne\u0301.py python\n\u00e9.py python",
  );
});

test("a tree deeper than the longest path ends in a skipped directory, not in an error", () => {
  const root = makeDirectory();
  onTestFinished(() => void execFileSync("rm", ["-rf", root]));
  const name = "d".repeat(200);
  const home = process.cwd();
  try {
    process.chdir(root);
    for (let depth = 0; depth < 25; depth++) {
      mkdirSync(name);
      process.chdir(name);
    }
    writeFileSync("deep.ts", "");
  } finally {
    process.chdir(home);
  }
  const { skipped, directories } = discoverFiles(root);
  expect(skipped.map(({ reason }) => reason).join()).toMatch(/^(unreadable|bad-name)$/);
  expect(directories.length).toBeGreaterThan(15);
});

test("a thousand levels are walked without recursion", () => {
  const root = makeTree(`${"d/".repeat(1000)}a.ts`);
  expect(discoverFiles(root).files.length).toBe(1);
});
