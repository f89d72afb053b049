/** Writing files: what is refused, and that replacing folders meanwhile never redirects a write. Cases come from seeded generators. */
import { fork } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isProtectedName } from "../../src/workspace/access/protected-names.js";
import { removeFileInRoot, WorkspaceError, writeFileInRoot } from "../../src/workspace/index.js";

const isLong = process.env["SDL_LONG"] !== undefined;
const bytes = Buffer.from("written");

let folder: string;
let root: string;
let outside: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-write-")));
  [root, outside] = [join(folder, "root"), join(folder, "outside")];
  for (const path of [join(root, "src/deep"), join(root, ".git/hooks"), outside]) mkdirSync(path, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WAYS = [{ usesDescriptors: true }, { usesDescriptors: false }];

function codeOf(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof WorkspaceError ? error.code : String(error);
  }
}

/** Every file under a folder, with its content. */
function contentOf(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), "utf8"),
    ]),
  );
}

test.each(WAYS)(
  "files are written whole, replaced if allowed, in new folders if requested, without leftover drafts (%o)",
  (way) => {
    expect(writeFileInRoot(root, "src/deep/a", bytes, way)).toBe(join(root, "src/deep/a"));
    writeFileInRoot(root, "./src/../src/deep/a", Buffer.from("again"), way);
    expect(contentOf(join(root, "src"))).toEqual({ [join(root, "src/deep/a")]: "again" });
    expect(
      codeOf(() => writeFileInRoot(root, "src/deep/a", bytes, { ...way, mayReplace: (head) => head[0] === 0 })),
    ).toBe("NOT_A_FILE");
    expect(codeOf(() => writeFileInRoot(root, "new/b", bytes, way))).toBe("NOT_FOUND");
    writeFileInRoot(root, "new/er/b", bytes, { ...way, makesFolders: true });
    expect(removeFileInRoot(root, "new/er/b", way)).toBe(true);
    expect(removeFileInRoot(root, "new/er/b", way)).toBe(false);
    expect(statSync(join(root, "src/deep/a")).mode & 0o777).toBe(0o644 & ~process.umask());
  },
);

/** A spelling of `.git` or `.sdl` that some file system treats as the same. */
const protectedName = fc
  .tuple(
    fc.constantFrom(".git", ".sdl"),
    fc.array(fc.tuple(fc.nat(4), fc.constantFrom("\u200c", "\u200d", "\u202a", "\u206f", "\ufeff")), { maxLength: 3 }),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    fc.constantFrom("", ".", " ", ". .", "::$INDEX_ALLOCATION", ":stream"),
  )
  .map(([name, ignored, upper, end]) => {
    let letters = [...name].map((letter, i) => (upper[i] === true ? letter.toUpperCase() : letter));
    for (const [at, letter] of ignored) letters = [...letters.slice(0, at), letter, ...letters.slice(at)];
    return letters.join("") + end;
  });
const shortName = fc
  .tuple(fc.constantFrom("git", "GIT", "sdl", "Sdl", "gi7eba"), fc.integer({ min: 1, max: 12 }))
  .map(([name, number]) => `${name}~${number}`);

test("nothing is written under a protected name, in any spelling and at any depth", () => {
  const path = fc
    .tuple(
      fc.constantFrom("", "src/", "src/deep/"),
      fc.oneof(protectedName, shortName),
      fc.constantFrom("", "/a", "/hooks/post-commit"),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(path, fc.constantFrom(...WAYS), (relative, way) => {
      const before = contentOf(folder);
      expect(codeOf(() => writeFileInRoot(root, relative, bytes, { ...way, makesFolders: true }))).toMatch(/^PATH_/);
      expect(codeOf(() => removeFileInRoot(root, relative, way))).toMatch(/^PATH_/);
      expect(contentOf(folder)).toEqual(before);
    }),
    { numRuns: isLong ? 20_000 : 300, seed: 20 },
  );
});

test.each([".gitignore", ".github", "git", "sdl", ".sdl-memory", "a.git", ".gitx", "digit~1"])(
  "%s is an ordinary name",
  (name) => {
    expect(isProtectedName(name)).toBe(false);
  },
);

test.each(WAYS)("links, files in place of folders, and git directories on the path are refused (%o)", (way) => {
  symlinkSync(outside, join(root, "away"));
  symlinkSync(join(root, "src"), join(root, "inside"));
  symlinkSync(join(outside, "victim"), join(root, "file"));
  symlinkSync(join(root, "nowhere"), join(root, "dangling"));
  writeFileSync(join(root, "plain"), "");
  for (const name of ["bare/HEAD", "bare/objects/x", "bare/refs/x", "bare/hooks/x"]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
  }
  const before = contentOf(folder);
  for (const path of [
    "away/a",
    "inside/a",
    "inside/deep/a",
    "dangling/a",
    "plain/a",
    "bare/a",
    "bare/hooks/a",
    "../a",
    "/etc/a",
  ])
    expect([path, codeOf(() => writeFileInRoot(root, path, bytes, { ...way, makesFolders: true }))]).toEqual([
      path,
      "PATH_OUTSIDE_ROOT",
    ]);
  for (const path of ["file", "src"]) expect(codeOf(() => writeFileInRoot(root, path, bytes, way))).toBe("NOT_A_FILE");
  expect(contentOf(folder)).toEqual(before);
});

test("replacing folders by links during a write never redirects it", async (context) => {
  if (!existsSync("/proc/self/fd")) context.skip("the system has no links to descriptors");
  const deep = join(root, "src/deep");
  mkdirSync(join(outside, "deep"));
  const racer = fork(new URL("./exchange-folders.mjs", import.meta.url), [
    join(root, "src"),
    outside,
    deep,
    join(root, ".git/hooks"),
  ]);
  try {
    await new Promise((resolve) => racer.once("message", resolve));
    const outcomes = new Map<string, number>();
    for (let i = 0; i < (isLong ? 207_000 : 3_000); i++) {
      const code = codeOf(() => writeFileInRoot(root, "src/deep/file", Buffer.from(String(i))));
      const kind = code.replace(/^Error: (\w+).*$/s, "$1");
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
    expect(contentOf(outside)).toEqual({});
    expect(contentOf(join(root, ".git"))).toEqual({});
    expect(
      [...outcomes.keys()].filter((kind) => !["none", "PATH_OUTSIDE_ROOT", "NOT_FOUND", "ENOENT"].includes(kind)),
    ).toEqual([]);
    expect(outcomes.get("none")).toBeGreaterThan(0);
    expect(outcomes.size).toBeGreaterThan(1);
  } finally {
    racer.kill("SIGKILL");
    await new Promise((resolve) => racer.once("exit", resolve));
  }
});
