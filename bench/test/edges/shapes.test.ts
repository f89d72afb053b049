/** Tests of the shapes of TypeScript call sites: one line per site. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askTypescript } from "../../src/edges/typescript/typescript-oracle.js";

function check(source: string, expected: string): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-shapes-")));
  try {
    writeFileSync(join(root, "a.ts"), source);
    const lines = askTypescript(root, ["a.ts"]).sites.map(({ line, name, shape }) => `${line} ${name}: ${shape}`);
    expect(lines.sort().join("\n")).toBe(expected.trim());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("a shape states the form, the source of the receiver, its type and the target", () => {
  check(
    `class Box { open() { this.close(); } close() {} get size() { return 1; } }
interface Lid { lift(): Box }
function make(lid: Lid, each: (box: Box) => void) { lid.lift().open(); }
export const box = new Box();
make({ lift: () => box }, (it) => it.close());
const { open } = box;
box.size;
open();`,
    `
1 close: call (this).m on class → method
3 lift: call (declared parameter).m on interface → interface method
3 open: call (declared result).m on class → method
4 Box: new class → class
5 close: call (contextual parameter).m on class → method
5 make: call function → function
7 size: access (variable of new).m on class → getter
8 open: call property of variable of name → destructured name
`,
  );
});
