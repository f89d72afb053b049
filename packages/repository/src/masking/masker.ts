/**
 * Masker: replaces secrets by filler of equal length in UTF-8 bytes and in UTF-16 units, so that lines, offsets and
 * counts are unchanged. Knows rules and text, not where the text comes from or goes. Invariant: masking twice equals
 * masking once.
 */
import { FILLER_HEAD, type SecretFinder, type SecretScope, type TextSpan } from "@sdl/model/text";
import { findAwsSecrets } from "./aws-secrets.js";
import {
  ADDRESS_HEADS,
  ADDRESS_RULES,
  ASSIGNMENT_RULES,
  COMMAND_RULES,
  type ContextRule,
  isSecretName,
  isSecretValue,
  mayBeSecret,
  URL_RULES,
} from "./context-rules.js";
import { findNearNames } from "./near-names.js";
import { findPrivateKeys } from "./private-keys.js";
import { INFIX_RULES, type InfixRule, PREFIX_RULES, type PrefixRule } from "./provider-rules.js";
import { nextKeyRun, nextNaming } from "./suspicion.js";

/** A secret and the rule that found it. */
export interface FoundSecret {
  readonly rule: string;
  /** Offsets in UTF-16 units, half-open. */
  readonly start: number;
  readonly end: number;
}

/** No rule matches a shorter text. */
const SHORTEST_SECRET = 7;

/** Creates a masker with all rules. */
export function createMasker(): SecretFinder {
  return {
    mask: (text) => (text.length < SHORTEST_SECRET ? text : fillSecrets(text, findSecrets(text))),
    find: findSecrets,
    findNamed,
    isSecretName,
    mayBeSecret,
    isSecretValue,
    fill: fillSecrets,
  };
}

/**
 * A text whose ranges are masked on demand: the result is that of masking the whole text, at the cost of the touched
 * lines. Most rules see one line; secrets that span lines are found once.
 */
export class MaskedText {
  private across: readonly TextSpan[] | undefined;

  /** @param known secrets known from the syntax, which the text alone does not reveal */
  constructor(
    private readonly unmasked: string,
    private readonly known: readonly TextSpan[] = [],
  ) {}

  /** The masked range. @param from offsets in UTF-16 units, half-open, inside the text */
  slice(from: number, to: number): string {
    const start = lineBefore(this.unmasked, from);
    const end = lineEndAt(this.unmasked, to);
    const found: TextSpan[] = [...findOnLines(this.unmasked.slice(start, end), "prose")];
    this.across ??= [...this.known, ...findAcrossLines(this.unmasked)];
    for (const span of this.across) {
      if (span.start >= end || span.end <= start) continue;
      found.push({ start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start });
    }
    return fillSecrets(this.unmasked.slice(start, end), found).slice(from - start, to - start);
  }
}

function lineStartAt(text: string, offset: number): number {
  if (offset === 0) return 0;
  const at = text.lastIndexOf("\n", offset - 1);
  const lone = text.slice(at + 1, offset).lastIndexOf("\r");
  return at + 1 + lone + 1;
}

/** Start of the line before the line at `offset`; that line may name the secret. */
function lineBefore(text: string, offset: number): number {
  return lineStartAt(text, Math.max(0, lineStartAt(text, offset) - 1));
}

function lineEndAt(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  const end = at < 0 ? text.length : at;
  const lone = text.slice(offset, end).indexOf("\r");
  return lone < 0 ? end : offset + lone;
}

/** All secrets that the rules find, unordered; several rules may find the same one. */
export function findSecrets(text: string, scope: SecretScope = "prose"): readonly FoundSecret[] {
  const found = findOnLines(text, scope);
  const across = findAcrossLines(text);
  return across.length === 0 ? found : [...found, ...across];
}

/** Secrets recognizable from other lines. */
function findAcrossLines(text: string): readonly FoundSecret[] {
  const keys = findPrivateKeys(text).map((span) => ({ rule: "private-key", ...span }));
  return [...keys, ...findAwsSecrets(text).map((span) => ({ rule: "aws-secret-key", ...span }))];
}

/** Secrets on single lines. */
function findOnLines(text: string, scope: SecretScope): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  forLines(text, nextKeyRun, (line, start) => findKeys(line, start, found));
  forLines(text, nextUrl, (line, start) => {
    if (line.includes("@")) for (const rule of URL_RULES) apply(rule, line, start, found);
  });
  for (const head of ADDRESS_HEADS) {
    const nextHead = (searched: string, from: number): number => searched.indexOf(head, from);
    forLines(text, nextHead, (line, start) => {
      for (const rule of ADDRESS_RULES) apply(rule, line, start, found);
    });
  }
  if (scope === "prose") found.push(...findNamed(text, 0, text.length));
  return found;
}

function nextUrl(text: string, from: number): number {
  return text.indexOf("://", from);
}

/**
 * Calls `visit` once for each line on which `next` finds something. @param next returns where it finds something at or
 * after an offset; -1 for nothing
 */
function forLines(
  text: string,
  next: (text: string, from: number) => number,
  visit: (line: string, start: number) => void,
): void {
  for (let at = next(text, 0); at >= 0 && at < text.length; ) {
    const start = lineStartAt(text, at);
    const end = lineEndAt(text, at);
    visit(text.slice(start, end), start);
    at = next(text, end);
  }
}

/** Finds secrets in assignments, sentences and commands of a range. Returned offsets are those of the text. */
function findNamed(text: string, from: number, to: number): readonly FoundSecret[] {
  let at = nextNaming(text, from, to);
  if (at < 0) return NOTHING;
  const found: FoundSecret[] = [];
  // The rules see only the range.
  const stretch = text.slice(from, to);
  while (at >= 0 && at < to) {
    const start = lineStartAt(stretch, at - from);
    const end = lineEndAt(stretch, at - from);
    findOnLine(stretch, start, end, { offset: from, found });
    at = nextNaming(text, from + end, to);
  }
  return found;
}

interface OffsetSecrets {
  /** Added to the offsets found. */
  readonly offset: number;
  readonly found: FoundSecret[];
}

function findOnLine(text: string, start: number, end: number, { offset, found }: OffsetSecrets): void {
  const line = text.slice(start, end);
  if (/[ \t]-[up]/.test(line)) for (const rule of COMMAND_RULES) apply(rule, line, offset + start, found);
  if (!isSecretName(text.slice(start, end + 1))) return;
  for (const rule of ASSIGNMENT_RULES) apply(rule, line, offset + start, found);
  for (const near of findNearNames(text.slice(start, nextLineEnd(text, end)))) {
    found.push({ rule: "near-name", start: offset + start + near.start, end: offset + start + near.end });
  }
}

/** End of the line after the one that ends at `end`. */
function nextLineEnd(text: string, end: number): number {
  return end >= text.length ? end : lineEndAt(text, end + 1);
}

const NOTHING: readonly FoundSecret[] = [];

const RULES_BY_PREFIX = new Map<string, PrefixRule[]>();
for (const rule of PREFIX_RULES)
  for (const prefix of rule.prefixes) RULES_BY_PREFIX.set(prefix, [...(RULES_BY_PREFIX.get(prefix) ?? []), rule]);

/** Longest prefixes first: a shorter one is tried if the longer one's format does not match. */
const PREFIXES = [...RULES_BY_PREFIX.keys()].sort((a, b) => b.length - a.length);
/** Prefixes by their first two characters. */
const PREFIXES_BY_HEAD = new Map<number, string[]>();
for (const prefix of PREFIXES) {
  const head = assignmentHeadStart(prefix, 0);
  PREFIXES_BY_HEAD.set(head, [...(PREFIXES_BY_HEAD.get(head) ?? []), prefix]);
}

function assignmentHeadStart(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}

/** Bits kept per character: for most positions, three characters tell that no prefix starts there. */
const HEAD_BITS = 5;
const HEAD_MASK = (1 << HEAD_BITS) - 1;
const IS_HEAD_SIZE = 1 << (3 * HEAD_BITS);
const IS_HEAD = new Uint8Array(IS_HEAD_SIZE);
for (const prefix of PREFIXES) {
  const hash = hashStep(hashStep(0, prefix.charCodeAt(0)), prefix.charCodeAt(1)) << HEAD_BITS;
  if (prefix.length < 3) IS_HEAD.fill(1, hash, hash + HEAD_MASK + 1);
  else IS_HEAD[hashStep(hash >>> HEAD_BITS, prefix.charCodeAt(2))] = 1;
}

function hashStep(before: number, unit: number): number {
  return ((before << HEAD_BITS) | (unit & HEAD_MASK)) & (IS_HEAD_SIZE - 1);
}

/** Finds provider keys on a line. @param start added to the offsets found */
function findKeys(line: string, start: number, found: FoundSecret[]): void {
  let tried = 0;
  let hash = hashStep(hashStep(0, line.charCodeAt(0)), line.charCodeAt(1));
  for (let at = 2; at <= line.length; at++) {
    hash = hashStep(hash, line.charCodeAt(at));
    if (IS_HEAD[hash] !== 1 || at - 2 < tried) continue;
    const secret = findKeyAt(line, at - 2, PREFIXES_BY_HEAD.get(assignmentHeadStart(line, at - 2)) ?? []);
    if (secret === undefined) continue;
    found.push({ ...secret, start: start + secret.start, end: start + secret.end });
    tried = secret.end;
  }
  for (const rule of INFIX_RULES) if (line.includes(rule.literal)) apply(rule, line, start, found);
}

function findKeyAt(line: string, at: number, prefixes: readonly string[]): FoundSecret | undefined {
  const before = at > 0 ? line.charAt(at - 1) : "";
  for (const prefix of prefixes) {
    if (!line.startsWith(prefix, at)) continue;
    for (const rule of RULES_BY_PREFIX.get(prefix) ?? []) {
      const secret = mayFollow(rule, before) ? findSecretAt(rule, line, at) : undefined;
      if (secret !== undefined) return secret;
    }
  }
  return undefined;
}

function mayFollow(rule: PrefixRule, before: string): boolean {
  if (rule.stands === "anywhere") return true;
  return !(rule.stands === "alone" ? /[\w-]/ : /[0-9A-Za-z]/).test(before);
}

function findSecretAt(rule: PrefixRule, line: string, at: number): FoundSecret | undefined {
  rule.pattern.lastIndex = at;
  const match = rule.pattern.exec(line);
  const secret = match?.[rule.group ?? 0];
  if (match === null || secret === undefined || rule.accept?.(secret) === false) return undefined;
  const start = at + match[0].lastIndexOf(secret);
  return { rule: rule.id, start, end: start + secret.length };
}

function apply(rule: ContextRule | InfixRule, line: string, offset: number, found: FoundSecret[]): void {
  const { pattern, group = 0 } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const secret = match[group];
    if (secret === undefined) continue;
    const isAccepted = !("accept" in rule) || rule.accept === undefined || rule.accept(secret, match[1] ?? "");
    const start = match.index + match[0].lastIndexOf(secret);
    if (isAccepted) found.push({ rule: rule.id, start: offset + start, end: offset + start + secret.length });
    else if (start > match.index) pattern.lastIndex = start; // A rejected value may start another assignment.
  }
}

function fillSecrets(text: string, found: readonly TextSpan[]): string {
  if (found.length === 0) return text;
  let masked = "";
  let at = 0;
  for (const { start, end } of mergedSpans(found)) {
    masked += text.slice(at, start) + makeFiller(text.slice(start, end));
    at = end;
  }
  return masked + text.slice(at);
}

/** Merges overlapping spans, sorted. */
function mergedSpans(spans: readonly TextSpan[]): TextSpan[] {
  const joined: TextSpan[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) joined.push({ start, end });
    else if (end > last.end) joined[joined.length - 1] = { start: last.start, end };
  }
  return joined;
}

/**
 * Filler for a character by its number of UTF-8 bytes: with the same number of bytes and UTF-16 units, so that both
 * kinds of offsets are unchanged.
 */
const FILLERS = ["", "*", "\u00d7", "\u2022", "\u00d7\u00d7"];

/** Matches seven single-byte characters on one line. */
const PLAIN_HEAD = new RegExp(`^[\\0-\\x09\\x0b\\x0c\\x0e-\\x7f]{${FILLER_HEAD.length}}`);

/** Filler of a secret; line ends are kept. */
function makeFiller(secret: string): string {
  let result = PLAIN_HEAD.test(secret) ? FILLER_HEAD : "";
  for (const character of secret.slice(result.length)) {
    result += character === "\n" || character === "\r" ? character : (FILLERS[Buffer.byteLength(character)] ?? "*");
  }
  return result;
}
