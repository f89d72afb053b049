import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { isSameStat } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { readFileInRoot, readSource } from "../../src/workspace/index.js";
import { makeTree } from "./temporary-tree.js";

const LIMITS = { maxBytes: 1000 };

function codeOf(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test("a file is read with its stat", () => {
  const root = makeTree("src/a.ts: const a = 1;\nlink.ts -> src/a.ts");
  const { bytes, stat } = readFileInRoot(root, "link.ts", LIMITS);
  const expected = statSync(join(root, "src/a.ts"));
  expect(bytes.toString()).toBe("const a = 1\n");
  expect(stat).toEqual({ sizeBytes: 12, mtimeMs: expected.mtimeMs, ctimeMs: expected.ctimeMs, ino: expected.ino });
  writeFileSync(join(root, "src/a.ts"), "const a = 1;\n\n");
  expect(isSameStat(stat, readFileInRoot(root, "src/a.ts", LIMITS).stat)).toBe(false);
});

test("an entry that is no regular file is refused without blocking", async () => {
  const root = makeTree("pipe.ts |\nlink-to-pipe.ts -> pipe.ts\ndir.ts/");
  const server = createServer().listen(join(root, "socket.ts"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  for (const path of ["pipe.ts", "link-to-pipe.ts", "dir.ts", "socket.ts", ""]) {
    expect(
      codeOf(() => readFileInRoot(root, path, LIMITS)),
      path,
    ).toBe("NOT_A_FILE");
  }
  expect(codeOf(() => readFileInRoot("/", "dev/zero", LIMITS))).toBe("NOT_A_FILE");
});

test("the size is checked by stat, and again while reading", () => {
  const root = makeTree("empty.ts\nexact.ts\nlarger.ts\nsparse.ts");
  writeFileSync(join(root, "exact.ts"), "x".repeat(1000));
  writeFileSync(join(root, "larger.ts"), "x".repeat(1001));
  truncateSync(join(root, "sparse.ts"), 2 ** 40);
  expect(readFileInRoot(root, "empty.ts", LIMITS).bytes.length).toBe(0);
  expect(readFileInRoot(root, "exact.ts", LIMITS).bytes.toString()).toBe("x".repeat(1000));
  expect(codeOf(() => readFileInRoot(root, "larger.ts", LIMITS))).toBe("TOO_LARGE");
  expect(codeOf(() => readFileInRoot(root, "sparse.ts", LIMITS))).toBe("TOO_LARGE");
});

test.runIf(existsSync("/proc/self/maps"))("a file that states no size is read to its end or to the limit", () => {
  const expected = "name";
  expect(readFileInRoot("/proc/1", "status", { maxBytes: 100_000 }).bytes.toString().toLowerCase()).toContain(expected);
  expect(codeOf(() => readFileInRoot("/proc/1", "status", { maxBytes: 50 }))).toBe("TOO_LARGE");
});

test.each([
  ["absent.ts", "NOT_FOUND"],
  ["a.ts/below.ts", "NOT_FOUND"],
  ["../x.ts", "PATH_OUTSIDE_ROOT"],
  ["out.ts", "PATH_OUTSIDE_ROOT"],
])("reading %s fails with %s", (path, code) => {
  const root = makeTree("a.ts\nout.ts -> /etc/passwd");
  expect(codeOf(() => readFileInRoot(root, path, LIMITS))).toBe(code);
});

test.runIf(process.getuid?.() !== 0)("a file without permission is unreadable", () => {
  const root = makeTree("a.ts");
  chmodSync(join(root, "a.ts"), 0);
  expect(codeOf(() => readFileInRoot(root, "a.ts", LIMITS))).toBe("UNREADABLE");
  expect(readSource(root, "a.ts")).toEqual({ status: "skipped", reason: "unreadable" });
});

test("descriptors are closed, also after errors", () => {
  const root = makeTree("a.ts: 12345\npipe.ts |");
  const before = openSync(join(root, "a.ts"), "r");
  closeSync(before);
  for (let i = 0; i < 50; i++) {
    readFileInRoot(root, "a.ts", LIMITS);
    codeOf(() => readFileInRoot(root, "a.ts", { maxBytes: 1 }));
    codeOf(() => readFileInRoot(root, "pipe.ts", LIMITS));
  }
  const after = openSync(join(root, "a.ts"), "r");
  closeSync(after);
  expect(after).toBe(before);
});

test("reading a growing file stops at the limit", () => {
  const root = makeTree("grow.ts");
  const path = join(root, "grow.ts");
  const descriptor = openSync(path, "a");
  onTestFinished(() => closeSync(descriptor));
  writeSync(descriptor, "x".repeat(900));
  expect(readFileInRoot(root, "grow.ts", LIMITS).bytes.length).toBe(900);
  writeSync(descriptor, "x".repeat(900));
  expect(codeOf(() => readFileInRoot(root, "grow.ts", LIMITS))).toBe("TOO_LARGE");
});

test("a replaced file is read with its new content, and a removed one is absent", () => {
  const root = makeTree("a.ts: old\nb.ts: new");
  renameSync(join(root, "b.ts"), join(root, "a.ts"));
  expect(readSource(root, "a.ts")).toMatchObject({ status: "source", text: "new", isGenerated: false });
  unlinkSync(join(root, "a.ts"));
  expect(readSource(root, "a.ts")).toBeUndefined();
});

test("what stands in place of a file that discovery found is checked like any other", () => {
  const root = makeTree("src/a.ts: inside\npipe.ts |");
  const outside = makeTree("a.ts: inside");
  const { stat: found, bytes } = readFileInRoot(root, "src/a.ts", LIMITS);
  expect(readFileInRoot(root, "src/a.ts", { ...LIMITS, found }).bytes).toEqual(bytes);
  renameSync(join(root, "src/a.ts"), join(root, "b.ts"));
  rmdirSync(join(root, "src"));
  symlinkSync(outside, join(root, "src"));
  expect(codeOf(() => readFileInRoot(root, "src/a.ts", { ...LIMITS, found }))).toBe("PATH_OUTSIDE_ROOT");
  expect(codeOf(() => readFileInRoot(root, "pipe.ts", { ...LIMITS, found }))).toBe("NOT_A_FILE");
  writeFileSync(join(root, "b.ts"), "edited");
  expect(readFileInRoot(root, "b.ts", { ...LIMITS, found }).bytes.toString()).toBe("edited");
});

test("skip reasons come from reading and from the content", () => {
  const root = makeTree(
    "pipe.ts |\nout.ts -> /etc/passwd\nbinary.ts\nminified.js\ngenerated.ts: // @generated;export {};",
  );
  writeFileSync(join(root, "binary.ts"), Buffer.alloc(500));
  writeFileSync(join(root, "minified.js"), "a();".repeat(5000));
  const reasons = ["pipe.ts", "out.ts", "binary.ts", "minified.js", "a\0.ts"].map((path) => readSource(root, path));
  expect(reasons.map((read) => (read?.status === "skipped" ? read.reason : read))).toEqual([
    "not-regular",
    "symlink-outside",
    "binary",
    "minified",
    "bad-name",
  ]);
  expect(readSource(root, "minified.js", { maxFileBytes: 10 })).toEqual({ status: "skipped", reason: "too-large" });
  expect(readSource(root, "generated.ts")).toMatchObject({ status: "source", isGenerated: true });
});
