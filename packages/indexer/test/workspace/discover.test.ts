import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { discoverFiles } from "../../src/workspace/index.js";
import { checkDiscovery, findingsText } from "./check-discovery.js";
import { makeDirectory, makeTree } from "./temporary-tree.js";

test("extensions determine languages, and their case counts", () => {
  checkDiscovery(
    `
    a.ts
    b.tsx
    c.mts
    d.cts
    e.d.ts
    f.d.mts
    g.d.css.ts
    h.js
    i.jsx
    j.mjs
    k.cjs
    l.py
    m.pyi
    n.TS
    o.txt
    ts
    .ts
    p.ts.bak
    dir.ts/q.py
    `,
    `
    .ts typescript
    a.ts typescript
    b.tsx tsx
    c.mts typescript
    d.cts typescript
    dir.ts/q.py python
    e.d.ts typescript declaration
    f.d.mts typescript declaration
    g.d.css.ts typescript declaration
    h.js javascript
    i.jsx javascript
    j.mjs javascript
    k.cjs javascript
    l.py python
    m.pyi python declaration
    `,
  );
});

test("configuration that linking needs is listed, even if its language is not selected", () => {
  checkDiscovery(
    `
    package.json
    pnpm-workspace.yaml
    tsconfig.json
    tsconfig.build.json
    jsconfig.json
    pyproject.toml
    setup.cfg
    setup.py
    a/package.json
    a/x.ts
    composer.json
    tsconfig.ts
    node_modules/x/package.json
    `,
    `
    a/x.ts typescript
    tsconfig.ts typescript
    config a/package.json
    config jsconfig.json
    config package.json
    config pnpm-workspace.yaml
    config pyproject.toml
    config setup.cfg
    config setup.py
    config tsconfig.build.json
    config tsconfig.json
    `,
    { languages: ["typescript"] },
  );
});

test("junk directories are left out by name, at any depth, in any repository", () => {
  checkDiscovery(
    `
    .git/hooks/a.py
    .gitignore: !node_modules;!.venv/;!.sdl
    node_modules/x/a.js
    pkg/node_modules/x/a.js
    .venv/lib/a.py
    pkg/__pycache__/a.py
    lib/site-packages/a.py
    .next/a.js
    .sdl/a.ts
    .sdl-memory/a.ts
    .storybook/main.ts
    pkg/node_modules.ts
    `,
    `
    .storybook/main.ts typescript
    pkg/node_modules.ts typescript
    `,
  );
});

test("node_modules is entered where a rule of an ignore file names its whole path and nothing was installed there", () => {
  checkDiscovery(
    `
    .gitignore: node_modules;!packages/node_modules;!app/node_modules/;!test/**/node_modules;!/node_modules
    package.json
    node_modules/x/a.js
    packages/node_modules/own/a.js
    packages/node_modules/own/node_modules/x/a.js
    app/package.json
    app/node_modules/x/a.js
    test/one/node_modules/x/a.js
    `,
    `
    packages/node_modules/own/a.js javascript
    config app/package.json
    config package.json
    `,
  );
});

test("node_modules is entered where the setting names its whole path", () => {
  checkDiscovery(
    `
    app/package.json
    app/node_modules/own/a.js
    app/node_modules/own/b.test.js
    lib/node_modules/x/a.js
    `,
    `
    app/node_modules/own/a.js javascript
    config app/package.json
    `,
    { ignore: ["!app/node_modules", "*.test.js"] },
  );
});

test("a directory with a tool's mark is left out, unless it is the root", () => {
  checkDiscovery(
    `
    CACHEDIR.TAG
    a.py
    my-env/pyvenv.cfg
    my-env/lib/a.py
    cache/CACHEDIR.TAG
    cache/a.py
    `,
    `
    a.py python
    skipped cache output-directory
    skipped my-env output-directory
    `,
  );
});

test("without version control an ambiguous name is output", () => {
  checkDiscovery(
    `
    src/a.ts
    dist/a.ts
    packages/x/build/a.ts
    out/a.ts
    target/a.ts
    vendor/a.ts
    coverage/a.ts
    distribution/a.ts
    `,
    `
    distribution/a.ts typescript
    src/a.ts typescript
    skipped coverage output-directory
    skipped dist output-directory
    skipped out output-directory
    skipped packages/x/build output-directory
    skipped target output-directory
    skipped vendor output-directory
    `,
  );
});

test("with a .gitignore an ambiguous name is source unless it is ignored or looks generated", () => {
  checkDiscovery(
    `
    .gitignore: /out/
    src/build/plan.ts
    out/a.ts
    target/a.ts
    dist/index.js
    dist/index.js.map
    build/esm/deep/a.js
    build/esm/deep/a.d.ts
    build/esm/real.ts
    coverage/lcov.info
    coverage/a.js
    vendor/modules.txt
    vendor/x/a.py
    vendor-js/copied.js
    vendor-js/copied.js.map
    web/dist/app.1a2b3c4d.js
    web/dist/other.js
    py/build/bdist.linux-x86_64/x
    py/build/lib/a.py
    shop/vendor/copied.py
    words/dist/acceded-abcdefab.js
    `,
    `
    build/esm/real.ts typescript
    shop/vendor/copied.py python
    src/build/plan.ts typescript
    target/a.ts typescript
    vendor-js/copied.js javascript
    words/dist/acceded-abcdefab.js javascript
    skipped build/esm/deep output-directory
    skipped coverage output-directory
    skipped dist output-directory
    skipped py/build output-directory
    skipped vendor output-directory
    skipped web/dist output-directory
    `,
  );
});

test("a negation that names an ambiguous directory re-includes it", () => {
  checkDiscovery(".gitignore: !/dist/\ndist/a.js\ndist/a.js.map", "dist/a.js javascript");
  checkDiscovery("dist/a.js\nbuild/a.js", "dist/a.js javascript\nskipped build output-directory", {
    ignore: ["!dist"],
  });
});

test("ignore files nest, the deeper one wins, and nothing in an ignored directory is re-included", () => {
  checkDiscovery(
    `
    .gitignore: *.gen.ts;/private/;keep/;fixtures
    .git/info/exclude: scratch.ts;!a.gen.ts
    a.gen.ts
    b.ts
    scratch.ts
    sub/scratch.ts
    sub/.gitignore: !c.gen.ts;/b.ts;!scratch.ts
    sub/b.ts
    sub/c.gen.ts
    sub/deep/b.ts
    sub/deep/.gitignore: c.gen.ts
    sub/deep/c.gen.ts
    sub/private/a.ts
    private/.gitignore: !a.ts
    private/a.ts
    keep/.gitignore: !*
    keep/a.ts
    fixtures/a.ts
    sub/fixtures.ts
    `,
    `
    b.ts typescript
    sub/c.gen.ts typescript
    sub/deep/b.ts typescript
    sub/fixtures.ts typescript
    sub/private/a.ts typescript
    sub/scratch.ts typescript
    `,
  );
});

test("the ignore option takes precedence over every ignore file", () => {
  checkDiscovery(
    ".gitignore: b.ts\nsub/.gitignore: !a.ts\na.ts\nb.ts\nsub/a.ts\nsub/c.ts\ndocs/\u00e9.ts",
    "b.ts typescript\nsub/c.ts typescript",
    { ignore: ["a.ts", "!b.ts", "docs/\u00e9.ts"] },
  );
});

test("an unreadable ignore file is reported, and one that is a link is not followed", () => {
  const root = makeTree("a.ts\nb/c.ts\nrules: *\nb/.gitignore -> ../rules");
  writeFileSync(join(root, ".gitignore"), "a.ts\n".repeat(250_000));
  expect(findingsText(discoverFiles(root))).toBe("a.ts typescript\nb/c.ts typescript\nskipped .gitignore unreadable");
});

test("a nested worktree is left out, a submodule and a nested clone are not", () => {
  checkDiscovery(
    `
    .git: gitdir: /elsewhere/.git/worktrees/main
    a.ts
    trees/feature/.git: gitdir: /repo/.git/worktrees/feature
    trees/feature/a.ts
    sub/.git: gitdir: ../.git/modules/sub
    sub/a.ts
    clone/.git/HEAD: ref
    clone/a.ts
    `,
    `
    a.ts typescript
    clone/a.ts typescript
    sub/a.ts typescript
    skipped trees/feature nested-worktree
    `,
  );
});

test("files over the limit are skipped by their stat", () => {
  checkDiscovery(
    "a.ts: 12345\nb.ts: 123456\npackage.json: 123456",
    "a.ts typescript\nskipped b.ts too-large\nskipped package.json too-large",
    {
      maxFileBytes: 5,
    },
  );
});

test("each file has its stat, each walked directory its path", () => {
  const root = makeTree("a/b.ts: text\ndocs/x.md\nnode_modules/y.js");
  const { files, directories } = discoverFiles(root);
  const { size, mtimeMs, ctimeMs, ino } = lstatSync(join(root, "a/b.ts"));
  expect(files).toEqual([
    { path: "a/b.ts", language: "typescript", isDeclaration: false, sizeBytes: size, mtimeMs, ctimeMs, ino },
  ]);
  expect(directories).toEqual(["", "a", "docs"]);
});

test("files are sorted by code units, whatever the order of creation", () => {
  const names = [
    "b.ts",
    "B.ts",
    "a-b.ts",
    "a/z.ts",
    "a.ts",
    "\u00e4.ts",
    "z.ts",
    "\ue000.ts",
    "\u{1f600}.ts",
    "10.ts",
    "9.ts",
  ];
  const expected = "10.ts 9.ts B.ts a-b.ts a.ts a/z.ts b.ts z.ts \u00e4.ts \u{1f600}.ts \ue000.ts";
  for (const order of [names, names.toReversed(), names.toSorted()]) {
    const found = discoverFiles(makeTree(order.join("\n"))).files.map((file) => file.path);
    expect(found.join(" ")).toBe(expected);
  }
});

test("two walks of one tree are equal", () => {
  const root = makeTree("a.ts\nb/c.py\nb/link.py -> c.py\n.gitignore: x\npipe.ts |");
  expect(discoverFiles(root)).toEqual(discoverFiles(root));
});

test("a root that cannot be listed throws, and nothing else does", () => {
  const root = makeTree("file.ts");
  for (const bad of [join(root, "absent"), join(root, "file.ts")]) {
    expect(() => discoverFiles(bad)).toThrow(
      expect.objectContaining({ code: "ROOT_UNREADABLE", message: expect.stringContaining("; pass ") }),
    );
  }
});

const COUNT = process.env["SDL_LONG"] ? 100_000 : 5_000;

test(`${COUNT} files in one directory are found`, () => {
  const root = makeDirectory();
  mkdirSync(join(root, "many"));
  for (let i = 0; i < COUNT; i++) writeFileSync(join(root, "many", `f${i}.ts`), "");
  expect(discoverFiles(root).files.length).toBe(COUNT);
});
