import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-folders.mjs", import.meta.url));

/** Runs the check on packages, given by the files of their src/ folders. */
function checkPackages(packages: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const root = mkdtempSync(join(tmpdir(), "sdl-folders-"));
  try {
    for (const [name, files] of Object.entries(packages)) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(root, "packages", name, "src", path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: "utf8" });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function check(files: Readonly<Record<string, string>>) {
  return checkPackages({ shop: files });
}

test("folders with imports in one direction pass", () => {
  const { status, output } = check({
    "index.ts": 'export { a } from "./a/one.js";\n',
    "a/one.ts": 'import { b } from "../b/two.js";\nexport const a = b;\n',
    "b/two.ts": 'export const b = 1; // import "../a/one.js"\n',
  });
  expect(output).toContain("0 findings");
  expect(status).toBe(0);
});

/** An import of `../a/one.js`, by its kind. */
const IMPORTS = {
  static: 'import { a } from "../a/one.js";\n',
  "type-only": 'import type { A } from "../a/one.js";\n',
  "re-exported": 'export { a } from "../a/one.js";\n',
  dynamic: 'export const load = () => import("../a/one.js");\n',
  "type-in-place": 'export type A = import("../a/one.js").A;\n',
};

test("a cycle of folders is reported with its imports and the way out, for every kind of import", () => {
  const cycles = Object.entries(IMPORTS).map(([kind, back]) => {
    return [kind, { "a/one.ts": 'import "../b/two.js";\n', "b/two.ts": "", "b/three.ts": back }] as const;
  });
  const { status, output } = checkPackages(Object.fromEntries(cycles));
  expect(status).toBe(1);
  for (const kind of Object.keys(IMPORTS)) {
    expect(output).toContain(`packages/${kind}/src: 2 entries import each other in a cycle: a, b`);
    expect(output).toContain(`packages/${kind}/src/b/three.ts imports packages/${kind}/src/a/one.ts`);
  }
  expect(output).toContain("way out:");
  expect(output).toContain("5 findings");
});

test("a cycle of three entries in a folder is one finding, without entries that only import it", () => {
  const { status, output } = check({
    "deep/x/one.ts": 'import "../y/two.js";\n',
    "deep/y/two.ts": 'import "../z.js";\n',
    "deep/z.ts": 'import "./x/one.js";\n',
    "deep/user.ts": 'import "./z.js";\n',
  });
  expect(status).toBe(1);
  expect(output).toContain("packages/shop/src/deep: 3 entries import each other in a cycle: x, y, z.ts");
  expect(output).toContain("1 findings");
});

test("a folder has at most 20 files; subfolders and tests do not count", () => {
  const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a/f${at}.ts`, ""]));
  expect(check({ ...files(20), "a/b/other.ts": "", "a/f1.test.ts": "" }).status).toBe(0);
  const { status, output } = check(files(21));
  expect(status).toBe(1);
  expect(output).toContain("packages/shop/src/a: 21 files, at most 20");
});
