/**
 * Steadiness of trees: whether parsing from an older tree gives the same tree as parsing the text alone. Knows syntax
 * kinds, no edits.
 *
 * If a statement ends without its semicolon and a comment follows on the line, the scanner of the JavaScript grammars
 * ends the statement before or after the comment, depending on what the parser has seen of it: its last token, or, in a
 * reused tree, its last part. (`scan_automatic_semicolon` in tree-sitter-javascript's `scanner.h`: whether it skips
 * comments depends on `LOGICAL_OR` being valid.)
 */
import { NodeFlag, type SyntaxTree } from "./syntax-tree.js";

/** Kinds that contain statements and members. */
const BODY_KINDS = [
  "program",
  "statement_block",
  "class_body",
  "switch_case",
  "switch_default",
  "interface_body",
  "object_type",
];
/** Kinds that end in a brace and may lack a semicolon after it. */
const BRACE_ENDED_KINDS = [
  "expression_statement",
  "lexical_declaration",
  "variable_declaration",
  "return_statement",
  "throw_statement",
  "export_statement",
  "import_statement",
  "type_alias_declaration",
  "field_definition",
  "public_field_definition",
];

/** Whether a tree is steady. @param text the text that was parsed */
export function isSteady(tree: SyntaxTree, text: string): boolean {
  const bodies = kindNumbers(tree, BODY_KINDS);
  if (bodies.size === 0) return true;
  const openEnded = kindNumbers(tree, BRACE_ENDED_KINDS);
  for (let node = 1; node < tree.count; node++) {
    if (((tree.flags[node] as number) & NodeFlag.Extra) === 0) continue;
    const parent = tree.parent[node] as number;
    if (parent !== 0 && tree.next[node] === tree.next[parent]) return false;
    if (bodies.has(tree.kind[parent] as number) && followsOpenEnd(tree, text, { node, openEnded })) return false;
  }
  return true;
}

interface TrailingComment {
  readonly node: number;
  readonly openEnded: ReadonlySet<number>;
}

/** Whether the code before the comment on its line lacks a semicolon that it may need. */
function followsOpenEnd(tree: SyntaxTree, text: string, { node, openEnded }: TrailingComment): boolean {
  const parent = tree.parent[node] as number;
  let before = node - 1;
  while (before > parent && tree.parent[before] !== parent) before = tree.parent[before] as number;
  if (before <= parent) return false;
  const end = tree.end[before] as number;
  if (/[\n\r\u2028\u2029]/.test(text.slice(end, tree.start[node]))) return false;
  const last = text.charAt(end - 1);
  return last === "}" ? openEnded.has(tree.kind[before] as number) : last !== ";" && last !== "{" && last !== ":";
}

/** Numbers of the kinds that the tree's grammar has. */
function kindNumbers({ grammar }: SyntaxTree, names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map((name) => grammar.kind(name)).filter((kind) => kind >= 0));
}
