import { BODIES, qualifiedNames } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { pageOf as pythonPage } from "../python/facts-of.js";
import { pageOf } from "./check-facts.js";

type Source = (source: string) => ReturnType<typeof pageOf>;

/** Names of the symbols whose body hash differs between two sources; `<module>` for the file. */
function changed(before: string, after: string, page: Source = (source) => pageOf(source, "typescript")): string[] {
  const [old, now] = [prints(page(before)), prints(page(after))];
  return [...old.keys()].filter((name) => now.has(name) && now.get(name) !== old.get(name));
}

function prints(page: ReturnType<Source>): Map<string, number | undefined> {
  const { symbol, print } = page.table(BODIES);
  const names = qualifiedNames(page);
  return new Map(Array.from(symbol, (ordinal, row) => [names[ordinal] || "<module>", print[row]]));
}

const BASE = `import { b } from "./b";
@Injectable()
export class Store extends Base {
  private count = 1;
  static all = [1, 2];
  add(item: Item) { this.count++; return () => item; }
  get size() { return this.count; }
}
export const limit = 3, other = () => limit;
export function outer(a: number) { function inner() { return a; } return inner; }
namespace Deep { export const x = 1; export function y() {} }
const table = { one() { return 1; }, two: 2 };
start(table, "now");
`;

const edit = (from: string, to: string): string => {
  expect(BASE).toContain(from);
  return BASE.replace(from, to);
};

test.each([
  ["nothing", BASE],
  ["a reformat", edit("private count = 1;", "private   count = 1").replace("() => limit;", "() =>\n  limit; // why")],
  ["a new member", edit("get size", "drop() {}\n  get size")],
  ["a removed member", edit("get size() { return this.count; }", "")],
  ["a new symbol", edit("const table", "export abstract class New {}\n/** Doc. */\nexport const z = 1;\nconst table")],
  ["a removed symbol", edit("export const limit = 3, other = () => limit;", "")],
  ["a signature", edit("add(item: Item)", "add(item: Item, at = 0)")],
  ["a rename", edit("get size", "get length").replace("function inner", "function within").replace("Store", "Shop")],
])("%s changes no body hash", (_, after) => {
  expect(changed(BASE, after).filter((name) => name !== "outer")).toEqual([]);
});

test.each([
  ["a method's body", edit("this.count++", "this.count += 2"), ["Store.add"]],
  ["a nested function", edit("return a;", "return a + 1;"), ["outer", "outer.inner"]],
  ["a base class", edit("extends Base", "extends Other"), ["Store"]],
  ["a decorator", edit("@Injectable()", '@Injectable("x")'), ["Store"]],
  ["an import", edit("./b", "./c"), ["<module>"]],
  ["a statement of the file", edit('"now"', '"later"'), ["<module>"]],
  ["a member of an object", edit("return 1;", "return 2;"), ["table.one"]],
  ["an arrow's body", edit("() => limit", "() => limit + 1"), ["other"]],
])("%s changes only its own body hash", (_, after, expected) => {
  expect(changed(BASE, after)).toEqual(expected);
});

test("adding a type's first member leaves its body hash unchanged", () => {
  expect(changed("interface A extends B {}", "interface A extends B { run(): void }")).toEqual([]);
  expect(changed("export interface A {\n}\n", "export interface A {\n  run(): void;\n}\n")).toEqual([]);
  expect(changed("class A {}\n", "class A { /* more */ run() {} }\n")).toEqual([]);
  expect(changed("class A {}\n", "class A extends B { run() {} }\n")).toEqual(["A"]);
});

const PYTHON = `import os

class Store(Base):
    """Doc."""
    kind = "a"

    def add(self, item):
        self.items.append(item)
        def later():
            return item
        return later

@route("/x")
async def serve(a, b=1):
    return a

start(Store())
`;

test.each([
  ["a method's body", PYTHON.replace("append(item)", "append(1)"), ["Store.add"]],
  ["a signature", PYTHON.replace("b=1", "b=2"), []],
  ["a base", PYTHON.replace("(Base)", "(Other)"), ["Store"]],
  ["a body", PYTHON.replace("return a\n", "return b\n"), ["serve"]],
  ["a new member", PYTHON.replace("    def add", "    def drop(self): pass\n\n    def add"), []],
  ["a new function", PYTHON.replace("start(", "def other(): pass\n\nstart("), []],
  ["a statement of the file", PYTHON.replace("start(Store())", "start(Store)"), ["<module>"]],
  ["a comment", PYTHON.replace("import os", "import os  # why"), []],
])("in Python, %s changes only its own body hash", (_, after, expected) => {
  expect(changed(PYTHON, after, pythonPage)).toEqual(expected);
});
