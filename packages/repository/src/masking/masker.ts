/**
 * The masker: secrets become filler of equal length in UTF-8 bytes and in UTF-16 units, so lines, offsets and counts stay as they were.
 * Knows rules and text; refuses to know where the text comes from or goes. Invariant: masking twice equals masking once.
 */
import type { SecretFinder, SecretScope, TextSpan } from "@sdl/model/text";
import { findAwsSecrets } from "./aws-secrets.js";
import {
  ADDRESS_RULES,
  ASSIGNMENT_RULES,
  COMMAND_RULES,
  type ContextRule,
  isSecretName,
  isSecretValue,
  URL_RULES,
} from "./context-rules.js";
import { findNearNames } from "./near-names.js";
import { findPrivateKeys } from "./private-keys.js";
import { INFIX_RULES, type InfixRule, PREFIX_RULES, type PrefixRule } from "./provider-rules.js";
import { forSuspiciousLines, Hint } from "./suspicion.js";

/** A secret found, by the rule that found it. */
export interface FoundSecret {
  readonly rule: string;
  /** Offsets in UTF-16 units, half-open. */
  readonly start: number;
  readonly end: number;
}

/** No rule matches a text shorter than this. */
const SHORTEST_SECRET = 7;

export function createMasker(): SecretFinder {
  return {
    mask: (text) => (text.length < SHORTEST_SECRET ? text : fill(text, findSecrets(text))),
    find: findSecrets,
    isSecretName,
    isSecretValue,
    fill,
  };
}

/**
 * A text of which stretches are masked as they are asked for: what the whole text's mask has there, at the cost of the lines it touches.
 * Rules look at one line; what other lines give away is looked for once.
 */
export class MaskedText {
  private across: readonly TextSpan[] | undefined;

  /** @param known what is known of it beside: its syntax says what a text alone does not */
  constructor(
    private readonly unmasked: string,
    private readonly known: readonly TextSpan[] = [],
  ) {}

  /** @param from offsets in UTF-16 units, half-open, inside the text */
  slice(from: number, to: number): string {
    const start = lineBefore(this.unmasked, from);
    const end = lineEndAt(this.unmasked, to);
    const found: TextSpan[] = [...findOnLines(this.unmasked.slice(start, end), "prose")];
    this.across ??= [...this.known, ...findAcrossLines(this.unmasked)];
    for (const span of this.across) {
      if (span.start >= end || span.end <= start) continue;
      found.push({ start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start });
    }
    return fill(this.unmasked.slice(start, end), found).slice(from - start, to - start);
  }
}

function lineStartAt(text: string, offset: number): number {
  if (offset === 0) return 0;
  const at = text.lastIndexOf("\n", offset - 1);
  const lone = text.slice(at + 1, offset).lastIndexOf("\r");
  return at + 1 + lone + 1;
}

/** The start of the line in front of the one at `offset`: it may say what the latter's values are called. */
function lineBefore(text: string, offset: number): number {
  return lineStartAt(text, Math.max(0, lineStartAt(text, offset) - 1));
}

function lineEndAt(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  const end = at < 0 ? text.length : at;
  const lone = text.slice(offset, end).indexOf("\r");
  return lone < 0 ? end : offset + lone;
}

/** All secrets that the rules find, in no order; several rules may find the same. */
export function findSecrets(text: string, scope: SecretScope = "prose"): readonly FoundSecret[] {
  const found = findOnLines(text, scope);
  const across = findAcrossLines(text);
  return across.length === 0 ? found : [...found, ...across];
}

/** Those that other lines give away. */
function findAcrossLines(text: string): readonly FoundSecret[] {
  const keys = findPrivateKeys(text).map((span) => ({ rule: "private-key", ...span }));
  return [...keys, ...findAwsSecrets(text).map((span) => ({ rule: "aws-secret-key", ...span }))];
}

/** Those that stand on one line. */
function findOnLines(text: string, scope: SecretScope): readonly FoundSecret[] {
  let found: FoundSecret[] | undefined;
  const finder = (): FoundSecret[] => {
    found ??= [];
    return found;
  };
  forSuspiciousLines(text, (start, end, hints) => {
    if ((hints & Hint.Key) !== 0) findKeys(text, start, end, finder);
    if (scope === "prose") findWritten(text, { start, end, hints }, finder);
    else if ((hints & OWN_CONTEXT) !== 0) {
      findInContext({ line: text.slice(start, end), start, hints: hints & OWN_CONTEXT }, finder);
    }
  });
  return found ?? NOTHING;
}

interface HintedLine {
  readonly start: number;
  readonly end: number;
  readonly hints: number;
}

/** What people write of secrets: assignments, sentences, commands. */
function findWritten(text: string, { start, end, hints }: HintedLine, finder: Finder): void {
  const line = text.slice(start, end);
  if ((hints & CONTEXT) !== 0) findInContext({ line, start, hints }, finder);
  if (/[ \t]-[up]/.test(line)) for (const rule of COMMAND_RULES) apply(rule, line, start, finder);
  if ((hints & Hint.Keyword) === 0) return;
  for (const near of findNearNames(text.slice(start, nextLineEnd(text, end)))) {
    finder().push({ rule: "near-name", start: start + near.start, end: start + near.end });
  }
}

/** Where the line behind the one that ends at `end` ends. */
function nextLineEnd(text: string, end: number): number {
  return end >= text.length ? end : lineEndAt(text, end + 1);
}

const NOTHING: readonly FoundSecret[] = [];

const OWN_CONTEXT = Hint.Address | Hint.At;
const CONTEXT = Hint.Address | Hint.At | Hint.Keyword;
const ASSIGNED = Hint.Assignment | Hint.Keyword;

interface SuspiciousLine {
  readonly line: string;
  /** Offset of the line in the text. */
  readonly start: number;
  readonly hints: number;
}

type Finder = () => FoundSecret[];

const RULES_BY_PREFIX = new Map<string, PrefixRule[]>();
for (const rule of PREFIX_RULES)
  for (const prefix of rule.prefixes) RULES_BY_PREFIX.set(prefix, [...(RULES_BY_PREFIX.get(prefix) ?? []), rule]);

/** Prefixes by their first two characters, the longest first: a shorter one is tried where the longer one's format does not follow. */
const PREFIXES_BY_HEAD = new Map<number, string[]>();
for (const prefix of [...RULES_BY_PREFIX.keys()].sort((a, b) => b.length - a.length)) {
  const head = headAt(prefix, 0);
  PREFIXES_BY_HEAD.set(head, [...(PREFIXES_BY_HEAD.get(head) ?? []), prefix]);
}

function headAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0x7f) << 7) | (text.charCodeAt(at + 1) & 0x7f);
}

const IS_HEAD = new Uint8Array(1 << 14);
for (const head of PREFIXES_BY_HEAD.keys()) IS_HEAD[head] = 1;

function findKeys(text: string, start: number, end: number, finder: Finder): void {
  for (let at = start; at < end; at++) {
    const head = headAt(text, at);
    if (IS_HEAD[head] !== 1) continue;
    const secret = keyAt(text.slice(start, end), at - start, PREFIXES_BY_HEAD.get(head) ?? []);
    if (secret === undefined) continue;
    finder().push({ ...secret, start: start + secret.start, end: start + secret.end });
    at = start + secret.end - 1;
  }
  const line = text.slice(start, end);
  for (const rule of INFIX_RULES) if (line.includes(rule.literal)) apply(rule, line, start, finder);
}

function keyAt(line: string, at: number, prefixes: readonly string[]): FoundSecret | undefined {
  const before = at > 0 ? line.charAt(at - 1) : "";
  for (const prefix of prefixes) {
    if (!line.startsWith(prefix, at)) continue;
    for (const rule of RULES_BY_PREFIX.get(prefix) ?? []) {
      const secret = mayFollow(rule, before) ? secretAt(rule, line, at) : undefined;
      if (secret !== undefined) return secret;
    }
  }
  return undefined;
}

function mayFollow(rule: PrefixRule, before: string): boolean {
  if (rule.stands === "anywhere") return true;
  return !(rule.stands === "alone" ? /[\w-]/ : /[0-9A-Za-z]/).test(before);
}

function secretAt(rule: PrefixRule, line: string, at: number): FoundSecret | undefined {
  rule.pattern.lastIndex = at;
  const match = rule.pattern.exec(line);
  const secret = match?.[rule.group ?? 0];
  if (match === null || secret === undefined || rule.accept?.(secret) === false) return undefined;
  const start = at + match[0].lastIndexOf(secret);
  return { rule: rule.id, start, end: start + secret.length };
}

function findInContext({ line, start, hints }: SuspiciousLine, finder: Finder): void {
  if ((hints & Hint.Address) !== 0) for (const rule of ADDRESS_RULES) apply(rule, line, start, finder);
  if ((hints & Hint.At) !== 0 && line.includes("://")) for (const rule of URL_RULES) apply(rule, line, start, finder);
  if ((hints & ASSIGNED) === ASSIGNED) for (const rule of ASSIGNMENT_RULES) apply(rule, line, start, finder);
}

function apply(rule: ContextRule | InfixRule, line: string, offset: number, finder: Finder): void {
  const { pattern, group = 0 } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const secret = match[group];
    if (secret === undefined) continue;
    const isAccepted = !("accept" in rule) || rule.accept === undefined || rule.accept(secret, match[1] ?? "");
    const start = match.index + match[0].lastIndexOf(secret);
    if (isAccepted) finder().push({ rule: rule.id, start: offset + start, end: offset + start + secret.length });
    else if (start > match.index) pattern.lastIndex = start; // a rejected value may begin another assignment
  }
}

function fill(text: string, found: readonly TextSpan[]): string {
  if (found.length === 0) return text;
  let masked = "";
  let at = 0;
  for (const { start, end } of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at) continue;
    masked += text.slice(at, Math.max(at, start)) + filler(text.slice(Math.max(at, start), end));
    at = end;
  }
  return masked + text.slice(at);
}

/** What stands for a character of so many UTF-8 bytes: as many bytes and as many UTF-16 units, so that offsets of either kind stay. */
const FILLERS = ["", "*", "\u00d7", "\u2022", "\u00d7\u00d7"];

/** Line ends stay. */
function filler(secret: string): string {
  let result = "";
  for (const character of secret) {
    result += character === "\n" || character === "\r" ? character : (FILLERS[Buffer.byteLength(character)] ?? "*");
  }
  return result;
}
