/**
 * The documentation site. What takes a browser and a minute or two is of the long tier (SDL_LONG=1): the site is built without a warning, loads nothing from
 * elsewhere, is searched offline, and axe finds no violation on its main pages.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
const LONGEST_MS = 900_000;

function run(script: string, ...args: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { status, said: `${stdout}${stderr}` };
}

describe.skipIf(process.env["SDL_LONG"] !== "1")("the built site (SDL_LONG=1)", () => {
  test(
    "is built without warnings, loads nothing from elsewhere, and is small",
    () => {
      const { status, said } = run("scripts/build-docs.mjs");
      expect(status, said).toBe(0);
      expect(existsSync(join(ROOT, "packages/cli/site/index.html"))).toBe(true);
    },
    LONGEST_MS,
  );

  test.skipIf(!existsSync(CHROMIUM))(
    "is readable in light, dark and narrow, for people and for screen readers (needs Chromium)",
    () => {
      const { status, said } = run("apps/docs/scripts/look.mjs");
      expect(status, said).toBe(0);
      expect(said).toMatch(/ 0 findings/);
    },
    LONGEST_MS,
  );
});

test("every drawing has colours for light and for dark, and fits its picture", () => {
  const folder = join(ROOT, "docs/images");
  const drawings = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  expect(drawings.length).toBeGreaterThan(5);
  for (const name of drawings) {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text, name).toContain("@media (prefers-color-scheme: dark)");
    expect(text, name).not.toMatch(/(?:fill|stroke)="(?!none)/);
    const [, width = "0"] = /viewBox="0 0 (\d+) \d+"/.exec(text) ?? [];
    const rights = [...text.matchAll(/<rect [^>]*?x="([\d.]+)"[^>]*?width="([\d.]+)"/g)].map(
      ([, x, w]) => Number(x) + Number(w),
    );
    expect(Math.max(0, ...rights), name).toBeLessThanOrEqual(Number(width));
  }
});
