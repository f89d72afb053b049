import { describeChanges, type SymbolChange } from "@sdl/delta";
import { behaviourStatements } from "@sdl/slice";
import { expect, test } from "vitest";
import { parseSources, type Version, withVersions } from "./two-versions.js";

/** The changes between two sources as lines: changed symbols and their changes. */
async function changesText(before: string, after: string): Promise<string> {
  return withVersions([parseSources(before), parseSources(after)], (old, now) => {
    const { changes } = describeChanges(old.side, now.side, behaviourStatements);
    return changes.map((change) => `${lineOf(change, old, now)}\n`).join("");
  });
}

function lineOf(change: SymbolChange, old: Version, now: Version): string {
  const nameOf = ({ graph }: Version, symbol: number | undefined): string => {
    if (symbol === undefined) return "";
    const { file, qualifiedName, kind } = graph.symbol(symbol);
    return kind === "module" ? file : `${file}#${qualifiedName}`;
  };
  const [before, after] = [nameOf(old, change.before), nameOf(now, change.after)];
  const { signatureDiff, invariantDiff, sideEffectDiff } = change;
  return [
    `${change.changeType} ${after || before}${change.isMoved ? ` (was ${before})` : ""}`,
    ...(signatureDiff === undefined
      ? []
      : [`  signature ${signatureDiff.before}`, `         -> ${signatureDiff.after}`]),
    ...(invariantDiff === undefined ? [] : [`  invariants ${JSON.stringify(invariantDiff)}`]),
    ...(sideEffectDiff === undefined ? [] : [`  effects ${JSON.stringify(sideEffectDiff)}`]),
    ...(change.changeType === "modified" && change.bodyChanged ? ["  body"] : []),
  ].join("\n");
}

const BASE = `//- src/store.ts
import { writeFileSync } from "node:fs";
import { check } from "./check";

/** Keeps things. */
export class Store extends Base {
  private items = new Map<string, string>();
  readonly limit = 5;

  add(key: string, value: string): void {
    if (key === "") throw new RangeError("no key");
    check(value);
    this.items.set(key, value);
  }

  get(key: string): string | undefined {
    return this.items.get(key);
  }
}

export function save(store: Store, path: string): void {
  const text = JSON.stringify(store);
  writeFileSync(path, text);
}

const twice = (n: number) => n * 2;
export const size = 3;
export type Item = { key: string };
//- src/check.ts
export function check(value: string): boolean {
  if (value.length > 10) return false;
  return value !== "x";
}
//- tools/report.py
class Report:
    """Reports."""
    title = "a"

    def add(self, line, at=0):
        if at < 0:
            raise ValueError("at")
        return line

def main():
    print(Report().add("x"))
`;

const CHECK = BASE.slice(BASE.indexOf("export function check"), BASE.indexOf("//- tools"));

function edited(...edits: readonly (readonly [string, string])[]): string {
  let text = BASE;
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return text;
}

test.each<readonly [string, string]>([
  ["nothing", BASE],
  ["comments", edited(["const text", "// why\n  const text"], ["/** Keeps things. */", "/** Keeps all things. */"])],
  [
    "a reformat",
    edited(["(key: string, value: string): void {", "(\n    key: string,\n    value: string,\n  ): void\n  {"]),
  ],
  ["quotes and semicolons", edited(['"no key"', "'no key'"], ["n * 2;", "n * 2"])],
  [
    "Python's layout",
    edited(
      ["add(self, line, at=0)", "add( self, line, at = 0, )"],
      ["        return line", "\n        return line  # so"],
    ),
  ],
  ["moved lines", edited(["const twice", "\n\n\nconst twice"])],
])("%s is no change", async (_, after) => {
  expect(await changesText(BASE, after)).toBe("");
});

test.each<readonly [string, string]>([
  ["a literal", edited(["n * 2", "n * 3"])],
  ["an identifier", edited(["this.items.get(key)", "this.items.get(name)"])],
  ["a signature", edited(["path: string)", "path: string, force = false)"])],
  ["who may see it", edited(["const twice", "export const twice"])],
  ["an invariant", edited(['key === ""', 'key === "" || value === ""'])],
  ["an effect", edited(["  writeFileSync(path, text);\n", ""])],
  ["a base class", edited(["extends Base", "extends Other"])],
  ["a field", edited(["limit = 5", "limit = 6"])],
  ["an import", edited(['"./check"', '"./check.js"'])],
  ["a type", edited(["{ key: string }", "{ key: string; value: string }"])],
  [
    "new symbols",
    edited(
      ["const twice", "export function drop(): void {}\nconst twice"],
      ["  get(key", "  has(key: string) { return this.items.has(key); }\n\n  get(key"],
    ),
  ],
  ["symbols that went", edited(["export const size = 3;\n", ""])],
  ["another kind", edited(["const twice = (n: number) => n * 2;", "function twice(n: number) {\n  return n * 2;\n}"])],
  [
    "Python",
    edited(["at=0", "at=1"], ['title = "a"', 'title = "b"'], ["return line", "return line + 1"], ["at < 0", "at <= 0"]),
  ],
])("%s", async (_, after) => {
  expect(await changesText(BASE, after)).toMatchSnapshot();
});

test.each<readonly [string, string]>([
  ["a renamed function", edited(["export function save", "export function persist"])],
  [
    "a renamed class takes its members along, edited ones too",
    edited(["class Store", "class Shop"], ["return this.items.get(key)", "return this.items.get(key) ?? ''"]),
  ],
  ["a renamed one-liner", edited(["const twice", "const double"])],
  [
    "a moved function",
    edited(
      [
        'export function check(value: string): boolean {\n  if (value.length > 10) return false;\n  return value !== "x";\n}\n',
        "",
      ],
      [
        "const twice",
        'export function check(value: string): boolean {\n  if (value.length > 10) return false;\n  return value !== "x";\n}\nconst twice',
      ],
    ),
  ],
  ["a moved file", edited(["//- src/check.ts", "//- lib/deep/check.ts"])],
  [
    "a moved and edited file",
    edited(
      ["//- src/store.ts", "//- lib/shop.ts"],
      ["writeFileSync(path, text)", "writeFileSync(path, text + 1)"],
      ['"./check"', '"../src/check"'],
    ),
  ],
  [
    "moved and no longer exported",
    edited([CHECK, "export const none = 0;\n"], ["const twice", `${CHECK.replace("export ", "")}const twice`]),
  ],
])("%s", async (_, after) => {
  expect(await changesText(BASE, after)).toMatchSnapshot();
});

test("unrelated functions with similar bodies do not count as moved", async () => {
  const before = "//- a.ts\nclass A { name() { return this.n; } }\n//- b.ts\nexport const one = 1;\n";
  const after =
    "//- b.ts\nexport const one = 1;\n//- c.ts\nexport class C { other() { return 2; } title() { return this.n; } }\n";
  expect(await changesText(before, after)).not.toContain("was");
});
