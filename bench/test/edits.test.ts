import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { discoverFiles, ParseEngine } from "@sdl/indexer";
import { expect, test } from "vitest";
import { chooseFiles, openEditor } from "../src/product/edits.js";

const engine = await ParseEngine.create();

function inFolder<T>(files: Readonly<Record<string, string>>, work: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), "sdl-bench-test-"));
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    return work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function check(path: string, before: string, after: string): void {
  inFolder({ [path]: before }, (root) => {
    const [file] = discoverFiles(root).files;
    expect(file && openEditor(engine, root, file)?.(7)).toBe(after);
  });
}

test("a TypeScript edit inserts a line into the body nearest to the middle", () => {
  check(
    "a.ts",
    "function a() {}\nconst b = () => {\n  return 1;\n};\nfunction c() {}\n",
    "function a() {}\nconst b = () => {\n  sdlBenchEdit(7);\n  return 1;\n};\nfunction c() {}\n",
  );
});

test("a Python edit is inserted before the body's last statement, with its indentation", () => {
  check("a.py", "def a():\n    x = 1\n    return x\n", "def a():\n    x = 1\n    sdlBenchEdit(7)\n    return x\n");
  check("a.py", "def a(): pass\n", "def a(): sdlBenchEdit(7); pass\n");
});

test("a file without functions gets the line at its end", () => {
  check("a.py", "x = 1\n", "x = 1\n\nsdlBenchEdit(7)\n");
});

test("files are chosen by size, with the largest of each language, without files over 150 KB", () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`f${String(i).padStart(2, "0")}.ts`, `${"a;\n".repeat(i + 1)}`]),
  );
  inFolder({ ...files, "big.ts": "a;\n".repeat(60_000), "one.py": "x = 1\n" }, (root) => {
    const chosen = chooseFiles(discoverFiles(root).files).map((file) => file.path);
    expect(chosen.join(" ")).toBe("f01.ts f09.ts f17.ts f19.ts one.py");
  });
});
