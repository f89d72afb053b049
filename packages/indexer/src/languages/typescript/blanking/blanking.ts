/**
 * Blanking of source that the grammars cannot parse: unknown keywords become spaces, and a separator is inserted where
 * TypeScript sees the end of a line. Offsets never change. Applied only to files that parse with errors; the tree with
 * fewer errors is used, so a rule may guess.
 *
 * Missing in tree-sitter-typescript 0.23.2: variance (`in`, `out`), `export type *`, `accessor` outside of plain
 * fields, `using` in loops and with types, import attributes on re-exports, `import defer`, type arguments of
 * `import("m").T`, static index signatures, a namespace whose brace stands on the next line, and that a type does not
 * continue with `<` on the next line. Missing in tree-sitter-javascript 0.25: `accessor`, `@(expression)`.
 */
import { Edits, modifiesNext, OPERATORS, word } from "./edits.js";
import { separateMember, separatePattern, separateSignature } from "./separators.js";
import { Tokens, TokenType } from "./tokens.js";

/** Reserved words that an export list may use as names. */
const RESERVED = new Set(
  "null function enum in class default delete do else false for if import instanceof new return static super switch this throw true try typeof undefined var void while with".split(
    " ",
  ),
);
const MODIFIERS = new Set(["static", "readonly", "override", "public", "private", "protected", "abstract"]);

type Rule = (edits: Edits, token: number) => void;

const RULES = new Map<string, Rule>([
  ["in", fixIn],
  ["as", fixAs],
  ["is", separateMember],
  ["extends", separateMember],
  ["out", blankVariance],
  ["type", blankTypeStar],
  ["defer", blankImportPhase],
  ["source", blankImportPhase],
  ["accessor", blankAccessor],
  ["abstract", fixAbstract],
  ["using", fixUsing],
  ["with", blankAttributes],
  ["assert", blankAttributes],
  ["static", blankStaticIndex],
  ["declare", blankLateDeclare],
  ["import", fixImport],
  ["<", fixAngle],
  ["[", separatePattern],
  ["@", blankDecorator],
  ["?", joinOptionalColon],
  ["global", blankGlobal],
  ["namespace", joinBody],
]);

/** By first unit: bit set of the lengths of the keys of {@link RULES} that start with it. Most tokens need no lookup. */
const LENGTHS_BY_FIRST = new Uint16Array(128);
for (const key of RULES.keys()) {
  const first = key.charCodeAt(0);
  LENGTHS_BY_FIRST[first] = (LENGTHS_BY_FIRST[first] ?? 0) | (1 << key.length);
}

/** Blanks a source. @returns a text of equal length, or `undefined` when nothing changes */
export function blank(source: string): string | undefined {
  const edits = new Edits(new Tokens(source));
  applyRules(edits, edits.tokens);
  return edits.apply();
}

/**
 * This loop must be the function's last statement: V8 discards code that was compiled in the middle of a loop if code
 * follows the loop.
 */
function applyRules(edits: Edits, tokens: Tokens): void {
  const { source, type, start, end, count } = tokens;
  for (let token = 0; token < count; token++) {
    const at = start[token] ?? 0;
    const first = source.charCodeAt(at);
    if (type[token] === TokenType.Text) {
      if (first === 96 || first === 125) blankTypeEscapes(edits, token);
      continue;
    }
    const length = (end[token] ?? 0) - at;
    if (first >= 128 || length > 9 || (((LENGTHS_BY_FIRST[first] as number) >> length) & 1) === 0) continue;
    RULES.get(tokens.text(token))?.(edits, token);
  }
}

/** Blanks variance `<in out K, out V>`: `in` and `out` right after `<` or `,`, before another word. */
function blankVariance(edits: Edits, token: number): void {
  const { tokens } = edits;
  let before = token - 1;
  if (["in", "const"].includes(word(tokens, before))) before--;
  if (word(tokens, before) === "const") before--;
  const mark = tokens.mark(before);
  if (mark !== "<" && mark !== ",") return;
  const next = word(tokens, token + 1);
  if (next === "" || (OPERATORS.has(next) && tokens.text(token) === "out")) return;
  edits.blank(token);
}

/** Blanks variance, or renames a property called `in`. */
function fixIn(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (word(tokens, token - 1) === "type" && tokens.mark(token - 2) === "[")
    edits.put(tokens.start[token - 1] ?? 0, "typE");
  blankVariance(edits, token);
  separateMember(edits, token);
}

/** Renames a variable or property called `as`. */
function fixAs(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (["let", "const", "var"].includes(word(tokens, token - 1))) edits.put(tokens.start[token] ?? 0, "aS");
  else separateMember(edits, token);
  if (tokens.mark(tokens.around[token] ?? -1) !== "{") return;
  if ([",", "}"].includes(tokens.mark(token + 2))) renameReserved(edits, token + 1);
  if ([",", "{"].includes(tokens.mark(token - 2))) renameReserved(edits, token - 1);
}

/** Renames a reserved word used as a name in an export list: `export { _null as null }`. Facts take names from the original text. */
function renameReserved(edits: Edits, token: number): void {
  const { tokens } = edits;
  const name = word(tokens, token);
  if (RESERVED.has(name) && name !== "default")
    edits.put(tokens.start[token] ?? 0, name.slice(0, -1) + name.slice(-1).toUpperCase());
}

/** Joins `[K in keyof T]? : V` to `?:`, as the grammar requires. */
function joinOptionalColon(edits: Edits, token: number): void {
  const { tokens } = edits;
  const at = tokens.start[token] ?? 0;
  const colon = tokens.start[token + 1] ?? 0;
  if (tokens.mark(token - 1) !== "]" || tokens.mark(token + 1) !== ":" || colon === at + 1) return;
  edits.put(at, `?:${" ".repeat(colon - at - 1)}`);
}

/** Blanks `global {` inside an ambient module, which leaves a plain block. */
function blankGlobal(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (tokens.newLine[token] === true && tokens.mark(token + 1) === "{") edits.blank(token);
}

/** Joins `namespace A` with its body on the next line, before which the grammar ends the statement. */
function joinBody(edits: Edits, token: number): void {
  const { tokens } = edits;
  let at = token + 1;
  while (tokens.isWord(at) && tokens.mark(at + 1) === ".") at += 2;
  if (!tokens.isWord(at) || tokens.mark(at + 1) !== "{" || tokens.newLine[at + 1] !== true) return;
  const end = tokens.end[at] ?? 0;
  const space = tokens.source.slice(end, tokens.start[at + 1]);
  if (space.trim() === "") edits.put(end, " ".repeat(space.length));
}

/** Blanks `type` in `export type * from "m"`. */
function blankTypeStar(edits: Edits, token: number): void {
  if (word(edits.tokens, token - 1) === "export" && edits.tokens.mark(token + 1) === "*") edits.blank(token);
}

/** Blanks the phase in `import defer * as ns`, `import source x from`, `import.defer("m")`. */
function blankImportPhase(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (word(tokens, token - 1) === "import") {
    const next = word(tokens, token + 1);
    if (tokens.mark(token + 1) === "*" || (next !== "" && next !== "from")) edits.blank(token);
  } else if (tokens.mark(token - 1) === "." && word(tokens, token - 2) === "import" && tokens.mark(token + 1) === "(") {
    edits.blank(token - 1, token);
  }
}

/** Blanks `accessor x = 1`, or renames a field called `accessor`. */
function blankAccessor(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (modifiesNext(tokens, token)) edits.blank(token);
  else if (isMemberName(tokens, token)) edits.put(tokens.start[token] ?? 0, "accessoR");
}

/** Blanks `abstract class {`, or renames a field called `abstract`. */
function fixAbstract(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (word(tokens, token + 1) === "class") {
    const after = token + 2;
    if (tokens.mark(after) === "{" || word(tokens, after) === "extends") edits.blank(token);
  } else if (isMemberName(tokens, token)) edits.put(tokens.start[token] ?? 0, "abstracT");
}

/** Whether the word is a property's name where the grammar expects a modifier. */
function isMemberName(tokens: Tokens, token: number): boolean {
  const next = tokens.mark(token + 1);
  return tokens.mark(token - 1) !== "." && [":", "?", "=", ";", "}"].includes(next);
}

/** Replaces `using` by `const` in `using x = f()`, or renames another use of the word as a name. */
function fixUsing(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (modifiesNext(tokens, token)) {
    if (word(tokens, token - 1) === "await") edits.blank(token - 1);
    edits.put(tokens.start[token] ?? 0, "const");
  } else if (tokens.mark(token - 1) !== ".") edits.put(tokens.start[token] ?? 0, "usinG");
}

/** Blanks the attributes in `from "m" with { type: "json" }`. */
function blankAttributes(edits: Edits, token: number): void {
  const { tokens } = edits;
  const lead = word(tokens, token - 2);
  const close = tokens.partner[token + 1] ?? -1;
  if (tokens.type[token - 1] !== TokenType.Text || (lead !== "from" && lead !== "import")) return;
  if (tokens.mark(token + 1) === "{" && close > 0) edits.blank(token, close);
}

/** Blanks `static` in `static [key: string]: T`. */
function blankStaticIndex(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (tokens.mark(token + 1) === "[" && tokens.isWord(token + 2) && tokens.mark(token + 3) === ":") edits.blank(token);
}

/** Blanks `static declare x: T`, for which the grammar requires `declare` first. */
function blankLateDeclare(edits: Edits, token: number): void {
  if (MODIFIERS.has(word(edits.tokens, token - 1)) && modifiesNext(edits.tokens, token)) edits.blank(token);
}

/** Blanks `export` in `export import x = require("m")`, and type arguments of `import("m").T<A>`. */
function fixImport(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (word(tokens, token - 1) === "export" && tokens.mark(token + 2) === "=" && word(tokens, token + 3) === "require") {
    edits.blank(token - 1);
  }
  if (tokens.mark(token + 1) !== "(") return;
  let at = (tokens.partner[token + 1] ?? -1) + 1;
  if (at === 0) return;
  while (tokens.mark(at) === "." && tokens.isWord(at + 1)) at += 2;
  while (tokens.mark(at) === "[" && tokens.partner[at] === at + 1) {
    edits.blank(at, at + 1);
    at += 2;
  }
  if (tokens.mark(at) !== "<") return;
  const close = tokens.closingAngle(at);
  if (close > 0 && tokens.mark(close + 1) !== "(") edits.blank(at, close);
}

/** Separates a signature on its own line, and blanks type arguments before a template, which would otherwise parse as a comparison. */
function fixAngle(edits: Edits, token: number): void {
  const { tokens } = edits;
  separateSignature(edits, token);
  const before = tokens.mark(token - 1);
  if (!tokens.isWord(token - 1) && before !== ")" && before !== "]") return;
  const close = tokens.closingAngle(token);
  if (close > 0 && tokens.source.charCodeAt(tokens.start[close + 1] ?? -1) === 96) edits.blank(token, close);
}

/** Blanks escapes in template literal types; the grammar parses them in values only. */
function blankTypeEscapes(edits: Edits, token: number): void {
  const { tokens } = edits;
  const text = tokens.text(token);
  if (!text.includes("\\") || !isInTypeAlias(tokens, token)) return;
  edits.put(tokens.start[token] ?? 0, text.replace(/\\[^\n\r]/g, "  "));
}

function isInTypeAlias(tokens: Tokens, token: number): boolean {
  for (let i = token - 1; i >= Math.max(0, token - 200); i--) {
    if (tokens.mark(i) === ";") return false;
    if (word(tokens, i) === "type" && tokens.isWord(i + 1)) return true;
  }
  return false;
}

/** Blanks `@(expression)`, and the suffix after the call in `@a.b().c()`. */
function blankDecorator(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (tokens.mark(token + 1) === "(") {
    const close = tokens.partner[token + 1] ?? -1;
    if (close > 0) edits.blank(token, close);
    return;
  }
  const rest = afterDecorator(tokens, token);
  let at = rest;
  while (rest > 0 && tokens.newLine[at] === false && [".", "[", "("].includes(tokens.mark(at)))
    at = afterSuffix(tokens, at);
  if (at > rest) edits.blank(rest, at - 1);
}

/** The token after `@a.b.c` and one call; 0 when no name follows `@`. */
function afterDecorator(tokens: Tokens, token: number): number {
  let at = token + 1;
  while (tokens.isWord(at) && tokens.mark(at + 1) === ".") at += 2;
  if (!tokens.isWord(at)) return 0;
  return tokens.mark(at + 1) === "(" ? afterSuffix(tokens, at + 1) : at + 1;
}

/** The token after `.name`, `(…)` or `[…]`. */
function afterSuffix(tokens: Tokens, token: number): number {
  const close = tokens.partner[token] ?? -1;
  if (tokens.mark(token) === ".") return token + 2;
  return (close < 0 ? token : close) + 1;
}
