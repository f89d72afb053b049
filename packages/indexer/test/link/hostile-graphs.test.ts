/** Hostile graphs, made to loop or to explode: linking ends, in time linear in the input, and still finds nearby targets. */
import { describe, expect, test } from "vitest";
import { createLinkSession, linkFile } from "../../src/link/index.js";
import { linkText } from "./link-text.js";
import { MemoryRepository } from "./memory-repository.js";

function linkAll(texts: Record<string, string>): Map<string, string> {
  const repository = new MemoryRepository(new Map(Object.entries(texts)));
  const session = createLinkSession(repository);
  const result = new Map<string, string>();
  for (const file of repository.files())
    result.set(repository.path(file), linkText(repository, linkFile(session, file)));
  return result;
}

function range<T>(count: number, make: (i: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));
}

describe("hostile graphs", () => {
  test("a chain of four hundred re-exports is followed for about thirty steps", () => {
    const links = linkAll({
      ...range(400, (i) => [`r${i}.ts`, `export { f } from "./r${i + 1}";`]),
      "r400.ts": "export function f() {}",
      "far.ts": 'import { f } from "./r0"; export const g = () => f();',
      "near.ts": 'import { f } from "./r371"; export const g = () => f();',
    });
    expect(links.get("near.ts")).toContain("g call r400.ts#f re-export");
    expect(links.get("far.ts")).toContain("g call ? f");
  });

  test("star exports in a complete graph are searched once per module", () => {
    const all = Array.from({ length: 40 }, (_, i) => `export * from "./s${i}";`).join("\n");
    const links = linkAll({
      ...range(40, (i) => [`s${i}.ts`, `${all}\nexport const own${i} = () => 1;`]),
      "use.ts": 'import { own39, none } from "./s0"; export const g = () => { own39(); none(); };',
    });
    expect(links.get("use.ts")).toContain("g call s39.ts#own39 re-export");
    expect(links.get("use.ts")).toContain("g call ? none");
  });

  test("packages, files, globals and members may have names of Object.prototype", () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    const code = names.map(
      (name, i) => `import p${i}, { ${name} as m${i} } from "${name}";\np${i}.${name}.x(); m${i}();`,
    );
    const scripts = names.map((name) => `require("${name}").${name}(); ${name}.${name}(); process.env.${name};`);
    const python = names.map(
      (name) => `import ${name}\nfrom ${name} import ${name} as m\n${name}.${name}()\nm.${name}()\n`,
    );
    const links = linkAll({
      "a.ts": code.join("\n"),
      "b.js": scripts.join("\n"),
      "c.py": python.join(""),
      ...range(names.length, (i) => [`d/${names[i]}.js`, `exports.${names[i]} = () => require("./${names[i]}");`]),
    });
    for (const name of names) {
      expect(links.get("a.ts")).toContain(` call ${name} ${name} x`);
      expect(links.get(`d/${name}.js`)).toBeDefined();
    }
  });

  test("aliases of themselves and of each other end", () => {
    const links = linkAll({
      "a.ts":
        'import { x as y } from "./b"; export { y as x }; export const p = q; export const q = p; export const g = () => { y(); p(); };',
      "b.ts": 'export { x } from "./a";',
      "c.py": "from c import d\nd = d\ndef f():\n    d()\n    d.e()\n",
      "t.ts": "type A = B; type B = A; export function f(a: A) { a.m(); }",
    });
    expect(links.get("a.ts")).toContain("g call a.ts#q");
    expect(links.get("c.py")).toContain("f call");
    expect(links.get("t.ts")).toContain("f call ? a.m");
  });

  test("functions that return each other's results end", () => {
    const bodies = range(60, (i) => [
      `m${i}.py`,
      `from m${(i + 1) % 60} import f as a\nfrom m${(i + 7) % 60} import f as b\nfrom m${(i + 11) % 60} import f as c\ndef f(x):\n    if x: return a()\n    if x: return b().f()\n    return c()\ndef g():\n    f().run()\n`,
    ]);
    const links = linkAll(bodies);
    expect(links.get("m0.py")).toContain("g call m0.py#f");
  });

  test("a chain of two thousand classes, a cycle of classes and a class that is its own base end", () => {
    const line = Array.from(
      { length: 2000 },
      (_, i) => `class C${i + 1}(C${i}):\n    def m${i + 1}(self): self.m${i}()`,
    ).join("\n");
    const links = linkAll({
      "line.py": `class C0:\n    def m0(self): pass\n${line}\n`,
      "circle.py": "class A(B):\n    def a(self): self.b(); self.none()\nclass B(A):\n    def b(self): self.a()\n",
      "own.py": "class A(A):\n    def a(self): self.a(); self.none()\n",
    });
    expect(links.get("line.py")).toContain("C2000.m2000 call line.py#C1999.m1999 inherited-member");
    expect(links.get("circle.py")).toContain("A.a call circle.py#B.b inherited-member");
    expect(links.get("own.py")).toContain("A.a call own.py#A.a this-member");
  });

  test("deep member chains, and names such as __proto__, are linked", () => {
    const chain = "x".concat(".y()".repeat(3000));
    const links = linkAll({
      "deep.ts": `export function f(x: any) { return ${chain}; }`,
      "names.ts":
        'import { __proto__ as p, constructor } from "./names2"; export class toString { hasOwnProperty() { this.hasOwnProperty(); p(); constructor(); } }',
      "names2.ts": "export function __proto__() {} export function constructor() {}",
    });
    expect(links.get("names.ts")).toContain("toString.hasOwnProperty call names2.ts#__proto__ import");
    expect(links.get("names.ts")).toContain("toString.hasOwnProperty call names2.ts#constructor import");
    expect(links.get("deep.ts")).toContain("f call");
  });

  test("values that hold each other end: variables, accessors, called objects, modules, iterators", () => {
    const links = linkAll({
      "variables.py":
        "class Box:\n    def open(self): pass\na = b\nb = c or Box()\nc = a\ndef f():\n    a.open()\n    a.none()\n",
      "accessors.ts":
        "class Box { open() {} } export class A { get x() { return this.y; } get y() { return this.z ? this.x : new Box(); } z = 1; f() { this.x(); this.x.open(); } }",
      "called.py":
        "class C:\n    @property\n    def __call__(self) -> 'C': pass\n    def run(self): pass\ndef f():\n    C()().run()\n",
      "argument.ts":
        "class Box<T> { open(): T { throw 1; } } class A extends Box<typeof a.size> { run() { this.none(); this.open(); } } const a = new A(); export function f() { a.none(); a.run(); }",
      "one.js": 'module.exports = require("./two"); function f() { require("./two").own(); require("./one").none(); }',
      "two.js": 'module.exports = require("./one"); module.exports.own = function () {};',
      "iterators.ts":
        "export class It<T> { [Symbol.iterator](): Other<T> { return null!; } } export class Other<T> { [Symbol.iterator](): It<T> { return null!; } } export class Same<T> { [Symbol.iterator](): Same<T> { return this; } } class Box { open() {} } export function f(it: It<Box>, same: Same<Box>) { for (const one of it) one.open(); for (const one of same) one.open(); }",
    });
    expect(links.get("variables.py")).toContain("f call variables.py#Box.open");
    expect(links.get("variables.py")).toContain("f call ? a.none");
    expect(links.get("accessors.ts")).toContain("A.f call accessors.ts#Box.open");
    expect(links.get("argument.ts")).toContain("A.run call argument.ts#Box.open");
    expect(links.get("argument.ts")).toContain("f call argument.ts#A.run");
    expect(links.get("called.py")).toContain("f call ? C()().run");
    expect(links.get("one.js")).toContain("f call ? ….none");
    expect(links.get("iterators.ts")).toContain("f call iterators.ts#Box.open");
  });
});
