/**
 * Checks size budgets of the sources: a file has at most 500 lines; a function at most 80, and nine in ten at most 30;
 * at most four parameters, more need an options object. Lines are counted from a function's first token to its last;
 * functions of a single expression count too.
 */
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import ts from "@typescript/typescript6";
import { sourceFiles, sourceFolders } from "./source-files.mjs";

const FILE_LINES = 500;
const FUNCTION_LINES = 80;
const QUANTILE = 0.9;
const QUANTILE_LINES = 30;
const PARAMETERS = 4;

/**
 * Exemptions by name, for tables and generated files: `{ path: "packages/x/src/y.ts", reason: "..." }`, and `function:
 * "name"` for a single function.
 */
const EXEMPT = [
  // The hottest loop of the indexer: splitting it into calls costs a third of its time.
  { path: "packages/indexer/src/parse/flatten.ts", function: "readSubtrees" },
  // Called for every reference of a repository: an options object per call would be most of its cost.
  { path: "packages/indexer/src/extract/extraction.ts", function: "addRef" },
  // Called for every linked member access, for the same reason.
  { path: "packages/indexer/src/link/rules/classes.ts", function: "ownMember" },
];

function isExempt(path, name) {
  return EXEMPT.some((entry) => entry.path === path && (entry.function === undefined || entry.function === name));
}

function functionName(node) {
  if (node.name) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const parent = node.parent;
  if (parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))) return parent.name.getText();
  return "(anonymous)";
}

/** Functions of a file that have a body: name, place, lines, number of parameters. */
function measureFunctions(file) {
  const found = [];
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const line = lineOf(node.getStart(file));
      const parameters = node.parameters.filter((parameter) => parameter.name.getText(file) !== "this").length;
      found.push({ name: functionName(node), line, lines: lineOf(node.end) - line + 1, parameters });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const findings = [];
const allLines = [];
const paths = sourceFolders(".").flatMap((src) => sourceFiles(".", src));
for (const path of paths.filter((one) => !one.endsWith(".test.ts"))) {
  const text = readFileSync(path, "utf8");
  const fileLines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  if (fileLines > FILE_LINES && !isExempt(path)) findings.push(`${path}: ${fileLines} lines, at most ${FILE_LINES}`);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  for (const { name, line, lines, parameters } of measureFunctions(file)) {
    if (isExempt(path, name)) continue;
    allLines.push(lines);
    const place = `${path}:${line} ${name}`;
    if (lines > FUNCTION_LINES) findings.push(`${place}: ${lines} lines, at most ${FUNCTION_LINES}`);
    if (parameters > PARAMETERS) {
      findings.push(`${place}: ${parameters} parameters, at most ${PARAMETERS}: take an options object`);
    }
  }
}
for (const { path } of EXEMPT) {
  if (!existsSync(path)) findings.push(`scripts/check-size.mjs: exempt file ${path} does not exist`);
}
allLines.sort((a, b) => a - b);
const quantile = allLines[Math.max(0, Math.ceil(allLines.length * QUANTILE) - 1)] ?? 0;
if (quantile > QUANTILE_LINES) {
  findings.push(`90 % quantile of function lengths: ${quantile} lines, at most ${QUANTILE_LINES}`);
}
for (const finding of findings) console.error(finding);
console.log(`size: ${allLines.length} functions, 90 % quantile ${quantile} lines, ${findings.length} over budget`);
process.exitCode = findings.length > 0 ? 1 : 0;
