/**
 * Files with one odd property each, and their expected result: indexed with a known symbol, or skipped. Nested, damaged and spliced files are drawn
 * by seed (random-sources.ts).
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface HostileInput {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** A symbol that must be found. */
  readonly finds?: string;
}

/** The text as a TypeScript file and as a Python file, if it is meaningful in both. */
function both(name: string, content: string | Uint8Array): HostileInput[] {
  return [
    { name: `${name}.ts`, content },
    { name: `${name}.py`, content },
  ];
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf16 = (text: string): Uint8Array => Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text, "utf16le")]);
const random = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 13) & 0xff);

const ENCODINGS: readonly HostileInput[] = [
  ...both("empty", ""),
  ...both("one-newline", "\n"),
  ...both("spaces", " ".repeat(100_000)),
  ...both("newlines", "\n".repeat(100_000)),
  ...both("binary", random(50_000)),
  ...both("nul", "\0".repeat(5000)),
  ...both("invalid-utf8", bytes(0x61, 0x3d, 0x31, 0x0a, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x0a)),
  ...both("ten-megabytes-one-line", `x="${"a".repeat(10_000_000)}"`),
  ...both("one-megabyte-identifier", `${"a".repeat(1_000_000)} = 1\n`),
  ...both("lone-surrogates", "x = '\ud800 \udc00'\n"),
  { name: "nul-between.ts", content: "export function before() {}\n\0\nexport function after() {}\n", finds: "before" },
  { name: "bom.ts", content: "\ufeffexport function withBom() {}\n", finds: "withBom" },
  { name: "bom.py", content: "\ufeffdef with_bom():\n    pass\n", finds: "with_bom" },
  { name: "crlf.ts", content: "export function one() {}\r\nexport function two() {}\r\n", finds: "two" },
  { name: "crlf.py", content: "def crlf_one():\r\n    pass\r\n\r\ndef crlf_two():\r\n    pass\r\n", finds: "crlf_two" },
  { name: "cr.ts", content: "export function loneCr() {}\rexport function afterCr() {}\r", finds: "afterCr" },
  { name: "utf16.ts", content: utf16("export function wide() {}\n"), finds: "wide" },
  { name: "separators.ts", content: "export function sep() {}\u2028export function afterSep() {}\u2029", finds: "sep" },
  { name: "form-feed.py", content: "\f\ndef fed():\n    pass\n", finds: "fed" },
  {
    name: "latin1.py",
    content: Buffer.from("# -*- coding: latin-1 -*-\ndef caf\xe9():\n    pass\n", "latin1"),
    finds: "café",
  },
  {
    name: "emoji.ts",
    content: "export const ok = '👩‍👩‍👧‍👦';\nexport function afterEmoji() {}\n",
    finds: "afterEmoji",
  },
];

const NAMES: readonly HostileInput[] = [
  {
    name: "proto.ts",
    content:
      "export function __proto__() {}\nexport const constructor = 1;\nexport function toString() {}\nexport function hasOwnProperty() {}\n",
    finds: "__proto__",
  },
  {
    name: "proto.py",
    content:
      "def __proto__():\n    pass\n\nclass constructor:\n    def toString(self):\n        return self.__proto__\n",
    finds: "toString",
  },
  {
    name: "imports-proto.ts",
    content:
      'import { __proto__, toString } from "./proto.js";\nimport * as constructor from "./__proto__.js";\nconstructor.valueOf(__proto__, toString);\n',
  },
  { name: "__proto__.ts", content: "export function valueOf() {}\n", finds: "valueOf" },
  { name: "constructor/index.ts", content: "export function inFolder() {}\n", finds: "inFolder" },
  { name: "new\nline.ts", content: "export function newline() {}\n" },
  { name: "tab\tname.ts", content: "export function tab() {}\n" },
  { name: "back\\slash.ts", content: "export function backslash() {}\n" },
  { name: "percent%2e.ts", content: "export function percent() {}\n", finds: "percent" },
  { name: "quote'\".ts", content: "export function quote() {}\n", finds: "quote" },
  { name: "trailing .ts", content: "export function trailing() {}\n", finds: "trailing" },
  { name: "ünïcødé.ts", content: "export function unicodeName() {}\n", finds: "unicodeName" },
  { name: "-dash.ts", content: "export function dash() {}\n", finds: "dash" },
  { name: "...ts", content: "export function dots() {}\n" },
  { name: `${"l".repeat(250)}.ts`, content: "export function longName() {}\n", finds: "longName" },
  { name: "Case.ts", content: "export function upper() {}\n", finds: "upper" },
  { name: "case.ts", content: "export function lower() {}\n", finds: "lower" },
  {
    name: "self-import.ts",
    content: 'import { me } from "./self-import.js";\nexport { me } from "./self-import.js";\nme();\n',
  },
  { name: "cycle-a.ts", content: 'export * from "./cycle-b.js";\n' },
  {
    name: "cycle-b.ts",
    content: 'export * from "./cycle-a.js";\nimport { nowhere } from "./cycle-a.js";\nnowhere();\n',
  },
  {
    name: "bases.py",
    content: "class A(B):\n    pass\n\n\nclass B(A):\n    def run(self):\n        return super().run()\n",
    finds: "run",
  },
  { name: "secret-regex.ts", content: `const s = "${"password=".repeat(20_000)}";\n` },
  { name: "broken-string.ts", content: "const a = 'unterminated\nexport function afterString() {}\n" },
  {
    name: "broken-template.ts",
    content: "export function beforeTemplate() {}\nconst a = `unterminated ${b\n",
    finds: "beforeTemplate",
  },
  {
    name: "broken-comment.ts",
    content: "export function beforeComment() {}\n/* never closed\n",
    finds: "beforeComment",
  },
  {
    name: "tsconfig.json",
    content: `{ "extends": "./tsconfig.json", "compilerOptions": { "paths": { "*": ["*", "../*", "/etc/*"] } } }`,
  },
  {
    name: "package.json",
    content: `{ "name": "__proto__", "exports": { ".": "../../../../etc/passwd", "./*": "./*" }, "workspaces": ["**/**/**/*"] }`,
  },
];

export const HOSTILE_INPUTS: readonly HostileInput[] = [...ENCODINGS, ...NAMES];

/** Creates files that only a file system can make: links, pipes, files without permission. @returns their paths */
export function makeOddFiles(root: string): string[] {
  const link = (target: string, name: string): string => {
    symlinkSync(target, join(root, name));
    return name;
  };
  mkdirSync(join(root, "loop"), { recursive: true });
  link("..", "loop/parent");
  link("loop", "loop-again");
  const made = [
    link("/etc/passwd", "outside.ts"),
    link("dangling-target.ts", "dangling.ts"),
    link("itself.ts", "itself.ts"),
    link("/dev/zero", "endless.ts"),
    link("../../../../../../etc/hosts", "escape.py"),
  ];
  execFileSync("mkfifo", [join(root, "pipe.ts")]);
  writeFileSync(join(root, "unreadable.ts"), "export function unreadable() {}\n");
  chmodSync(join(root, "unreadable.ts"), 0o000);
  return [...made, "pipe.ts", "unreadable.ts"];
}

export function writeInputs(root: string): void {
  for (const { name, content } of HOSTILE_INPUTS) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
