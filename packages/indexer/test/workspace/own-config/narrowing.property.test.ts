/** Narrowing: a repository's own configuration can only exclude files, whatever the user's settings. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LANGUAGES, type Language } from "@sdl/model";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DiscoverOptions, discoverFiles, explainFiles, isLeftOut } from "../../../src/workspace/index.js";

const RUNS = process.env["SDL_LONG"] === "1" ? 4000 : 250;
const FOLDERS = ["", "src/", "src/deep/", "vendor/", "dist/", "node_modules/m/", "a b/"];
const NAMES = ["a.ts", "b.tsx", "c.js", "d.py", "gen.ts", "tsconfig.json"];

let place: string;
let root: string;
beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-narrowing-")));
  root = join(place, "repo");
  for (const folder of FOLDERS) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const [i, name] of NAMES.entries()) writeFileSync(join(root, folder, name), "x".repeat(10 * (i + 1)));
  }
  writeFileSync(join(root, ".gitignore"), "*.js\n!src/c.js\n/dist/\n");
  writeFileSync(join(place, "outside.ts"), "x");
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const glob = fc.oneof(
  fc.constantFrom(
    "src/",
    "*.ts",
    "/a.ts",
    "**/deep",
    "!src/",
    "!dist/",
    "!*.js",
    "../outside.ts",
    "/",
    "*",
    "a b/",
    "[a-c].*",
  ),
  fc.constantFrom("node_modules/", "!node_modules/", "sdl.config.json", "package.json", "d?*", "!node_modules/m/a.ts"),
  fc.string({ maxLength: 12 }),
);
const globs = fc.array(glob, { maxLength: 6 });
const languages = fc.array(fc.constantFrom(...LANGUAGES, "ruby"), { maxLength: 4 });
const config = fc.record(
  {
    languages: fc.oneof(languages, fc.jsonValue()),
    ignore: fc.oneof(globs, fc.jsonValue()),
    maxFileBytes: fc.oneof(fc.integer({ min: -5, max: 80 }), fc.constantFrom(5_000_000, 1e9), fc.jsonValue()),
    tests: globs,
    generated: globs,
    entryPoints: globs,
  },
  { requiredKeys: [] },
);
const options: fc.Arbitrary<DiscoverOptions> = fc.record(
  {
    ignore: fc.array(fc.constantFrom("vendor/", "!dist/", "!*.js", "*.py"), { maxLength: 3 }),
    languages: fc.subarray<Language>([...LANGUAGES], { minLength: 1 }),
    maxFileBytes: fc.integer({ min: 1, max: 70 }),
  },
  { requiredKeys: [] },
);

const without = (paths: readonly { readonly path: string }[]): string[] => {
  return paths.flatMap(({ path }) => (path === "sdl.config.json" || path === "package.json" ? [] : [path]));
};

function write(path: string, text: string | undefined): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  if (text === undefined) rmSync(join(root, path), { force: true });
  else writeFileSync(join(root, path), text);
}

test(`${RUNS} configurations only remove files, and each removal is reported`, () => {
  let narrowed = 0;
  fc.assert(
    fc.property(config, options, fc.boolean(), fc.string({ maxLength: 3 }), (own, settings, isKey, dirt) => {
      write("sdl.config.json", undefined);
      write("package.json", undefined);
      const all = discoverFiles(root, settings);
      if (isKey) write("package.json", JSON.stringify({ sdl: own }));
      else write("sdl.config.json", JSON.stringify(own) + dirt);
      const excluded = new Map<string, string>();
      const some = explainFiles(root, settings, (path, why) => {
        if (!excluded.has(path)) excluded.set(path, JSON.stringify(why));
      });
      const [files, configs] = [without(some.files), without(some.configs)];
      expect(without(all.files)).toEqual(expect.arrayContaining(files));
      expect(without(all.configs)).toEqual(expect.arrayContaining(configs));
      expect(some.directories.every((path) => all.directories.includes(path))).toBe(true);
      expect(some.maxFileBytes).toBeLessThanOrEqual(all.maxFileBytes);
      // Every missing file has a reported reason, at the path or an ancestor folder.
      const missing = without(all.files).filter((path) => !files.includes(path));
      if (missing.length > 0) narrowed++;
      for (const path of missing) {
        const around = path.split("/").map((_, i, parts) => parts.slice(0, i + 1).join("/"));
        expect(around.some((one) => /sdl\.config\.json|package\.json/.test(excluded.get(one) ?? ""))).toBe(true);
      }
      // The check of one path gives the answer of the walk, except for languages and sizes.
      for (const { path } of all.files)
        if (files.includes(path)) expect(isLeftOut(root, path, settings.ignore)).toBe(false);
    }),
    { numRuns: RUNS, seed: Number(process.env["SDL_SEED"] ?? 25) },
  );
  expect(narrowed).toBeGreaterThan(RUNS / 5);
}, 600_000);

test("a glob matches the same paths in a lookup as in a walk", () => {
  write("package.json", undefined);
  write("sdl.config.json", undefined);
  const { files } = discoverFiles(root, {});
  fc.assert(
    fc.property(globs, (ignore) => {
      write("sdl.config.json", JSON.stringify({ ignore }));
      const { files: left, config: own } = discoverFiles(root, {});
      const kept = new Set(left.map(({ path }) => path));
      for (const { path } of files)
        expect([path, own.ignore.findFor(path) === undefined]).toEqual([path, kept.has(path)]);
    }),
    { numRuns: RUNS, seed: Number(process.env["SDL_SEED"] ?? 25) },
  );
}, 600_000);
