/** Content of the packaged extension: the listed files only. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../scripts/package.mjs", import.meta.url));

let folder: string;
let files: string[];
beforeAll(() => {
  const { stdout } = spawnSync(process.execPath, [SCRIPT, "--stage"], { encoding: "utf8" });
  folder = stdout.trim();
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
});

test("the package contains only the listed files: no sources, tests, source maps or V8 code caches of another Node.js", async () => {
  const platform = `${process.platform}-${process.arch}`;
  const listed = files.map((file) => file.replace(platform, "PLATFORM").replace(/node\.napi\..*node$/, "LIBRARY"));
  await expect(`${listed.sort().join("\n")}\n`).toMatchFileSnapshot("golden/package.txt");
});

test("the unpacked package and the part that the editor loads stay below their size limits", () => {
  const sizeBytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(sizeBytes).toBeLessThan(19_500_000);
  expect(statSync(join(folder, "bundle", "extension.cjs")).size).toBeLessThan(800_000);
});

test("the manifest names no dependency and no missing file", () => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(Object.keys(manifest)).not.toContain("dependencies");
  expect(manifest.main).toBe("./bundle/extension.cjs");
  const named = JSON.stringify(manifest).match(/media\/[\w./-]+/g) ?? [];
  expect(named.length).toBeGreaterThan(4);
  for (const file of [...named, "bundle/extension.cjs"]) expect(files).toContain(file);
});

test("the packaged program runs on its own", () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-staged-")));
  const env = { PATH: process.env["PATH"], SDL_HOME: join(place, "home"), SDL_BACKGROUND: "off" };
  const sdl = (...args: readonly string[]) => {
    const program = join(folder, "server", "bundle", "sdl.js");
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: place, encoding: "utf8", env });
    return stdout + stderr;
  };
  writeFileSync(join(place, "a.ts"), "export function alone() {}\n");
  sdl("index", ".");
  expect(sdl("search", "alone")).toContain("a.ts:1  function alone()");
  // The version is reported to stores and other processes.
  const { version } = JSON.parse(readFileSync(new URL("../../../packages/cli/package.json", import.meta.url), "utf8"));
  expect(sdl("--version")).toContain(version);
  rmSync(place, { recursive: true, force: true });
});

test("an unknown platform is an error that lists the known ones", () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "--target", "plan9-mips"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("no such target: plan9-mips; there are linux-x64,")]);
});
