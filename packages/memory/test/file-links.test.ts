/** Tests of followed file links. Graphs are given as text; each case states the file of a memory on `src/a.ts` after the repository changed. */
import { InMemoryGraph } from "@sdl/model/in-memory";
import { describe, expect, test } from "vitest";
import { fingerprintFile, followFile } from "../src/file-links.js";

const fn = (name: string, version = 1): string => `  function ${name}(v${version}: string)`;
const file = (path: string, ...functions: readonly string[]): string => [path, ...functions].join("\n");
const graphOf = (...files: readonly string[]): InMemoryGraph => InMemoryGraph.fromText(`\n${files.join("\n")}\n`);

const A = [fn("open"), fn("close"), fn("read"), fn("write")];
const OTHER = file("src/other.ts", fn("run"), fn("close"));

function followed(before: InMemoryGraph, after: InMemoryGraph): string {
  const { file: path, isGone } = followFile(after, "src/a.ts", fingerprintFile(before, "src/a.ts"));
  return isGone ? `${path} is gone` : path;
}

describe("a file that was", () => {
  const before = graphOf(file("src/a.ts", ...A), OTHER);
  test.each<[string, InMemoryGraph, string]>([
    ["left alone", before, "src/a.ts"],
    ["edited", graphOf(file("src/a.ts", fn("new")), OTHER), "src/a.ts"],
    ["renamed", graphOf(file("src/b.ts", ...A), OTHER), "src/b.ts"],
    ["moved with its folder", graphOf(file("lib/deep/a.ts", ...A), OTHER), "lib/deep/a.ts"],
    ["renamed and edited", graphOf(file("src/b.ts", fn("open", 2), ...A.slice(1), fn("new")), OTHER), "src/b.ts"],
    [
      "renamed, with half of its symbols rewritten",
      graphOf(file("src/b.ts", fn("open", 2), fn("close", 2), ...A.slice(2)), OTHER),
      "src/b.ts",
    ],
    ["deleted", graphOf(OTHER), "src/a.ts is gone"],
    ["renamed and rewritten", graphOf(file("src/b.ts", fn("x"), fn("y"), fn("z"), A[0]!), OTHER), "src/a.ts is gone"],
    [
      "deleted, while other files have functions of the same names",
      graphOf(file("src/c.ts", ...A.map((_, i) => fn(["open", "close", "read", "write"][i]!, 2)))),
      "src/a.ts is gone",
    ],
    ["copied", graphOf(file("src/a.ts", ...A), file("src/b.ts", ...A)), "src/a.ts"],
    ["edited after it was copied", graphOf(file("src/a.ts", fn("new")), file("src/b.ts", ...A)), "src/a.ts"],
    ["moved with its folder, and copied", graphOf(file("lib/a.ts", ...A), file("old/backup.ts", ...A)), "lib/a.ts"],
    ["renamed, and copied beside", graphOf(file("src/b.ts", ...A), file("src/c.ts", ...A)), "src/a.ts is gone"],
  ])("%s", (_, after, path) => expect(followed(before, after)).toBe(path));
});

test("a file has not moved to a copy that existed before", () => {
  const copy = file("old/a.ts", ...A);
  const before = graphOf(file("src/a.ts", ...A), copy);
  expect(followed(before, graphOf(copy))).toBe("src/a.ts is gone");
  expect(followed(before, graphOf(copy, file("src/b.ts", ...A)))).toBe("src/b.ts");
});

test("a file without symbols is followed by the fingerprint of the whole file", () => {
  const script = InMemoryGraph.fromText("\nsrc/a.ts\n");
  expect(fingerprintFile(script, "src/a.ts")?.symbols).toHaveLength(1);
  expect(followFile(script, "src/none.ts", undefined)).toEqual({ file: "src/none.ts", isGone: false });
});
