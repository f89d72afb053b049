/**
 * Checks docstrings of the sources: every file begins with a header comment, and every exported declaration has a docstring that says more than
 * the declaration's name. Names that are only passed on (`export { a } from "./a.js"`) need none. In a file that begins with an export, one comment
 * is both. Reads `apps/*`, `packages/*` and `bench` below the folder given as argument, by default the working directory; exits with 1 on findings.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import process from "node:process";
import ts from "@typescript/typescript6";
import { sourceFiles, sourceFolders } from "./source-files.mjs";

/** Words without meaning of their own: a docstring of these and words of the name repeats the name. */
const EMPTY_WORDS = new Set(
  "a an and as are at be by class constant for from function has in interface is it its of on or that the this to type value with".split(
    " ",
  ),
);

const root = process.argv[2] ?? ".";

/** Words in lower case, without a plural's `s`; names are split at capitals and underscores. */
function wordsOf(text) {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.toLowerCase().replace(/(?<=..)s$/, ""));
}

function saysMore(docstring, name) {
  const known = new Set(wordsOf(name));
  return wordsOf(docstring).some((word) => !EMPTY_WORDS.has(word) && !known.has(word));
}

/** Text of the docstring directly before a statement; undefined without one. */
function docstringOf(statement, text) {
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  const last = comments.filter(({ pos }) => text.startsWith("/**", pos)).at(-1);
  return last === undefined ? undefined : text.slice(last.pos + "/**".length, last.end - "*/".length);
}

function namesOf(statement, file) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText(file));
  return statement.name === undefined ? [] : [statement.name.text];
}

function isExported({ modifiers }) {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Whether the file begins with a docstring, behind a `#!` line and comments for tools. */
function hasHeader(text) {
  return /^(?:#!.*\n)?(?:\s*\/\/ biome-ignore.*\n)*\s*\/\*\*/.test(text);
}

function checkFile(path) {
  const text = readFileSync(posix.join(root, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const findings = hasHeader(text) ? [] : [`${path}: has no header comment; say in its first words what the file is`];
  const described = new Set();
  for (const statement of file.statements.filter(isExported)) {
    const names = namesOf(statement, file);
    const docstring = docstringOf(statement, text);
    const { line } = file.getLineAndCharacterOfPosition(statement.getStart(file));
    for (const name of names.filter((one) => !described.has(one))) {
      const place = `${path}:${line + 1} ${name}`;
      if (docstring === undefined) findings.push(`${place}: has no docstring`);
      else if (!saysMore(docstring, name)) findings.push(`${place}: its docstring only repeats the name`);
      // Further overloads need no docstring.
      described.add(name);
    }
  }
  return findings;
}

const paths = sourceFolders(root)
  .flatMap((src) => sourceFiles(root, src))
  .filter((path) => !path.endsWith(".test.ts"));
const findings = paths.flatMap(checkFile);
for (const finding of findings) console.error(finding);
console.log(`docstrings: ${paths.length} files, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
