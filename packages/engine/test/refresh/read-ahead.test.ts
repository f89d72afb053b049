/** Files that were edited last are extracted ahead of discovery; what discovery finds otherwise is not taken. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { discoverFiles, ExtractionPool, factsKeyOf } from "@sdl/indexer";
import { expect, onTestFinished, test } from "vitest";
import { begunOutcome, ReadAhead } from "../../src/refresh/read-ahead.js";

const workerUrl = new URL("../../dist/refresh/extraction-worker.js", import.meta.url);

/** A repository of one file of which a refresh has read `source`. */
function edited(source: string) {
  const root = mkdtempSync(join(tmpdir(), "sdl-ahead-"));
  const pool = new ExtractionPool({ workerUrl, root, maxFileBytes: 10_000, languages: [] });
  onTestFinished(async () => {
    await pool.close();
    rmSync(root, { recursive: true, force: true });
  });
  const write = (text: string) => writeFileSync(join(root, "a.ts"), text);
  const find = () => discoverFiles(root).files;
  write(source);
  const ahead = new ReadAhead();
  ahead.note(find());
  const recorded = new Map(find().map((file) => [file.path, file]));
  const begin = () => ahead.begin(root, recorded, pool);
  const keysTaken = async (meanwhile?: () => void) => {
    const begun = await pool.take();
    meanwhile?.();
    return find().map((file) => {
      const outcome = begunOutcome(begun, file);
      return outcome?.status === "facts" ? outcome.key : undefined;
    });
  };
  return { write, begin, keysTaken };
}

function keyOf(text: string): string {
  return factsKeyOf(Buffer.from(text), "typescript", false);
}

test("a file that was edited again is ready when discovery has found it", async () => {
  const { write, begin, keysTaken } = edited("export const a = 1;\n");
  write("export const a = 23;\n");
  begin();
  expect(await keysTaken()).toEqual([keyOf("export const a = 23;\n")]);
  expect(await keysTaken()).toEqual([undefined]);
});

test("a file that was not edited is not begun", async () => {
  const { begin, keysTaken } = edited("export const a = 1;\n");
  begin();
  expect(await keysTaken()).toEqual([undefined]);
});

test("a file that changed after it was begun is not taken", async () => {
  const { write, begin, keysTaken } = edited("export const a = 1;\n");
  write("export const a = 23;\n");
  begin();
  expect(await keysTaken(() => write("export const a = 456;\n"))).toEqual([undefined]);
});
