/**
 * Families of sources that repeat one construct: side by side, nested, chained, in circles. A family maps the number of
 * repetitions to sources. Slow handling of a construct shows when the source grows.
 */

/** Sources by path. */
export type Family = (count: number) => Readonly<Record<string, string>>;

function rep(count: number, make: (i: number) => string, separator = "\n"): string {
  return Array.from({ length: count }, (_, i) => make(i)).join(separator);
}

const ts = (text: string) => ({ "a.ts": text });
const py = (text: string) => ({ "a.py": text });

export const FAMILIES: Readonly<Record<string, Family>> = {
  pyChainNarrow: (n) =>
    py(`def f(y):\n    if isinstance(y.b, T): y.b.c()\n    x${".a".repeat(n)}\n    x${".a()".repeat(n)}\n`),
  pyUseMany: (n) =>
    py(
      "def f(x):\n" +
        rep(n, (i) => `    if isinstance(x, T${i}):\n        return x.m()`) +
        "\n" +
        rep(n * 4, (i) => `    x.m${i}()`) +
        "\n",
    ),
  pyGlobalsMany: (n) => py(`def f(x):\n${rep(n, (i) => `    global g${i}\n    g${i} = g${i} + 1`)}\n`),
  tsScopes: (n) => ts("{".repeat(Math.ceil(n / 10)) + rep(n, (i) => `a.b${i}();`) + "}".repeat(Math.ceil(n / 10))),
  tsShadow: (n) =>
    ts(
      rep(Math.ceil(n / 10), (i) => `function f${i}(a${i}) {`) +
        rep(n, (i) => `a0.b${i}(); zz();`) +
        "}".repeat(Math.ceil(n / 10)),
    ),
  tsCb: (n) => ts(`${rep(n, (i) => `on(x${i} => `, "")}x0.y()${")".repeat(n)}`),
  pyLambda: (n) => py(`f = ${rep(n, (i) => `lambda x${i}: `, "")}x0\n`),
  pyComp: (n) => py(`x = ${"[".repeat(n)}y${rep(n, (i) => ` for y in z${i}]`, "")}\n`),
  pyCompIn: (n) => py(`x = [y${rep(n, (i) => ` for y${i} in z${i}`, "")}]\n`),
  pyWithNest: (n) => py(`x = ${rep(n, (i) => `a${i} if b${i} else `, "")}c\n`),
  pyFstr: (n) => py(`x = f'${rep(n, (i) => `{a${i}.b()}`, "")}'\n`),
  pySub: (n) => py(`${rep(n, (i) => `class C${i}(B${i}[T${i}]): x: int = ${i}`)}\n`),
  pyTry: (n) => py(`def f():\n${rep(n, (i) => `    try: a${i}()\n    except E${i} as e: e.x()`)}\n`),
  tsOptional: (n) => ts(`x${"?.a".repeat(n)}; x${"!".repeat(n)}.a(); x${"[0]".repeat(n)};`),
  tsAs: (n) => ts(`x${" as any".repeat(n)};`),
  tsKeyof: (n) => ts(`type A = ${"keyof ".repeat(n)}B;`),
  tsFnType: (n) => ts(`type A = ${"(a: X) => ".repeat(n)}B;`),
  tsPattern: (n) => ts(`function f({${rep(n, (i) => `a${i} = b${i}`, ", ")}}) {${rep(n, (i) => `a${i}.x();`)}}`),
  tsComma: (n) => ts(`x = (${rep(n, (i) => `a${i}()`, ", ")});`),
  tsNew: (n) => ts(`${"new ".repeat(n)}A${"()".repeat(n)};`),
  jsdocs: (n) => ({
    "a.js": rep(n, (i) => `/** @param {T${i}} a @returns {U${i}} */ function f${i}(a) { return a; }`),
  }),
  jsdocLong: (n) => ({
    "a.js":
      "/**\n" +
      rep(n, (i) => ` * @param {T${i}} a${i}`) +
      " */ function f(" +
      rep(n, (i) => `a${i}`, ", ") +
      ") {" +
      rep(n, (i) => `a${i}.x();`) +
      "}",
  }),
  tsDecor: (n) => ts(`${rep(n, (i) => `@D${i}()`)} class A {}`),
  jsRequire: (n) => ({ "a.js": rep(n, (i) => `var a${i} = require("./x${i}").b; a${i}.c();`) }),
  jsIife: (n) => ({ "a.js": `${"(function () {".repeat(n)}a();${"})();".repeat(n)}` }),
  jsMin: (n) => ({
    "a.js": `!function(){${rep(n, (i) => `function a${i}(b,c){return b?a${(i + 1) % n}(c,b):c.d${i}}`)}}();`,
  }),
  jsProto: (n) => ({
    "a.js":
      "var A = function () {}; A.prototype = {" +
      rep(n, (i) => `m${i}: function () { return this.m${(i + 1) % n}(); }`, ", ") +
      "};",
  }),
  jsObjNested: (n) => ({
    "a.js": `var a = {${rep(n, (i) => `k${i}: function () { a.k${(i + 1) % n}(); }`, ", ")}};`,
  }),
  broken1: (n) => ts(`function f() {${rep(n, (i) => `if (a${i} { b(${i};`)}`),
  broken2: (n) => py(rep(n, (i) => `def f${i}(:\n  return (${i}`)),

  pyLocals: (n) => py(`def f():\n    a = b()\n${rep(n, (i) => `    a = g${i}(a)`)}\n${rep(n, () => `    a.m()`)}\n`),
  pyLocalsIf: (n) =>
    py(
      "def f(x):\n    a = b()\n" +
        rep(n, (i) => `    if x:\n        a = g${i}(a)\n    else:\n        a.m()`) +
        "\n    return a\n",
    ),
  pyLocalsLoop: (n) =>
    py(
      "def f(x):\n    a = b()\n    while x:\n" +
        rep(n, (i) => `        if x:\n            a = g${i}(a)\n        else:\n            a.m()`) +
        "\n    return a\n",
    ),
  pyNested: (n) =>
    py(
      rep(Math.ceil(Math.sqrt(n)), (i) => `${" ".repeat(i)}def f${i}(a${i}):`) +
        "\n" +
        rep(n, (i) => `${" ".repeat(Math.ceil(Math.sqrt(n)))}a0.m(a${i % 10})`) +
        "\n",
    ),
  pyNarrow: (n) => py(`def f(x):\n${rep(n, (i) => `    if isinstance(x, T${i}):\n        x.m${i}()`)}\n`),
  pyNarrowElif: (n) =>
    py(`def f(x):\n    if x: pass\n${rep(n, (i) => `    elif isinstance(x, T${i}):\n        x.m${i}()`)}\n`),
  pyAssert: (n) => py(`def f(x):\n${rep(n, (i) => `    assert isinstance(x, T${i})\n    x.m${i}()`)}\n`),
  pyAnd: (n) => py(`def f(x):\n    return ${rep(n, (i) => `isinstance(x, T${i}) and x.m${i}()`, " and ")}\n`),
  tsNarrow: (n) => ts(`function f(x) {${rep(n, (i) => `if (x instanceof T${i}) x.m${i}();`)}}`),
  tsNarrowElse: (n) => ts(`function f(x) {${rep(n, (i) => `if (x instanceof T${i}) x.m${i}(); else `, "")}x.z(); }`),
  tsAnd: (n) => ts(`function f(x) { return ${rep(n, (i) => `x instanceof T${i} && x.m${i}()`, " && ")}}`),
  tsGuard: (n) => ts(`function f(x) {${rep(n, (i) => `if (!(x instanceof T${i})) return; x.m${i}();`)}}`),
  tsVars: (n) => ts(`function f(x) {${rep(n, (i) => `{ let x = g${i}(); x.m(); }`)}}`),
  pyClassAttrs: (n) =>
    py(
      "class A:\n" +
        rep(n, (i) => `    a${i} = b${i}`) +
        "\n" +
        rep(n, (i) => `    def m${i}(self): return self.a${i}`) +
        "\n",
    ),
  pyAll: (n) => py(`__all__ = [${rep(n, (i) => `"a${i}"`, ", ")}]\n${rep(n, (i) => `def a${i}(): pass`)}\n`),
  pyDoc: (n) => py(`def f():\n    '''${rep(n, (i) => `:param a${i}: x`)}\n    '''\n`),
  pyGuards: (n) => py(`${rep(n, (i) => `if __name__ == "__main__":\n    f${i}()`)}\n`),
  pyRaises: (n) => py(`def f(x):\n${rep(n, (i) => `    if x == ${i}:\n        raise E${i}()`)}\n`),
  tsThrows: (n) => ts(`function f(x) {${rep(n, (i) => `if (x === ${i}) throw new E${i}();`)}}`),
  tsEffects: (n) => ts(`function f(x) {${rep(n, (i) => `x.a${i} = fetch("/a${i}"); console.log(x);`)}}`),
  pyEffects: (n) => py(`def f(x):\n${rep(n, (i) => `    x.a${i} = open("a${i}").read(); print(x)`)}\n`),
  tsExportsAll: (n) => ts(`${rep(n, (i) => `const a${i} = 1;`)}export { ${rep(n, (i) => `a${i} as b${i}`, ", ")} };`),
  tsEnum: (n) => ts(`enum E {${rep(n, (i) => `A${i}`, ", ")}}${rep(n, (i) => `E.A${i};`)}`),
  tsOverMethods: (n) =>
    ts(
      "class A {" +
        rep(n, (i) => `m${i}() { this.m${(i + 1) % n}(); } get g${i}() { return this.g${(i + 1) % n}; }`) +
        "}",
    ),
  tsProps: (n) =>
    ts(
      "class A { constructor() {" +
        rep(n, (i) => `this.a${i} = this.a${(i + 1) % n};`) +
        "} " +
        rep(n, (i) => `m${i}() { this.a${i}.b(); }`) +
        "}",
    ),
  jsAssigned: (n) => ({
    "a.js": `function A() {}\n${rep(n, (i) => `A.m${i} = A.m${(i * 3) % n};`)}${rep(n, (i) => `A.m${i}();`)}`,
  }),
  jsVarSame: (n) => ({ "a.js": rep(n, (i) => `var a = f${i}(a);`) + rep(n, () => `a.b();`) }),
  jsFunSame: (n) => ({ "a.js": rep(n, (i) => `function a() { return b${i}; }`) + rep(n, () => `a();`) }),
  tsTypeLit: (n) =>
    ts(
      "type A = {" +
        rep(n, (i) => `a${i}: A["a${(i + 1) % n}"];`) +
        "}; function f(a: A) {" +
        rep(n, (i) => `a.a${i}.m();`) +
        "}",
    ),
  pyTypeVarTuple: (n) => py(`x: dict[${rep(n, (i) => `T${i}`, ", ")}] = {}\n${rep(n, () => "x.get()")}\n`),
  oneLine: (n) => ts(rep(n, (i) => `f${i}();`, "")),
  longString: (n) => ts(`const a = "${"x".repeat(n * 10)}"; ${rep(n, () => `a;`)}`),
  longName: (n) => ts(`const ${"x".repeat(n)} = 1; ${rep(100, () => `${"x".repeat(n)}.a();`)}`),
  unions2: (n) => py(`def f(${rep(n, (i) => `a${i}: "T${i}" = None`, ", ")}): pass\n${rep(n, () => "f()")}\n`),

  twins: (n) =>
    ts(
      rep(n, (i) => `interface A { m${i}(): void }`) +
        "\nfunction f(a: A) {" +
        rep(n, (i) => `a.m${i}(); a.x${i}();`) +
        "}",
    ),
  namesakes: (n) =>
    ts(
      `class A {${rep(n, (i) => `m(x: ${i}): void;`)} }\nfunction f(a: A) {` +
        rep(n, (i) => `a.m(${i});`) +
        "}\n" +
        rep(n, (i) => `function g${i}(a: A) { a.m(); }`),
    ),
  namesakesPy: (n) =>
    py(`class A:\n${rep(n, () => `    def m(self): pass`)}\n${rep(n, (i) => `def g${i}(a: A):\n    a.m()`)}`),
  ambient: (n) => ({
    "a.d.ts": rep(n, (i) => `declare module "m${i}" { export function f${i}(): void }`),
    "b.ts": `import * as m from "./a";\n${rep(n, (i) => `m.none${i}();`)}`,
  }),
  chain: (n) => ts(`import x from "y";\nx${".a".repeat(n)};\nx${".a()".repeat(n)};`),
  chainPy: (n) => py(`import x\nx${".a".repeat(n)}\nx${".a()".repeat(n)}\n`),
  sum: (n) => ts(`const x = ${rep(n, (i) => `a${i}`, " + ")};`),
  sumStr: (n) => ts(`const x = ${rep(n, (i) => `"a" + f(${i})`, " + ")};`),
  sumPy: (n) => py(`x = ${rep(n, (i) => `a${i}`, " + ")}\n`),
  orPy: (n) => py(`x = ${rep(n, (i) => `a${i}`, " or ")}\n`),
  or: (n) => ts(`const x = ${rep(n, (i) => `a${i}`, " || ")};\n x.foo();`),
  ternary: (n) => ts(`const x = ${rep(n, (i) => `a${i} ? b${i}() : `, "")}c; x.y();`),
  callsPy: (n) => py(`${"f(".repeat(n) + ")".repeat(n)}\n`),
  calls: (n) => ts(`${"f(".repeat(n) + ")".repeat(n)};`),
  arrays: (n) => ts(`const x = ${"[".repeat(n)}${"]".repeat(n)};`),
  objects: (n) => ts(`const x = ${"{a:".repeat(n)}1${"}".repeat(n)};`),
  arraysPy: (n) => py(`x = ${"[".repeat(n)}${"]".repeat(n)}\n`),
  dictsPy: (n) => py(`x = ${"{'a':".repeat(n)}1${"}".repeat(n)}\n`),
  lambdas: (n) => ts(`const x = ${"() => ".repeat(n)}1;`),
  functions: (n) => ts(`${"function f() {".repeat(n)}f();${"}".repeat(n)}`),
  functionsNamed: (n) => ts(`${rep(n, (i) => `function f${i}() {`, "")}f0();${"}".repeat(n)}`),
  classesNested: (n) => ts(rep(n, (i) => `class C${i} { m() {`, "") + "}}".repeat(n)),
  namespaces: (n) => ts(`namespace ${rep(n, (i) => `a${i}`, ".")} { export function f() {} }`),
  blocks: (n) => ts(`${"{".repeat(n)}let a = 1;${"}".repeat(n)}`),
  ifs: (n) => ts(`${rep(n, (i) => `if (a${i}) { b${i}(); } else `, "")}c();`),
  ifsPy: (n) => py(`if a:\n    b()\n${rep(n, (i) => `elif a${i}:\n    b${i}()`)}\n`),
  generics: (n) => ts(`type A = ${"Box<".repeat(n)}X${">".repeat(n)}; let a: A; a.b();`),
  unionType: (n) =>
    ts(
      "type A = " +
        rep(n, (i) => `T${i}`, " | ") +
        ";\nfunction on(f: A) {}\non((x) => x.y());\n" +
        rep(n, (i) => `function g${i}(a: A) { a.b(); on((x) => x.y()); }`),
    ),
  tuplesType: (n) =>
    ts(
      "type A0 = X; class X { m() {} }\n" +
        rep(n, (i) => `type A${i + 1} = [A${i}, A${i}, A${i}];`) +
        `\nfunction f(a: A${n}) { a[0][1][2].m(); }`,
    ),
  genericAlias: (n) =>
    ts(
      "class Box<T, U> { t!: T; u!: U }\n" +
        rep(n, (i) => `class C${i} extends Box<${i ? `C${i - 1}` : "string"}, Box<C${i}, C${i}>> {}`) +
        "\n" +
        rep(n, (i) => `function f${i}(c: C${i}) { c.t.t.u.t; c.u.u.t.u; }`),
    ),
  returns: (n) => ts(`function f(x) {${rep(n, (i) => `if (x) return g${i}();`)}}\n${rep(n, (i) => `f(${i}).m();`)}`),
  params: (n) => ts(`function f(${rep(n, (i) => `p${i}: T${i}`, ", ")}) {}\n${rep(n, (i) => `f((x) => x.m${i}());`)}`),
  line: (n) =>
    py(
      `class C0:\n    def m0(self): pass\n` +
        rep(n, (i) => `class C${i + 1}(C${i}):\n    def m${i + 1}(self): self.m${i}(); self.none()`),
    ),
  lineTs: (n) =>
    ts(
      `class C0 { m0() {} }\n` +
        rep(n, (i) => `class C${i + 1} extends C${i} { m${i + 1}() { this.m${i}(); this.none(); } }`),
    ),
  manyBases: (n) =>
    py(
      "class C0: pass\n" +
        rep(
          n,
          (i) =>
            `class C${i + 1}(${[...new Set([i, (i * 7) % (i + 1), (i * 3) % (i + 1), (i * 5) % (i + 1)])].map((k) => `C${k}`).join(", ")}):\n    def m(self): self.none()`,
        ),
    ),
  diamond: (n) =>
    py(
      "class C0: pass\n" +
        rep(
          n,
          (i) =>
            `class A${i + 1}(C${i}): pass\nclass B${i + 1}(C${i}): pass\nclass C${i + 1}(A${i + 1}, B${i + 1}):\n    def m(self): self.none()`,
        ),
    ),
  protocols: (n) =>
    py(
      "from typing import Protocol\n" +
        rep(
          n,
          (i) =>
            `class P${i}(Protocol):\n    def m${i}(self): ...\nclass I${i}:\n    def m${i}(self): pass\ndef f${i}(p: P${i}): p.m${i}()`,
        ),
    ),
  protocolBig: (n) =>
    py(
      "from typing import Protocol\nclass P(Protocol):\n" +
        rep(n, (i) => `    def m${i}(self): ...`) +
        "\n" +
        rep(n, (i) => `class I${i}:\n    def m${i}(self): pass`) +
        "\ndef f(p: P):\n" +
        rep(n, (i) => `    p.m${i}()`),
    ),
  abstracts: (n) =>
    ts(
      rep(
        n,
        (i) =>
          `abstract class P${i} { abstract m${i}(): void }\nclass I${i} extends P${i} { m${i}() {} }\nfunction f${i}(p: P${i}) { p.m${i}(); }`,
      ),
    ),
  stars: (n) => ({
    ...Object.fromEntries(Array.from({ length: Math.ceil(n / 20) }, (_, i) => [`s${i}.ts`, `export const v${i} = 1;`])),
    "all.ts": rep(Math.ceil(n / 20), (i) => `export * from "./s${i}";`),
    "b.ts": `import * as m from "./all";\n${rep(n, (i) => `m.none${i}();`)}`,
  }),
  locals: (n) => ts(`function f() { let a0 = g();${rep(n, (i) => `let a${i + 1} = a${i}.b();`)}return a${n}; }`),
  closures: (n) =>
    ts(
      "function f() { let a0 = g();" +
        rep(n, (i) => `let a${i + 1} = a${i}.b(); function h${i}() { return a${i + 1}; }`) +
        "}",
    ),
  localsMany: (n) => ts(`function f() { let a; ${rep(n, (i) => `a = g${i}(a);`)}${rep(n, () => `a.b();`)}return a; }`),
  globalsPy: (n) => py(`${rep(n, (i) => `a${i + 1} = a${i}.b()`)}\n${rep(n, (i) => `def f${i}(): return a${i}.c()`)}`),
  selfHold: (n) =>
    py(
      rep(
        n,
        (i) => `a${i} = a${(i * 7 + 1) % n} or a${(i * 3 + 1) % n} or a${(i * 5 + 2) % n}\na${i} = a${(i + 1) % n}`,
      ) +
        "\n" +
        rep(n, (i) => `a${i}.x.y()`),
    ),
  records: (n) => ts(`const o = {${rep(n, (i) => `k${i}: f${i}()`, ", ")}};\n${rep(n, (i) => `o.k${i}.m();`)}`),
  spreads: (n) => ts(`${rep(n, (i) => `const o${i + 1} = { ...o${i}, k${i}: 1 };`)}\n${rep(n, (i) => `o${i}.k0;`)}`),
  decorators: (n) => py(`${rep(n, (i) => `@d${i}`)}\ndef f(): pass\nf().x()\n`),
  overloadsTs: (n) =>
    ts(
      rep(n, (i) => `export function f(x: ${i}): void;`) +
        "\nexport function f(x: any) {}\n" +
        rep(n, (i) => `f(${i});`),
    ),
  redefs: (n) => py(`${rep(n, () => `def f(): return f()`)}\n${rep(n, () => `f()`)}`),
  reassign: (n) => py(`${rep(n, (i) => `x = f${i}(x)`)}\n${rep(n, () => `x.m()`)}`),
  fields: (n) =>
    py(
      "class A:\n    def __init__(self):\n" +
        rep(n, (i) => `        self.a${i + 1} = self.a${i}.b()`) +
        "\n" +
        rep(n, (i) => `    def m${i}(self): self.a${i}.c()`),
    ),
  fieldSame: (n) =>
    py(
      "class A:\n    def __init__(self):\n" +
        rep(n, (i) => `        self.a = f${i}(self.a)`) +
        "\n        self.a.b()\n",
    ),
  importsMany: (n) => ts(`${rep(n, (i) => `import { a${i} } from "./x${i}";`)}\n${rep(n, (i) => `a${i}();`)}`),
  importSame: (n) => py(`${rep(n, (i) => `from m import a${i} as a`)}\n${rep(n, () => `a()`)}`),
  typedefs: (n) => ({
    "a.js":
      rep(n, (i) => `/** @typedef {{ a: T${i} }} T${i + 1} */`) +
      "\n" +
      rep(n, (i) => `/** @param {T${i}} t */ function f${i}(t) { t.a.a.a(); }`),
  }),
  comments: (n) => ts(`${rep(n, (i) => `/** doc ${i} */`)}\nfunction f() {}`),
  commentsPy: (n) => py(`${rep(n, (i) => `# doc ${i}`)}\ndef f(): pass\n`),
  strings: (n) => py(`x = """${"a\n".repeat(n)}"""\ny = ${rep(n, () => `"a"`, " ")}\n`),
  template: (n) => ts(`const x = \`${"${f(`".repeat(n)}${"`)}".repeat(n)}\`;`),
  errors: (n) => ts("class { ( [ ".repeat(n)),
  errorsPy: (n) => py("def ( [ class ".repeat(n)),
  parens: (n) => ts(`const x = ${"(".repeat(n)}a${")".repeat(n)};`),
  parensPy: (n) => py(`x = ${"(".repeat(n)}a${")".repeat(n)}\n`),
  not: (n) => ts(`const x = ${"!".repeat(n)}a;`),
  notPy: (n) => py(`x = ${"not ".repeat(n)}a\n`),
  await: (n) => ts(`async function f() { ${"await ".repeat(n)}a; }`),
  jsx: (n) => ({ "a.tsx": `const x = ${"<A>".repeat(n)}${"</A>".repeat(n)};` }),
  indexed: (n) => py(`x${"[0]".repeat(n)}\n`),
  comparisons: (n) => py(`x = ${rep(n, (i) => `a${i}`, " < ")}\n`),
  assignChain: (n) => ts(`${rep(n, (i) => `a${i} = `, "")}b;`),
  assignChainPy: (n) => py(`${rep(n, (i) => `a${i} = `, "")}b\n`),
  tupleTarget: (n) => py(`${"(".repeat(n)}a${",)".repeat(n)} = b\n`),
  destructure: (n) => ts(`const ${"{a:".repeat(n)}b${"}".repeat(n)} = c;`),
  withs: (n) => py(`with ${rep(n, (i) => `a${i}() as b${i}`, ", ")}:\n    pass\n`),
  matchPy: (n) => py(`match x:\n${rep(n, (i) => `    case A(b=${i}): pass`)}\n`),
  switchTs: (n) => ts(`switch (x) {${rep(n, (i) => `case ${i}: f${i}();`)}}`),
  tryTs: (n) => ts(`${"try {".repeat(n)}f();${"} catch (e) { g(e); }".repeat(n)}`),
  condType: (n) => ts(`type A<T> = ${rep(n, (i) => `T extends T${i} ? B${i} : `, "")}C;`),
  typeArrays: (n) => ts(`let a: X${"[]".repeat(n)};`),
  optionalPy: (n) => py(`x: ${"Optional[".repeat(n)}X${"]".repeat(n)} = None\n`),
  unionPy: (n) => py(`x: ${rep(n, (i) => `T${i}`, " | ")} = None\nx.m()\n`),
  prototypes: (n) => ({
    "a.js": `function F() {}\n${rep(n, (i) => `F.prototype.m${i} = function () { this.m${(i + 1) % n}(); };`)}`,
  }),
  expando: (n) => ({
    "a.js": `var o = {};\n${rep(n, (i) => `o.a${i} = o.b${i} || o;`)}${rep(n, (i) => `o.a${i}.a${i}();`)}`,
  }),
  exportsJs: (n) => ({
    "a.js": rep(n, (i) => `exports.a${i} = exports.a${(i * 3) % n};`) + rep(n, (i) => `exports.a${i}();`),
  }),
  moduleAssign: (n) => ({
    "a.js": `${rep(n, (i) => `module.exports = f${i};`)}\n`,
    "b.js": `const m = require('./a');\n${rep(n, (i) => `m.x${i}();`)}`,
  }),

  jsImportBlanks: (n) => ({ "a.js": `/** @import a${" ".repeat(n)}b */\nfunction f() {}` }),
  jsImportBraces: (n) => ({ "a.js": `/** ${"@import { a ".repeat(n)} */\nfunction f() {}` }),
  jsImportNames: (n) => ({ "a.js": `/** @import { a${" ".repeat(n)}b } from "m" */\nfunction f() {}` }),
  jsExtends: (n) => ({ "a.js": `/** @extends {A${"<".repeat(n)}${">".repeat(n)}x} */\nclass A extends B {}` }),
  jsBraced: (n) => ({ "a.js": `/** ${"@param {{{".repeat(n)} */\nfunction f() {}` }),
  jsTypedefBraced: (n) => ({ "a.js": `/** ${"@typedef {a ".repeat(n)} */\nfunction f() {}` }),
  pyRaiseLong: (n) => py(`def f():\n    raise ${"a".repeat(n)}.b()\n`),
  tsThrowLong: (n) => ts(`function f() { throw new ${"a".repeat(n)}.b(); }`),
  pyModuleDots: (n) => py(`import_module("${".".repeat(n)}!")\n`),
  pyNameInText: (n) => py(`x = "a:${"pass".repeat(n)} 1"\n`),
  pyFieldBlanks: (n) => py(`def f():\n    """:param a${" ".repeat(n)}:${" ".repeat(n)}\u2028"""\n`),
  tsReexports: (n) =>
    ts(`${rep(n, (i) => `export { a${i} as b${i}, c${i} } from "./m${i}";\nexport * from "./s${i}";`)}`),
  tsImportedReexports: (n) =>
    ts(`${rep(n, (i) => `import { a${i} } from "./m";`)}\nexport { ${rep(n, (i) => `a${i} as b${i}`, ", ")} };`),
  tsUnionWide: (n) => ts(`export type A = ${rep(n, (i) => `"k${i}"`, " | ")};\nfunction f(a: A): A { return a; }`),
  tsIntersections: (n) =>
    ts(`export type A = ${rep(n, (i) => `{ a${i}: B${i} }`, " & ")};\nfunction f(a: A) { a.a0.x(); }`),
  tsTemplateParts: (n) => ts(`const x = \`${rep(n, (i) => `\${a${i}.b()} text `, "")}\`;`),
  tsTemplateText: (n) => ts(`const x = \`${"text line\n".repeat(n)}\`;\nfunction f() { return x; }`),
  tsMapped: (n) => ts(`type A = ${rep(n, () => "{ [K in keyof ", "")}B${"]: C }".repeat(n)};`),
  tsSignatures: (n) => ts(rep(n, (i) => `export declare function f(a: A${i}, b: B${i}): C${i};`)),
  tsMethodOverloads: (n) => ts(`declare class A {\n${rep(n, (i) => `m(a: A${i}): C${i};`)}\n}`),
  pyOverloads: (n) => py(rep(n, (i) => `@overload\ndef f(a: A${i}) -> B${i}: ...`)),
  pyOneLine: (n) => py(rep(n, (i) => `a${i} = f${i}(b${i})`, "; ")),
  tsLongArguments: (n) => ts(`f(${rep(n, (i) => `a${i} => a${i}.b()`, ", ")});`),
  pyDecoratorsLong: (n) => py(`@d(${rep(n, (i) => `a${i}=b${i}`, ", ")})\ndef f(): pass\n`),
  pyImportMany: (n) => py(`from m import (${rep(n, (i) => `a${i}`, ", ")})\n${rep(n, (i) => `a${i}()`)}`),
  pyStarsMany: (n) => py(`${rep(n, (i) => `from m${i} import *`)}\n${rep(n, (i) => `a${i}()`)}`),
  tsObjectTypes: (n) => ts(rep(n, (i) => `interface I${i} extends I${(i * 7) % n}, I${(i * 3) % n} { a${i}: I${i} }`)),
  tsParametersHanded: (n) => ts(`f((${rep(n, (i) => `a${i}`, ", ")}) => { ${rep(n, (i) => `a${i}.b();`)} });`),
  tsTypeParameters: (n) => ts(`function f<${rep(n, (i) => `T${i}`, ", ")}>(${rep(n, (i) => `a${i}: T${i}`, ", ")}) {}`),
  tsBrokenSignatures: (n) => ts(rep(Math.ceil(n / 10), (i) => `function f${i}(${"\n".repeat(550)}a) {}`)),
};
