/**
 * Random source files that are hard for parsers and extractors: deeply nested, never closed, spliced, with damaged bytes, in odd encodings. Drawn
 * by seed; the same seed gives the same bytes on every machine.
 */
import type { Random } from "../../../repository/test/equivalence/random.js";

export interface RandomFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** A symbol that must be found; absent if the damage may hide it. */
  readonly finds?: string;
}

interface Dialect {
  readonly extensions: readonly string[];
  /** A complete definition of a name, on lines of its own. */
  readonly definition: (name: string) => string;
  /** A statement that contains an expression. */
  readonly statement: (expression: string) => string;
  /** Text that may enclose an expression: opening and closing part. */
  readonly nesting: readonly (readonly [open: string, close: string])[];
  /** Text that may follow an expression repeatedly, or precede it. */
  readonly suffixes: readonly string[];
  readonly prefixes: readonly string[];
  /** Text that may enclose statements. */
  readonly blocks: readonly (readonly [open: string, close: string])[];
  readonly pieces: readonly string[];
}

/** Property names that every JavaScript object inherits: a lookup table that is a plain object would find them. */
const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"];

const SCRIPT: Dialect = {
  extensions: ["ts", "js", "tsx", "mts", "cjs", "jsx"],
  definition: (name) => `export function ${name}() {}\n`,
  statement: (expression) => `const value = ${expression};\n`,
  nesting: [
    ["(", ")"],
    ["[", "]"],
    ["{ a: ", "}"],
    ["f(", ")"],
    ["`${", "}`"],
    ["(() => ", ")"],
    ["(class { static x = ", "})"],
    ["<a>{", "}</a>"],
    ["new A(", ")"],
    ["function () { return ", "}"],
  ],
  suffixes: [".b", ".b()", "()", "[0]", " + 1", " ?? b", " ? b : c", "`t`", "!", " as A", ".then(() => b)"],
  prefixes: ["!", "- ", "() => ", "await ", "a ? b : ", "a = ", "typeof ", "async x => "],
  blocks: [
    ["{\n", "}\n"],
    ["function f() {\n", "}\n"],
    ["if (a) {\n", "}\n"],
    ["namespace N {\n", "}\n"],
    ["class A { m() {\n", "} }\n"],
    ["try {\n", "} catch {}\n"],
    ["export default {\n", "};\n"],
    ["switch (a) { case 1:\n", "}\n"],
  ],
  pieces: [
    "export ",
    "default ",
    "import { a as b } from './c';\n",
    "export * from '.';\n",
    "class A extends B<C> ",
    "interface I { m(): void }\n",
    "type T = keyof typeof x;\n",
    "enum E { A = 1 }\n",
    "@d() ",
    "/** @typedef {Object} X */\n",
    "/* ",
    "*/",
    "// x\n",
    "`${",
    "'",
    '"',
    "<div a={b}>",
    "</div>",
    "require('x')",
    "module.exports = ",
    "=> ",
    "{",
    "}",
    "(",
    ")",
    ";",
    "\0",
    "\u2028",
    "#x",
    "0x",
    "/re[/]/g",
    "async *[Symbol.iterator]() {}",
    "<T extends U = V>",
    "declare module 'x' ",
    ...INHERITED.flatMap((name) => [
      `import { ${name} } from '${name}';\n`,
      `${name}.${name}(${name});\n`,
      `class ${name} extends ${name} { ${name}() {} }\n`,
      `export const ${name}: ${name} = new ${name}();\n`,
      `@${name} `,
      `process.env.${name};\n`,
      `/** @type {${name}} */\n`,
    ]),
    "\ufeff",
    "\r",
  ],
};

const PYTHON: Dialect = {
  extensions: ["py", "pyi"],
  definition: (name) => `def ${name}():\n    pass\n\n\n`,
  statement: (expression) => `value = ${expression}\n`,
  nesting: [
    ["(", ")"],
    ["[", "]"],
    ["{1: ", "}"],
    ["f(", ")"],
    ["f(a=", ")"],
    ["[", " for a in b]"],
    ["(lambda: ", ")"],
    ["{*", "}"],
    ["x[", ":]"],
  ],
  suffixes: [".b", ".b()", "()", "[0]", " + 1", " or b", " if b else c", " @ b", ", b"],
  prefixes: ["- ", "not ", "lambda: ", "await ", "b if a else ", "*", "a = "],
  blocks: [
    ["if a:\n", ""],
    ["def f(a):\n", ""],
    ["class A(B):\n", ""],
    ["for a in b:\n", ""],
    ["with a as b:\n", ""],
    ["while True:\n", ""],
    ["async def g():\n", ""],
  ],
  pieces: [
    "def f(a, *b, c=1, **d) -> e:\n",
    "class C(Base, metaclass=M):\n",
    "    ",
    "\t",
    "\n",
    "@property\n",
    "from . import (x, y as z)\n",
    "import a.b as c\n",
    "from m import *\n",
    "lambda self, *a: ",
    "f'{a!r:>{w}}'\n",
    '"""',
    "'",
    "(",
    ")",
    "]",
    "{",
    ":",
    "print 'x'\n",
    "exec code in d\n",
    "except E, e:\n",
    "match x:\n    case C(y=1): pass\n",
    "type X[T: B] = list[T]\n",
    "__all__ += ['x']\n",
    "yield x\n",
    ...INHERITED.flatMap((name) => [
      `from ${name} import ${name}\n`,
      `${name}.${name}(${name})\n`,
      `class ${name}(${name}, metaclass=${name}):\n    pass\n`,
      `${name}: ${name} = ${name}()\n`,
      `@${name}\n`,
      `os.environ['${name}']\n`,
    ]),
    "global q\n",
    "\0",
    "\f",
    "\\\n",
    "`x`",
    "\r\n",
    "return\n",
  ],
};

/** A depth between 100 and `most`, distributed logarithmically. */
function drawDepth(random: Random, most: number): number {
  return Math.floor(100 * (most / 100) ** random.next());
}

/** An expression inside of `depth` brackets of one to three kinds; occasionally some are never closed. */
function nested(random: Random, dialect: Dialect, depth: number): string {
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(dialect.nesting));
  const chosen = Array.from({ length: depth }, () => random.pick(kinds));
  const kept = random.next() < 0.3 ? random.below(depth) : depth;
  const open = chosen.map(([text]) => text).join("");
  const close = chosen.map(([, text]) => text).reverse();
  return `${open}1${close.slice(0, kept).join("")}`;
}

function chained(random: Random, dialect: Dialect, depth: number): string {
  if (random.next() < 0.5) return `${random.pick(dialect.prefixes).repeat(depth)}a`;
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(dialect.suffixes));
  return `a${Array.from({ length: depth }, () => random.pick(kinds)).join("")}`;
}

/** Nested statements. Python's are indented by one space per level, for which its grammar takes quadratic space. */
function blocks(random: Random, dialect: Dialect, depth: number): string {
  const isPython = dialect === PYTHON;
  const levels = isPython ? Math.min(depth, 800) : depth;
  const chosen = Array.from({ length: levels }, () => random.pick(dialect.blocks));
  const open = chosen.map(([text], level) => (isPython ? " ".repeat(level) : "") + text).join("");
  const middle = isPython ? `${" ".repeat(levels)}pass\n` : "f();\n";
  return (
    open +
    middle +
    chosen
      .map(([, text]) => text)
      .reverse()
      .join("")
  );
}

function spliced(random: Random, dialect: Dialect): string {
  return Array.from({ length: 1 + random.below(200) }, () => random.pick(dialect.pieces)).join("");
}

/** A source with some bytes replaced, doubled or removed. */
function damaged(random: Random, text: string): Uint8Array {
  const bytes = [...Buffer.from(text)];
  for (let at = 0; at < 1 + random.below(20); at++) {
    const place = random.below(bytes.length);
    const kind = random.below(3);
    if (kind === 0) bytes[place] = random.below(256);
    else if (kind === 1) bytes.splice(place, 1 + random.below(30));
    else bytes.splice(place, 0, ...bytes.slice(place, place + random.below(200)));
    if (bytes.length === 0) bytes.push(0);
  }
  return Uint8Array.from(bytes);
}

/** The text in an encoding of another program. All but the last still contain their symbols. */
function encoded(random: Random, text: string): { readonly content: Uint8Array; readonly isReadable: boolean } {
  const readable = (content: Uint8Array) => ({ content, isReadable: true });
  switch (random.below(6)) {
    case 0:
      return readable(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]));
    case 1:
      return readable(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]));
    case 2:
      return readable(Buffer.from(text.replaceAll("\n", "\r\n")));
    case 3:
      return readable(Buffer.from(text.replaceAll("\n", "\r")));
    case 4:
      return readable(
        Buffer.concat([Buffer.from(text), Buffer.from([0x23, 0x20, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x0a])]),
      );
    default:
      return {
        content: Uint8Array.from({ length: 1 + random.below(60_000) }, () => random.below(256)),
        isReadable: false,
      };
  }
}

/**
 * One file. `finds` names a definition at its start if the rest is well-formed, at any depth or length.
 * @param depth maximum nesting depth and chain length
 */
export function randomSource(random: Random, at: number, depth: number): RandomFile {
  const dialect = random.pick([SCRIPT, PYTHON]);
  const name = `random/source-${at}.${random.pick(dialect.extensions)}`;
  const before = dialect.definition(`before_${at}`);
  const found = `before_${at}`;
  const levels = drawDepth(random, depth);
  switch (random.below(7)) {
    case 0:
      return { name, content: before + dialect.statement(nested(random, dialect, levels)) };
    case 1:
      return { name, content: before + dialect.statement(chained(random, dialect, levels)) };
    case 2:
      return { name, content: before + blocks(random, dialect, levels), finds: found };
    case 3:
      return { name, content: before + spliced(random, dialect) };
    case 4:
      return { name, content: damaged(random, before + blocks(random, dialect, 5) + spliced(random, dialect)) };
    case 5:
      return {
        name,
        content: before + dialect.definition(`f${at}`).repeat(drawDepth(random, depth / 4)),
        finds: found,
      };
    default: {
      const { content, isReadable } = encoded(random, before + blocks(random, dialect, 3));
      return isReadable ? { name, content, finds: found } : { name, content };
    }
  }
}
