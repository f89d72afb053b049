/** Memory of excerpts: answers live longer than the file that they are read from. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { SourceFile } from "../../src/source/source-file.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

async function heapBytes(): Promise<number> {
  await setImmediate();
  collect();
  return process.memoryUsage().heapUsed;
}

/** An excerpt of a new megabyte of source. */
function excerptOf(number: number): string {
  const lines = Array.from({ length: 25_000 }, (_, line) => `export const value${number} = ${line % 10};`);
  const unmasked = Buffer.from(lines.join("\n")).toString("utf8");
  const source = new SourceFile({
    file: "a.ts",
    language: "typescript",
    unmasked,
    secrets: [],
    isStale: false,
    isDraft: false,
  });
  return source.slice({ startLine: 100, startCol: 0, endLine: 110, endCol: 0 });
}

test("an excerpt does not keep its file's text in memory", async () => {
  excerptOf(0);
  const before = await heapBytes();
  const excerpts = Array.from({ length: 30 }, (_, number) => excerptOf(number));
  expect((await heapBytes()) - before).toBeLessThan(5_000_000);
  expect(excerpts[3]).toContain("value3 = 9;\n");
});
