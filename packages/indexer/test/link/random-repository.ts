/** Random small repositories and random edits of them, with few names, so that files keep referring to each other. */

import { GO_CONFIGS, GO_FILES, goText } from "./random-go.js";

/** Mulberry32 (public domain): a small seeded generator. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  some(chance: number): boolean {
    return this.next() < chance;
  }
}

const SCRIPTS = [
  "a.ts",
  "b.ts",
  "lib/c.ts",
  "lib/index.ts",
  "lib/d.js",
  "packages/p/src/index.ts",
  "packages/q/src/e.tsx",
  "packages/q/index.ts",
];
/** Components, whose names differ by folder. */
const COMPONENTS = ["view/Card.vue", "view/components/base/Card.vue", "view/Page.vue", "view/Row.svelte"];
/** Scripts that are no modules, unless their content makes them one. */
const PAGES = ["page/s.js", "page/t.js", "page/deep/u.js"];
const MODULES = [
  "m.py",
  "pkg/__init__.py",
  "pkg/n.py",
  "pkg/sub/__init__.py",
  "pkg/sub/o.py",
  "space/r.py",
  "src/top/__init__.py",
  "dist/src/space/s.py",
  "src/named/named.py",
  "pkg/cells.ipynb",
];
/** Declaration files, whose names are global unless their content makes them modules. */
const DECLARATIONS = ["types/g.d.ts", "lib/d.d.ts"];
const ALL_FILES = [...SCRIPTS, ...DECLARATIONS, ...COMPONENTS, ...PAGES, ...MODULES, ...GO_FILES];
const SPECIFIERS = ["@lib/c", "@lib/d", "p", "@s/q", "@s/q/e", "react", "#in/c", "./missing", "far/c", "far/d"];
const DOTTED = [
  "m",
  "pkg",
  "pkg.n",
  "pkg.sub",
  "pkg.sub.o",
  ".n",
  ".",
  "..",
  ".sub",
  "..n",
  "space.r",
  "space",
  "space.s",
  "named",
  "named.named",
  "top",
  "numpy",
  "n",
  "r",
];
const FUNCTIONS = ["f", "g", "h"];
const CLASSES = ["A", "B", "C"];
/** Further names that a file may export. */
const OFFERED = ["table", "parts", "pass", "Held", "Port", "Wire", "Pair", "Parts", "Old"];
const METHODS = ["run", "save", "make"];

const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  ...GO_CONFIGS,
  "pyproject.toml": [
    '[tool.pytest.ini_options]\npythonpath = ["pkg"]',
    '[tool.setuptools.packages.find]\nwhere = ["space"]',
    '[tool.setuptools.package-dir]\ntop = "pkg"',
    "",
  ],
  "dist/pyproject.toml": ["", '[tool.uv.build-backend]\nmodule-root = ""'],
  "tsconfig.json": [
    "{}",
    '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
    '{ "extends": "./tsconfig.base.json" }',
    '{ "compilerOptions": { "baseUrl": "lib" } }',
  ],
  "tsconfig.base.json": ['{ "compilerOptions": { "paths": { "@lib/*": ["./packages/q/src/*", "./lib/*"] } } }', "{}"],
  "vite.config.ts": [
    'export default { resolve: { alias: { "@lib": "./packages/q/src", far: path.resolve(__dirname, "lib") } } };',
    'export default { resolve: { alias: { far: "./dist" } } };',
    "",
  ],
  "package.json": [
    '{ "workspaces": ["packages/*"], "imports": { "#in/*": "./lib/*.js" } }',
    '{ "workspaces": ["packages/p"] }',
    "{}",
  ],
  "packages/p/package.json": ['{ "name": "p" }', '{ "name": "p", "main": "dist/index.js" }', '{ "name": "@s/q" }'],
  "packages/q/package.json": [
    '{ "name": "@s/q", "exports": { ".": "./index.ts", "./e": "./dist/e.js" } }',
    '{ "name": "@s/q" }',
    "{ broken",
  ],
};

function scriptText(path: string, random: Random): string {
  const lines: string[] = [];
  if (random.some(0.2)) lines.push("// a comment", "");
  for (let i = 1 + random.below(3); i > 0; i--) lines.push(scriptImport(path, random, i));
  for (const name of CLASSES) if (random.some(0.5)) lines.push(scriptClass(random, name));
  for (const name of FUNCTIONS) if (random.some(0.6)) lines.push(scriptFunction(random, name));
  if (random.some(0.3)) lines.push(`export const value = new ${random.pick(CLASSES)}();`);
  lines.push(...scriptTypes(random));
  return lines.join("\n");
}

/** Declarations with types: generic and merged ones, objects without a name, prototypes, types in comments. */
function scriptTypes(random: Random): string[] {
  const type = () => random.pick(["A", "x1", "x2", "ns1.B", "Held<x1>", "Held<A>"]);
  const lines = [
    `export class Held<T extends A> { item: T; get inner(): T { return this.item; } take(f: (it: T) => void) {} }`,
    `export class Kept extends ${random.pick(["Held", "x1", "x2"])}<${type()}> { run() { this.item.${random.pick(METHODS)}(); } }`,
    `export interface Port { ${random.pick(METHODS)}(): void }`,
    `export interface Port { ${random.pick(METHODS)}(): ${type()} }`,
    `export class Wire implements ${random.pick(["Port", "x1", "ns1.Port"])} { ${random.pick(METHODS)}() {} }`,
    `export namespace A { export function ${random.pick(METHODS)}() {} }`,
    `export function pass<T>(it: T, other?: ${type()}): T { return it; }`,
    `export const table = { f${random.pick(["", ": x1", ": g"])}, ...${random.pick(["value", "ns1.table", "y1()"])} };`,
    `export function parts() { return { f() {}, held: new ${random.pick(["x1", "Held<A>"])}() }; }`,
    `export function F() {} F.prototype.run = function () { this.save(); }; Object.setPrototypeOf(F.prototype, ${random.pick(["x1", "A"])}.prototype);`,
    `/** @typedef {{ one: x1, two: A }} Pair */ /** @param {Pair} p */ export function typed({ one }) { one.run(); }`,
    `export function use(held: ${type()}, port: ${random.pick(["Port", "x1"])}) { held.item.${random.pick(METHODS)}(); held.inner.run(); port.run(); }`,
    `export function over(it: ${type()}): ${type()}; export function over(it: unknown) { return () => new ${random.pick(["x1", "A"])}(); }`,
    `export const made = () => { const it = over(y1); it.run(); it().${random.pick(METHODS)}(); window.api.${random.pick(METHODS)}(); ${random.pick(CLASSES)}.run(); };`,
    `export interface Parts { api: { ${random.pick(METHODS)}(): ${type()} }; list: Readonly<{ ${random.pick(METHODS)}(): A }> & x1 }`,
    `export function Old() { this.${random.pick(METHODS)} = function () { this.run(); }; this.held = { save() {} }; } Old.make = function () { new Old().held.save(); this.${random.pick(METHODS)}(); };`,
    `export const rows = { ${random.pick(METHODS)}() { ${scriptBody(random)} }, [${random.pick(["x1", "A"])}.id]: () => y1(), ${random.pick(METHODS)}: 1 };`,
    `export const keyed = (key) => { rows[key](); ns1.rows[key](); table[key]().${random.pick(METHODS)}(); build().${random.pick(METHODS)}(); ns1.build().${random.pick(METHODS)}(); };`,
    `export function build() { const it = { ${random.pick(METHODS)}() {} }; it.${random.pick(METHODS)} = ${random.pick(["y1", "() => y1()", "function () { this.run(); }"])}; return it; }`,
    `export const uses = () => { ns1.table.f(); table.f(); y1().held.item.run(); pass(new x1()).run(); ns1.Held.take((it) => it.run()); };`,
  ];
  return lines.filter(() => random.some(0.35));
}

/** A declaration file: global names, or a module that adds some. */
function declarationText(path: string, random: Random): string {
  const names = [
    `interface ${random.pick(CLASSES)} { ${random.pick(METHODS)}(): ${random.pick(CLASSES)} }`,
    `interface Window { api: { ${random.pick(METHODS)}(): ${random.pick(CLASSES)} } }`,
    `declare function ${random.pick(FUNCTIONS)}(): ${random.pick(CLASSES)};`,
  ].filter(() => random.some(0.7));
  if (random.some(0.5)) return names.join("\n");
  const inner = names.map((line) => line.replace(/^declare /, "")).join(" ");
  return [scriptImport(path, random, 1), `declare global { ${inner} }`, "export {};"].join("\n");
}

function scriptImport(path: string, random: Random, number: number): string {
  const from = JSON.stringify(
    random.some(0.7) ? relativeSpecifier(path, random.pick(SCRIPTS)) : random.pick(SPECIFIERS),
  );
  const name = random.pick([...FUNCTIONS, ...CLASSES, "value"]);
  const cls = random.pick(CLASSES);
  return random.pick([
    `import { ${random.pick(OFFERED)} as x${number} } from ${from};`,
    `import { ${random.pick(["parts", "pass", "table", "over", "made"])} as y${number} } from ${from};`,
    `import { ${name} } from ${from};`,
    `import { ${cls} as x${number} } from ${from};`,
    `import { ${cls} as x${number} } from ${from};`,
    `import { ${cls} as x${number} } from ${from};`,
    `import { ${random.pick(FUNCTIONS)} as y${number} } from ${from};`,
    `import { ${random.pick(FUNCTIONS)} as y${number} } from ${from};`,
    `import * as ns${number} from ${from};`,
    `import d${number} from ${from};`,
    `export * from ${from};`,
    `export { ${name} } from ${from};`,
    `const r${number} = require(${from});`,
  ]);
}

/** The relative specifier from one file to another. */
function relativeSpecifier(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up === "" ? "./" : up}${to.replace(/(\/index)?\.[jt]sx?$/, "")}`;
}

function scriptClass(random: Random, name: string): string {
  const base = random.some(0.6) ? ` extends ${random.pick(["A", "x1", "x1", "x2", "ns1.A", "d2"])}` : "";
  const members = METHODS.filter(() => random.some(0.5)).map(
    (method) => `${random.pick(["", "", "static ", "get "])}${method}() { ${scriptBody(random)} }`,
  );
  const field = random.some(0.4)
    ? `other${random.pick([`: ${random.pick(["A", "x1"])}`, ` = new ${random.pick(["B", "x1"])}()`])};`
    : "";
  return `${random.pick(["export ", "export default ", ""])}class ${name}${base} { ${field} ${members.join(" ")} }`;
}

function scriptFunction(random: Random, name: string): string {
  const type = random.some(0.5) ? `: ${random.pick(["A", "x1", "x1", "x2", "ns1.B"])}` : "";
  return `export function ${name}(p${type}) { ${scriptBody(random)} }`;
}

function scriptBody(random: Random): string {
  const statements = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick([
      `${random.pick([...FUNCTIONS, "x1", "ns1.f", "d1"])}();`,
      `this.${random.pick(METHODS)}();`,
      `super.${random.pick(METHODS)}();`,
      `this.other.${random.pick(METHODS)}();`,
      `p.${random.pick(METHODS)}();`,
      `value.${random.pick(METHODS)}();`,
      `${random.pick(["y1", "y2"])}().${random.pick(METHODS)}();`,
      `${random.pick(["y1", "y2"])}().${random.pick(METHODS)}();`,
      `const v = ${random.pick(["f()", "g().make()", "new x1()", "ns1.h()", "x1"])}; v.${random.pick(METHODS)}();`,
    ]),
  );
  const result = random.some(0.5)
    ? ` return ${random.pick(["this", "p", `new ${random.pick(CLASSES)}()`, "f()", "g(p)", "x1()"])};`
    : "";
  return statements.join(" ") + result;
}

/** Text of a component: a script, and a template that names what the script may hold. */
function componentText(path: string, random: Random): string {
  const used = () => random.pick(["Card", "base-card", "Page", "Row", "d1", "x1"]);
  const from = relativeSpecifier(path, random.pick(COMPONENTS));
  const script = [
    `import ${random.pick(["Card", "Row", "d1"])} from ${JSON.stringify(from)};`,
    scriptText(path, random),
    random.some(0.3) ? `export default { methods: { ${random.pick(FUNCTIONS)}() { ${scriptBody(random)} } } };` : "",
  ].join("\n");
  const value = `${random.pick([...FUNCTIONS, "value", "x1"])}()`;
  const inner = path.endsWith(".vue")
    ? `<template><${used()} v-for="${random.pick(FUNCTIONS)} in ${value}" @click="${value}"/><${used()}/></template>`
    : `{#each ${value} as item}<${random.pick(["Card", "Row"])} on:click={() => ${value}}/>{/each}`;
  return `<script lang="ts">\n${script}\n</script>\n${inner}`;
}

/** Text of a page script. @see PAGES */
function pageText(random: Random): string {
  const lines = FUNCTIONS.filter(() => random.some(0.4)).map((name) => `function ${name}(p) { ${pageBody(random)} }`);
  for (const name of CLASSES) if (random.some(0.3)) lines.push(`class ${name} { run() { ${pageBody(random)} } }`);
  if (random.some(0.3)) lines.push(`var table = { f() { ${pageBody(random)} } };`);
  if (random.some(0.1)) lines.push(random.pick(["module.exports = f;", "export { f };", 'import "../a";']));
  return lines.join("\n");
}

function pageBody(random: Random): string {
  return random.pick([
    "f();",
    "g().run();",
    "return new A();",
    "new B().run();",
    "table.f();",
    "return h();",
    "window.f();",
  ]);
}

function moduleText(random: Random): string {
  const lines: string[] = [];
  if (random.some(0.2)) lines.push("# a comment", "");
  for (let i = 1 + random.below(3); i > 0; i--) lines.push(moduleImport(random, i));
  if (random.some(0.2)) lines.push(`__all__ = [${random.some(0.5) ? '"f", "A"' : '"g"'}]`);
  for (const name of CLASSES) if (random.some(0.5)) lines.push(...moduleClass(random, name));
  for (const name of FUNCTIONS) if (random.some(0.6)) lines.push(...moduleFunction(random, name, ""));
  return lines.join("\n");
}

function moduleImport(random: Random, number: number): string {
  const from = random.pick(DOTTED);
  const name = random.pick([...FUNCTIONS, ...CLASSES, "n", "sub", "o"]);
  const cls = random.pick(CLASSES);
  const absolute = from.startsWith(".") ? "pkg.n" : from;
  return random.pick([
    `from ${from} import ${name}`,
    `from ${from} import ${cls} as x${number}`,
    `from ${from} import ${cls} as x${number}`,
    `from ${from} import ${random.pick(FUNCTIONS)} as y${number}`,
    `from ${from} import ${random.pick(FUNCTIONS)} as y${number}`,
    `from ${from} import *`,
    `import ${absolute}`,
    `import ${absolute} as ns${number}`,
  ]);
}

function moduleClass(random: Random, name: string): string[] {
  const bases = random.some(0.6)
    ? `(${[...new Set([random.pick(["A", "x1", "x1", "x2", "ns1.A"]), random.pick(CLASSES)])].join(", ")})`
    : "";
  const lines = [`class ${name}${bases}:`, `    other: ${random.pick(["B", "x1", "x2"])}`];
  for (const method of METHODS) if (random.some(0.5)) lines.push(...moduleFunction(random, method, "    "));
  return lines;
}

function moduleFunction(random: Random, name: string, indent: string): string[] {
  const type = random.some(0.5) ? `: ${random.pick(["A", "x1", "x1", "x2", "ns1.B"])}` : "";
  const head = `${indent}def ${name}(${indent === "" ? "" : "self, "}p${type}):`;
  const body = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick([
      `${random.pick([...FUNCTIONS, "x1", "ns1.f", "pkg.n.g"])}()`,
      `self.${random.pick(METHODS)}()`,
      `super().${random.pick(METHODS)}()`,
      `self.other.${random.pick(METHODS)}()`,
      `p.${random.pick(METHODS)}()`,
      `${random.pick(["y1", "y2"])}().${random.pick(METHODS)}()`,
      `${random.pick(["y1", "y2"])}().${random.pick(METHODS)}()`,
      `v = ${random.pick(["f()", "x1()", "g().make()", "B"])}; v.${random.pick(METHODS)}()`,
      `return ${random.pick(["self", "A()", "f()", "p", "p()", "x1()", "x2()", "[x1(), A()]", "A(), x1()"])}`,
      `yield ${random.pick(["x1()", "A()"])}`,
      `for v in ${random.pick(["y1()", "f()", "self"])}: v.${random.pick(METHODS)}()`,
      `v, w = ${random.pick(["y1()", "f()"])}; w.${random.pick(METHODS)}()`,
      `if isinstance(p, ${random.pick(["x1", "A"])}): p.${random.pick(METHODS)}()`,
      `${random.pick(["y1", "f"])}(${random.pick(["x1()", "x1", "A"])}).${random.pick(METHODS)}()`,
      `(x1() + p).${random.pick(METHODS)}()`,
    ]),
  );
  if (random.some(0.15)) return [`${head} ...`];
  return [head, ...body.map((line) => `${indent}    ${line}`)];
}

/** A random repository: texts by path. */
export function randomRepository(random: Random): Map<string, string> {
  const texts = new Map<string, string>();
  for (const path of ALL_FILES) if (random.some(0.8)) texts.set(path, sourceText(path, random));
  for (const [path, variants] of Object.entries(CONFIGS)) if (random.some(0.7)) texts.set(path, random.pick(variants));
  return texts;
}

function sourceText(path: string, random: Random): string {
  if (DECLARATIONS.includes(path)) return declarationText(path, random);
  if (PAGES.includes(path)) return pageText(random);
  if (COMPONENTS.includes(path)) return componentText(path, random);
  if (path.endsWith(".go")) return goText(path, random);
  if (path.endsWith(".ipynb")) return `# %% cell 2\n${moduleText(random)}`;
  return path.endsWith(".py") ? moduleText(random) : scriptText(path, random);
}

/** Edits texts in place. @returns the edited paths */
export function randomEdit(texts: Map<string, string>, random: Random): string[] {
  const path = random.pick(ALL_FILES);
  const text = texts.get(path);
  switch (random.below(8)) {
    case 0: {
      const config = random.pick(Object.keys(CONFIGS));
      if (random.some(0.3)) texts.delete(config);
      else texts.set(config, random.pick(CONFIGS[config] ?? [""]));
      return [config];
    }
    case 1:
      texts.delete(path);
      return [path];
    case 2: {
      const other = random.pick(
        [SCRIPTS, DECLARATIONS, COMPONENTS, PAGES, MODULES, GO_FILES].find((paths) => paths.includes(path)) ?? [],
      );
      if (text === undefined || other === path) return [];
      texts.delete(path);
      texts.set(other, text);
      return [path, other];
    }
    case 3:
    case 4:
    case 5:
      if (text === undefined) return [];
      texts.set(path, renameOne(text, random));
      return [path];
    case 6: {
      if (text === undefined) return [];
      const lines = text.split("\n");
      lines.splice(
        random.below(lines.length + 1),
        random.below(2),
        ...(path.endsWith(".py") ? ["# line"] : ["// line"]),
      );
      texts.set(path, lines.join("\n"));
      return [path];
    }
    default:
      texts.set(path, sourceText(path, random));
      return [path];
  }
}

/** Replaces one occurrence of a name by another name: a member, a base, a type, a result, an import. */
function renameOne(text: string, random: Random): string {
  const pool = random.pick([FUNCTIONS, CLASSES, METHODS, METHODS]);
  const found = [...text.matchAll(new RegExp(`\\b(?:${pool.join("|")})\\b`, "g"))];
  const chosen = random.pick(found);
  if (chosen === undefined) return text;
  return text.slice(0, chosen.index) + random.pick(pool) + text.slice(chosen.index + chosen[0].length);
}
