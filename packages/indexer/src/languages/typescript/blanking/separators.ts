/**
 * Semicolons that TypeScript infers and the grammar needs: a type never continues with `<` or an operator word on the
 * next line, but the grammar reads on.
 */
import { type Edits, word } from "./edits.js";
import { type Tokens, TokenType } from "./tokens.js";

/** Separates a property whose name is an operator word from the member without semicolon on the line before. */
export function separateMember(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (!startsLineInBraces(tokens, token) || !endsType(tokens, token - 1)) return;
  if (isTyped(tokens, token + 1)) putSeparator(edits, token);
}

/** Separates `=> Chunk<A>` from `<A>(self: A): B` on the next line. */
export function separateSignature(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (!startsLineInBraces(tokens, token) || !endsType(tokens, token - 1)) return;
  const after = afterParameters(tokens, token);
  if (after > 0 && isTyped(tokens, after)) putSeparator(edits, token);
}

/** Separates `let x` from `[a, b] = c` on the next line. */
export function separatePattern(edits: Edits, token: number): void {
  const { tokens } = edits;
  const isDeclared = ["let", "var"].includes(word(tokens, token - 2)) && tokens.isWord(token - 1);
  if (isDeclared && tokens.newLine[token] === true) putSeparator(edits, token);
}

/** The token after `<A>(…)`; 0 for other tokens. */
function afterParameters(tokens: Tokens, angle: number): number {
  const open = tokens.closingAngle(angle) + 1;
  return open > 0 && tokens.mark(open) === "(" ? (tokens.partner[open] ?? -1) + 1 : 0;
}

/** Whether the token is a `:` or `?:`. */
function isTyped(tokens: Tokens, token: number): boolean {
  const mark = tokens.mark(token);
  return mark === ":" || (mark === "?" && tokens.mark(token + 1) === ":");
}

function startsLineInBraces(tokens: Tokens, token: number): boolean {
  return tokens.newLine[token] === true && tokens.mark(tokens.around[token] ?? -1) === "{";
}

function endsType(tokens: Tokens, token: number): boolean {
  return (
    token >= 0 && (tokens.type[token] !== TokenType.Punctuation || [")", "]", "}", ">"].includes(tokens.text(token)))
  );
}

/** Puts a semicolon into the white space before `token`: right after the previous token if there is space, else right before this one. */
function putSeparator(edits: Edits, token: number): void {
  const { source } = edits.tokens;
  const after = edits.tokens.end[token - 1] ?? 0;
  const before = (edits.tokens.start[token] ?? 0) - 1;
  const at = source.charCodeAt(after) <= 32 ? after : before;
  if (source.charCodeAt(at) <= 32) edits.put(at, ";");
}
