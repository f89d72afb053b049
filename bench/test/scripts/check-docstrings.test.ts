/** Tests of the check of docstrings, on small sources. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-docstrings.mjs", import.meta.url));

/** Runs the check on one package. @param files texts by their path in its src/ @returns the findings, without the package's path */
function check(files: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly findings: string[];
} {
  const root = mkdtempSync(join(tmpdir(), "sdl-docstrings-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, "packages", "shop", "src", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: "utf8" });
    const lines = stderr.split("\n").filter((line) => line !== "");
    return { status, findings: lines.map((line) => line.replace("packages/shop/src/", "")) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("a header and docstrings that say more than names pass", () => {
  const { status, findings } = check({
    "index.ts": '/** The public API. */\nexport { total } from "./cart.js";\nexport type * from "./cart.js";\n',
    "cart.ts":
      '/** Carts of one customer. */\nimport { tax } from "./tax.js";\n\n/** Sum of all prices, in cents. */\nexport function total(): number {\n  return tax;\n}\n',
    "tax.ts":
      "#!/usr/bin/env node\n// biome-ignore-all lint/x: y\n/** Tax in percent, as one comment of file and constant. */\nexport const tax = 19;\n",
    "cart.test.ts": "export const untested = 1;\n",
    "made.d.ts": "export declare const made: string;\n",
  });
  expect(findings).toEqual([]);
  expect(status).toBe(0);
});

test("files without a header, and exports without a docstring of their own, are findings", () => {
  const header = '/** Carts. */\nimport "./tax.js";\n\n';
  const { status, findings } = check({
    "no-header.ts": '// Carts.\nimport "./tax.js";\n\n/** Sum in cents. */\nexport const total = 1;\n',
    "none.ts": `${header}export function getTotal(): void {}\n// Sum in cents.\nexport class Total {}\nexport enum Kind {}\n`,
    "repeated.ts": `${header}/** Gets the total. */\nexport function getTotal(): void {}\n/** The cart options type. */\nexport interface CartOptions {}\n`,
    "short.ts": `${header}/***/\nexport type Total = number;\n/** MAX_ITEMS */\nexport const MAX_ITEMS = 3;\n`,
  });
  expect(findings).toEqual([
    "no-header.ts: has no header comment; say in its first words what the file is",
    "none.ts:4 getTotal: has no docstring",
    "none.ts:6 Total: has no docstring",
    "none.ts:7 Kind: has no docstring",
    "repeated.ts:5 getTotal: its docstring only repeats the name",
    "repeated.ts:7 CartOptions: its docstring only repeats the name",
    "short.ts:5 Total: its docstring only repeats the name",
    "short.ts:7 MAX_ITEMS: its docstring only repeats the name",
  ]);
  expect(status).toBe(1);
});
