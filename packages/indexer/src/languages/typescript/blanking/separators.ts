/**
 * Semicolons that TypeScript does without and the grammar needs: a type never goes on with `<` or an operator's word on the next
 * line, but the grammar reads on.
 */
import { type Edits, word } from "./edits.js";
import { type Tokens, TokenType } from "./tokens.js";

/** A property whose name is an operator, on the line after a member without semicolon. */
export function separateMember(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (!startsLineInBraces(tokens, token) || !endsType(tokens, token - 1)) return;
  if (isTyped(tokens, token + 1)) putSeparator(edits, token);
}

/** `=> Chunk<A>` and, on the next line, `<A>(self: A): B`. */
export function separateSignature(edits: Edits, token: number): void {
  const { tokens } = edits;
  if (!startsLineInBraces(tokens, token) || !endsType(tokens, token - 1)) return;
  const after = afterParameters(tokens, token);
  if (after > 0 && isTyped(tokens, after)) putSeparator(edits, token);
}

/** `let x` and, on the next line, `[a, b] = c`. */
export function separatePattern(edits: Edits, token: number): void {
  const { tokens } = edits;
  const isDeclared = ["let", "var"].includes(word(tokens, token - 2)) && tokens.isWord(token - 1);
  if (isDeclared && tokens.newLine[token] === true) putSeparator(edits, token);
}

/** The token after `<A>(…)`; 0 when that is not what stands there. */
function afterParameters(tokens: Tokens, angle: number): number {
  const open = tokens.closingAngle(angle) + 1;
  return open > 0 && tokens.mark(open) === "(" ? (tokens.partner[open] ?? -1) + 1 : 0;
}

/** `:` or `?:` at the token. */
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

/** A semicolon in the white space before `token`: right after the token before where there is some, else right before this one. */
function putSeparator(edits: Edits, token: number): void {
  const { source } = edits.tokens;
  const after = edits.tokens.end[token - 1] ?? 0;
  const before = (edits.tokens.start[token] ?? 0) - 1;
  const at = source.charCodeAt(after) <= 32 ? after : before;
  if (source.charCodeAt(at) <= 32) edits.put(at, ";");
}
