/** Random configurations: inserting and removing an entry keeps every other byte. */
import fc from "fast-check";
import { stringify as stringifyToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { stringify as stringifyYaml } from "yaml";
import type { Editor, EntryFields, EntrySlot } from "../../src/edit/editor.js";
import { jsonEditor } from "../../src/edit/json-editor.js";
import { tomlEditor } from "../../src/edit/toml-editor.js";
import { yamlEditor } from "../../src/edit/yaml-editor.js";

const ENTRY: EntryFields = { command: "node", args: ["/opt/my tools/sdl.js", "serve", "--stdio"] };
const SLOT: EntrySlot = { container: ["servers"], key: "sdl" };
const ELSEWHERE: EntrySlot = { container: ["elsewhere", "below"], key: "sdl" };
const LIST: EntrySlot = {
  container: ["elsewhere", "list"],
  matches: (one) => (one as { readonly command?: unknown }).command === "node",
};

const name = fc
  .stringMatching(/^[a-z][a-z0-9_-]{0,7}$/)
  .filter((key) => !["sdl", "servers", "elsewhere"].includes(key));
const scalar = fc.oneof(fc.string({ unit: "grapheme", maxLength: 12 }), fc.integer(), fc.boolean());
const flat = fc.dictionary(name, scalar, { maxKeys: 3, noNullPrototype: true });
const server = fc.record({
  command: fc.string({ maxLength: 9 }),
  args: fc.array(fc.string({ maxLength: 9 }), { maxLength: 3 }),
  env: flat,
});
const servers = fc.dictionary(name, server, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const config = fc.record({ first: scalar, others: flat, servers, last: flat }, { requiredKeys: ["first"] });

/** Random choices of formatting: comments, indentation, line ends. */
const freedom = fc.record({
  indent: fc.constantFrom("  ", "    ", "\t", " "),
  end: fc.constantFrom("\n", "\r\n"),
  hasLastEnd: fc.boolean(),
  dice: fc.infiniteStream(fc.nat({ max: 9 })),
});
type Freedom = typeof freedom extends fc.Arbitrary<infer F> ? F : never;

function check(editor: Editor, text: string, value: object): void {
  const slots = "servers" in value ? [SLOT, ELSEWHERE] : [ELSEWHERE];
  for (const slot of [...slots, ...(editor === tomlEditor ? [] : [LIST])]) {
    const added = editor.insert(text, slot, ENTRY, {});
    expect(isWithin(text, added)).toBe(true);
    expect(editor.remove(added, slot, slot === SLOT ? 0 : 2)).toBe(text);
    const moved = editor.setField(added, slot, "args", ["elsewhere.js"]);
    expect(editor.remove(moved, slot, slot === SLOT ? 0 : 2)).toBe(text);
  }
}

/** Whether a text can be obtained from a larger one by deleting characters. */
function isWithin(text: string, larger: string): boolean {
  let at = 0;
  for (let index = 0; index < larger.length && at < text.length; index++) if (larger[index] === text[at]) at++;
  return at === text.length;
}

describe("inserting and removing an entry keeps all other bytes", () => {
  test("JSON with comments and trailing commas", () => {
    fc.assert(
      fc.property(config, freedom, (value, free) => {
        check(jsonEditor, writeJson(value, free), value);
      }),
      { numRuns: 400 },
    );
  });

  test("TOML", () => {
    fc.assert(
      fc.property(config, freedom, (value, free) => {
        check(tomlEditor, withComments(stringifyToml(value), free), value);
      }),
      { numRuns: 400 },
    );
  });

  test("YAML", () => {
    fc.assert(
      fc.property(config, freedom, fc.integer({ min: 1, max: 4 }), (value, free, indent) => {
        const text = stringifyYaml(value, { indent, lineWidth: 0, blockQuote: false });
        check(yamlEditor, withComments(text, free), value);
      }),
      { numRuns: 150 },
    );
  });
});

/** Inserts comment lines before some lines, with their indentation. */
function withComments(text: string, { dice, end, hasLastEnd }: Freedom): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? "";
      return roll(dice) < 3 ? [`${indent}# note [x] "y`, line] : [line];
    });
  return lines.join(end) + (hasLastEnd ? end : "");
}

function roll(dice: Freedom["dice"]): number {
  return dice.next().value ?? 0;
}

function writeJson(value: object, free: Freedom): string {
  return `${jsonText(value, "", free)}${free.hasLastEnd ? free.end : ""}`;
}

function jsonText(value: unknown, indent: string, free: Freedom): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { dice, end } = free;
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const inner = indent + free.indent;
  const parts = Object.entries(value).map(
    ([key, member]) =>
      `${isList ? "" : `${JSON.stringify(key)}:${roll(dice) < 5 ? " " : ""}`}${jsonText(member, inner, free)}`,
  );
  const isInline = roll(dice) < 2 && parts.every((part) => !part.includes("\n"));
  const isTrailing = parts.length > 0 && roll(dice) < 3;
  if (isInline || parts.length === 0) return `${open}${parts.join(", ")}${isTrailing ? "," : ""}${close}`;
  const lines = parts.map((part, index) => {
    const comma = index < parts.length - 1 || isTrailing ? `${roll(dice) < 1 ? " /* , */ " : ""},` : "";
    const head = roll(dice) < 2 ? `${inner}// "note": {},${end}` : "";
    return `${head}${inner}${part}${comma}${roll(dice) < 2 ? " // note" : roll(dice) < 2 ? " /* ] */" : ""}`;
  });
  return `${open}${roll(dice) < 2 ? " // note" : ""}${end}${lines.join(end)}${end}${indent}${close}`;
}
