/** Files of commits in a mirror: read at once, as the index's commit has them. */
import { join } from "node:path";
import type { VersionId } from "@sdl/model";
import { afterAll, expect, test } from "vitest";
import { MirrorContents } from "../../src/team/mirror-contents.js";
import { GitFixture } from "../../src/testing/git-repository.js";

const VERSION = "v1" as VersionId;
const fixture = GitFixture.make();
afterAll(() => fixture.remove());
const commit = fixture.commit("first", {
  "a.ts": "export const a = 1;\n",
  "copy.ts": "export const a = 1;\n",
  "b.ts": "b();\n",
});
fixture.commit("second", { "a.ts": "export const a = 2;\n" });

function contentsOf(id: string, mirror: string | undefined = join(fixture.root, ".git")): MirrorContents {
  return new MirrorContents({ repository: "acme/shop", mirror, commitOf: () => id });
}

test("files that are asked for at once are each answered for themselves", async () => {
  const contents = contentsOf(commit);
  const ask = (path: string, maxBytes = 1000) =>
    contents.read(VERSION, path, maxBytes).then(
      (bytes) => bytes?.toString("utf8"),
      (error: Error) => error.message,
    );
  const paths = ["a.ts", "copy.ts", "none.ts", "b.ts", "odd\nname.ts"];
  const answers = [
    "export const a = 1;\n",
    "export const a = 1;\n",
    undefined,
    "b.ts is larger than 4 bytes",
    undefined,
  ];
  const asked = () => Promise.all(paths.map((path) => ask(path, path === "b.ts" ? 4 : 1000)));
  expect(await asked()).toEqual(answers);
  expect(await asked()).toEqual(answers);
  expect(await ask("b.ts")).toBe("b();\n");
  expect(await ask("b.ts", 4)).toBe("b.ts is larger than 4 bytes");
});

test("a commit that the mirror lacks, and no mirror at all, are said", async () => {
  const unknown = "0123456789".repeat(4);
  await expect(contentsOf(unknown).read(VERSION, "a.ts", 1000)).rejects.toThrow(
    /no source of acme\/shop: its mirror lacks commit 0123/,
  );
  const none = new MirrorContents({ repository: "acme/shop", mirror: undefined, commitOf: () => commit });
  await expect(none.read(VERSION, "a.ts", 1000)).rejects.toThrow(/it has no mirror/);
});
