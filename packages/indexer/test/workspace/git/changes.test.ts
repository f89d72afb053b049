import { expect, test } from "vitest";
import { parseChanges } from "../../../src/workspace/git/changes.js";

const NO_BLOB = "0".repeat(40);
const FILES = 50_000;

/** Output of git for a first commit: all rows, then all patches. */
function firstCommit(commit: string, files: number): string {
  const numbers = Array.from({ length: files }, (_, i) => i);
  const rows = numbers.map((i) => `:000000 100644 ${NO_BLOB} ${blob(i)} A\0${path(i)}\0`);
  const patches = numbers.map((i) => {
    const head = [`diff --git a/${path(i)} b/${path(i)}`, "new file mode 100644", `index ${NO_BLOB}..${blob(i)}`];
    return `${[...head, "--- /dev/null", `+++ b/${path(i)}`, "@@ -0,0 +1,2 @@", `+line ${i}`, "+end"].join("\n")}\n`;
  });
  return `${commit}\0${rows.join("")}\0${patches.join("")}`;
}

function blob(i: number): string {
  return (i + 1).toString(16).padStart(40, "0");
}

function path(i: number): string {
  return `src/file${i}.ts`;
}

test("a first commit of 50,000 files is parsed in time linear in their number", () => {
  const [first, second] = ["a".repeat(40), "b".repeat(40)];
  const changes = parseChanges(Buffer.from(firstCommit(first, FILES) + firstCommit(second, 1)));
  expect([...changes.keys()]).toEqual([first, second]);
  const hunks = [{ oldStart: 1, oldCount: 0, newStart: 1, newCount: 2 }];
  expect(changes.get(first)).toHaveLength(FILES);
  for (const [i, change] of (changes.get(first) ?? []).entries()) {
    if (change.before[0]?.hunks.length !== 1 || change.path !== path(i)) expect.unreachable(`file ${i}`);
  }
  expect(changes.get(first)?.at(-1)).toEqual({
    path: path(FILES - 1),
    id: blob(FILES - 1),
    before: [{ path: undefined, id: NO_BLOB, hunks }],
  });
  expect(changes.get(second)).toEqual([
    { path: path(0), id: blob(0), before: [{ path: undefined, id: NO_BLOB, hunks }] },
  ]);
});
