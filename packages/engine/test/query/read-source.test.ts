import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSources, type SourceOverlay, type SourceReader } from "@sdl/repository/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { indexRefresh } from "../../src/features/refresh/index-refresh.action.js";
import { runQuery } from "../../src/query/run-query.js";
import { resolveNamedSymbol } from "../../src/query/symbol-ref.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

interface Named {
  readonly name: string;
  readonly overlay?: SourceOverlay;
}

/** Text of a symbol's range, with its first line number. */
async function textOf({ name, overlay }: Named): Promise<string> {
  const answer = await withSources(overlay, async (sources, handleOf) => {
    const { symbol, source } = await sources.locate(handleOf(name));
    return `${symbol.range.startLine}${source.isStale ? " stale" : ""}${source.isDraft ? " draft" : ""}: ${source.slice(symbol.range)}`;
  });
  return answer.split("\n")[0] ?? "";
}

async function withSources<T>(
  overlay: SourceOverlay | undefined,
  work: (sources: SourceReader, handleOf: (name: string) => number) => T | Promise<T>,
): Promise<T> {
  const { result } = await runQuery({ engine: example.engine }, { fresh: false }, async (query) => {
    const sources = openSources({ ...query, ...(overlay && { overlay }) });
    return { result: await work(sources, (name) => resolveNamedSymbol(query, name)) };
  });
  return result;
}

const reportPath = () => join(example.root, "tools/report.py");

test("returns a symbol's text as it was indexed", async () => {
  expect(await textOf({ name: "decode" })).toBe("18: function decode(bearer: string): Token {");
});

test("finds a symbol in a file that changed since it was indexed, wherever it moved", async () => {
  writeFileSync(
    reportPath(),
    `\ufeffpassword = "${"hunter2"}-Zebra"\r\n\r\ndef format_line(line):\r\n    return line\r\n`,
  );
  expect(await textOf({ name: "format_line" })).toBe("3 stale: def format_line(line):\r");
  await expect(textOf({ name: "Report.add" })).rejects.toMatchObject({
    code: "symbol_not_found",
    nextBestAction: { tool: "sdl.index.refresh" },
  });
});

test("masks the text it returns, and both texts have equal offsets", async () => {
  const source = await withSources(undefined, (sources) => sources.read("tools/report.py"));
  expect(source.line(1)).toBe('password = "*masked******"');
  expect(source.text(0, source.length).length).toBe(source.unmasked.length);
  expect(source.lastLine).toBe(4);
  expect(source.range).toEqual({ startLine: 1, startCol: 0, endLine: 4, endCol: 15 });
});

/** Concatenated, so that no scanner takes this file for a leak. */
const SECRET = `Zx8!${"qp77Lm"}`;
const GUARDED = `export function open(password: string) {
  if (password !== "${SECRET}") throw new Error("no");
  return connect({ name: "password", value: "${SECRET.slice(0, 5)}" + "${SECRET.slice(5)}" });
}
`;
const MASKED = `export function open(password: string) {
  if (password !== "*masked***") throw new Error("no");
  return connect({ name: "password", value: "*****" + "*****" });
}
`;

test("masks secrets that only syntax reveals: as indexed, changed since, unsaved", async () => {
  const textNow = async (overlay?: SourceOverlay): Promise<string> => {
    const source = await withSources(overlay, (sources) => sources.read("src/guard.ts"));
    return `${source.isStale ? "stale " : ""}${source.text(0, source.length)}`;
  };
  writeFileSync(join(example.root, "src/guard.ts"), GUARDED);
  await indexRefresh.execute({ repoId: "my-app" }, { engine: example.engine });
  expect(await textNow()).toBe(MASKED);
  writeFileSync(join(example.root, "src/guard.ts"), `\n${GUARDED}`);
  expect(await textNow()).toBe(`stale \n${MASKED}`);
  expect(await textNow({ draft: () => ({ text: `// new\n${GUARDED}`, isRead: false }) })).toBe(
    `stale // new\n${MASKED}`,
  );
});

test("reads a draft instead of the file on disk", async () => {
  const overlay: SourceOverlay = {
    draft: (file) =>
      file === "src/server.ts" ? { text: "// new\n\nexport function authenticate() {}\n", isRead: false } : undefined,
  };
  expect(await textOf({ name: "authenticate", overlay })).toBe("3 stale draft: export function authenticate() {}");
  expect(await textOf({ name: "decode", overlay })).toBe("18: function decode(bearer: string): Token {");
});

test("fails if a file was deleted, is no longer a source file, or is now a link out of the repository", async () => {
  const read = () => withSources(undefined, (sources) => sources.read("tools/report.py"));
  writeFileSync(reportPath(), Buffer.alloc(100));
  await expect(read()).rejects.toMatchObject({ code: "file_not_indexed" });
  rmSync(reportPath());
  await expect(read()).rejects.toMatchObject({ code: "file_not_indexed" });
  symlinkSync("/etc/hosts", reportPath());
  await expect(read()).rejects.toMatchObject({ code: "path_outside_repo" });
});
