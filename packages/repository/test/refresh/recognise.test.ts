/** Recognition of unchanged files by their content. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { discoverFiles, factsKeyOf } from "@sdl/indexer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type KnownFile, recogniseFiles } from "../../src/refresh/recognise.js";

const SOURCE = "export const a = 1;\n";
const MINIFIED = `${"var a=1;".repeat(9_000)}\n`;

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-recognise-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function recognise(texts: Readonly<Record<string, string>>, known: Readonly<Record<string, KnownFile>>) {
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(root, path), text);
  const { files } = discoverFiles(root, {});
  const task = { rootPath: root, maxFileBytes: 1e6, known: (path: string) => known[path], signal: undefined };
  const { same, refused, rest } = await recogniseFiles(files, task);
  const pathsOf = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path);
  return { same: pathsOf(same), refused: refused.map(({ path, reason }) => `${path}: ${reason}`), rest: pathsOf(rest) };
}

const knownAs = (text: string): KnownFile => ({
  sizeBytes: text.length,
  factsKey: factsKeyOf(Buffer.from(text), { language: "typescript", path: "" }, false),
  isGenerated: false,
});

test("a file is unchanged if its content is, not if only its size is", async () => {
  const texts = {
    "same.ts": SOURCE,
    "other.ts": SOURCE.replace("1", "2"),
    "longer.ts": `${SOURCE}\n`,
    "new.ts": SOURCE,
  };
  const known = { "same.ts": knownAs(SOURCE), "other.ts": knownAs(SOURCE), "longer.ts": knownAs(SOURCE) };
  expect(await recognise(texts, known)).toEqual({
    same: ["same.ts"],
    refused: [],
    rest: ["longer.ts", "new.ts", "other.ts"],
  });
});

test("a skipped file is skipped again only while the reason applies", async () => {
  const left: KnownFile = { sizeBytes: MINIFIED.length, factsKey: undefined };
  const texts = { "old.ts": MINIFIED, "clean.ts": `${SOURCE.repeat(4_000).slice(0, MINIFIED.length - 1)}\n` };
  const found = await recognise(texts, { "old.ts": left, "clean.ts": left });
  expect(found).toEqual({ same: [], refused: ["old.ts: minified"], rest: ["clean.ts"] });
});

test("recognising many files does not block the thread, and a signal ends it", async () => {
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.ts`, SOURCE]));
  await recognise(texts, {});
  const { files } = discoverFiles(root, {});
  const abort = new AbortController();
  setImmediate(() => abort.abort(new Error("left")));
  const slow = { rootPath: root, maxFileBytes: 1e6, known: () => knownAs(SOURCE), signal: abort.signal };
  const many = Array.from({ length: 60 }, () => files).flat();
  await expect(recogniseFiles(many, slow)).rejects.toThrow("left");
});

test("of many files, those are not read whose content git names, if its facts are known and the size matches", async () => {
  const special = { "other.ts": SOURCE.replace("1", "2"), "longer.ts": SOURCE, "nameless.ts": SOURCE };
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.ts`, SOURCE]));
  for (const [path, text] of Object.entries({ ...special, ...many })) writeFileSync(join(root, path), text);
  const { files } = discoverFiles(root, {});
  const keyOf = (text: string): string => factsKeyOf(Buffer.from(text), { language: "typescript", path: "" }, false);
  const facts = { factsKey: keyOf(SOURCE), sizeBytes: SOURCE.length, isGenerated: false };
  const names: Readonly<Record<string, typeof facts | undefined>> = {
    "other.ts": { ...facts, factsKey: keyOf("other") },
    "longer.ts": { ...facts, sizeBytes: facts.sizeBytes - 1 },
    "nameless.ts": undefined,
  };
  // The files cannot be read any more.
  for (const path of ["longer.ts", ...Object.keys(many)]) rmSync(join(root, path));
  const task = {
    ...{ rootPath: root, maxFileBytes: 1e6, signal: undefined, known: () => knownAs(SOURCE) },
    namedContents:
      () =>
      ({ path }: { readonly path: string }) =>
        path in names ? names[path] : facts,
  };
  const { same, rest } = await recogniseFiles(files, task);
  expect(same).toHaveLength(301);
  expect(rest.map(({ path }) => path)).toEqual(["longer.ts", "other.ts"]);
});
