/** Tests of what Python's own parser says of declarations and calls. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCallSites } from "../../src/edges/python/call-sites.js";

test("a class inside a function names the bases whose constructor it runs, unless it has one of its own", () => {
  const root = mkdtempSync(join(tmpdir(), "sdl-call-sites-"));
  try {
    const source = `
def make():
    class Small(Base, pkg.Mixin[int]): pass
    class Own(Base):
        def __init__(self): pass
    def helper(): pass
    return Small()
`;
    writeFileSync(join(root, "a.py"), source);
    const [file] = readCallSites(root, ["a.py"]);
    expect(file?.nested.map(({ line, constructors }) => [line, constructors])).toEqual([
      [
        3,
        [
          [3, 16],
          [3, 26],
        ],
      ],
      [4, []],
      [5, []],
      [6, []],
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
