/**
 * Rules of one ignore file. Knows one directory's patterns and the text to match; touches no file system. Invariant:
 * the last matching rule decides. Plain names, paths and `*suffix` rules are looked up or compared, so a check costs
 * little more than the number of real globs. Source: gitignore(5), git's dir.c.
 */
import type { RuleOrigin } from "../rule-origin.js";
import { compileGlob, type Glob } from "./glob.js";

/** A compiled rule. */
export interface IgnoreRule {
  /** Index in the file: a later rule takes precedence over an earlier one. */
  readonly index: number;
  readonly line: number;
  readonly negated: boolean;
  readonly directoryOnly: boolean;
  readonly glob: Glob;
}

/** The entry to match, as octets from `toOctets`. */
export interface IgnoreSubject {
  readonly name: string;
  /** Relative to the directory of the ignore file, `/` between components. */
  readonly path: string;
  readonly isDirectory: boolean;
}

/** The compiled rules of an ignore file. */
export class IgnoreRules {
  private readonly literalNames = new Map<string, IgnoreRule[]>();
  private readonly literalPaths = new Map<string, IgnoreRule[]>();
  private readonly nameGlobs = new GlobTable();
  private readonly pathGlobs = new GlobTable();
  private count = 0;

  private readonly lines: readonly string[];

  /**
   * Compiles the rules. @param octets the bytes of an ignore file as latin1 text
   * @param source path of the ignore file, for reporting why a path is ignored
   */
  constructor(
    octets: string,
    private readonly source: string,
  ) {
    const text = octets.startsWith("\xef\xbb\xbf") ? octets.slice(3) : octets;
    this.lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
    for (const [i, line] of this.lines.entries()) this.add(line, i + 1);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The last rule that matches the subject: ignores it unless negated. */
  findRule({ name, path, isDirectory }: IgnoreSubject): IgnoreRule | undefined {
    let last = findLast(this.literalNames.get(name), isDirectory, undefined);
    if (this.literalPaths.size > 0) last = findLast(this.literalPaths.get(path), isDirectory, last);
    last = this.nameGlobs.findLast(name, isDirectory, last);
    return this.pathGlobs.findLast(path, isDirectory, last);
  }

  /** Location of a rule: file, line and text. */
  ruleOrigin({ line }: IgnoreRule): RuleOrigin {
    const text = Buffer.from(this.lines[line - 1] ?? "", "latin1").toString("utf8");
    return { source: this.source, line, text };
  }

  private add(text: string, line: number): void {
    if (text.startsWith("#")) return;
    let pattern = trimTrailingSpaces(text);
    const negated = pattern.startsWith("!");
    if (negated) pattern = pattern.slice(1);
    const directoryOnly = pattern.endsWith("/");
    if (directoryOnly) pattern = pattern.slice(0, -1);
    const isPath = pattern.includes("/");
    if (pattern.startsWith("/")) pattern = pattern.slice(1);
    if (pattern === "") return;
    const glob = compileGlob(pattern);
    const rule = { index: this.count++, line, negated, directoryOnly, glob };
    if (glob.literal === undefined) (isPath ? this.pathGlobs : this.nameGlobs).add(rule);
    else append(isPath ? this.literalPaths : this.literalNames, glob.literal, rule);
  }
}

/** Rules with wildcards, by the last octet of their matches: most entries end differently and skip the rule. */
class GlobTable {
  private readonly byLastOctet = new Map<number, IgnoreRule[]>();
  private readonly openEnded: IgnoreRule[] = [];

  add(rule: IgnoreRule): void {
    if (rule.glob.lastOctet === undefined) this.openEnded.push(rule);
    else append(this.byLastOctet, rule.glob.lastOctet, rule);
  }

  findLast(text: string, isDirectory: boolean, best: IgnoreRule | undefined): IgnoreRule | undefined {
    const closed = this.byLastOctet.get(text.charCodeAt(text.length - 1));
    const last = closed ? findLastMatch(closed, text, isDirectory, best) : best;
    return findLastMatch(this.openEnded, text, isDirectory, last);
  }
}

function append<Key>(rules: Map<Key, IgnoreRule[]>, key: Key, rule: IgnoreRule): void {
  const same = rules.get(key);
  if (same) same.push(rule);
  else rules.set(key, [rule]);
}

/** The later of `best` and the last of `rules`, which all match except for the kind of entry. */
function findLast(rules: readonly IgnoreRule[] | undefined, isDirectory: boolean, best: IgnoreRule | undefined) {
  const last = rules?.findLast((rule) => isDirectory || !rule.directoryOnly);
  return last && (!best || last.index > best.index) ? last : best;
}

function findLastMatch(rules: readonly IgnoreRule[], text: string, isDirectory: boolean, best: IgnoreRule | undefined) {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i] as IgnoreRule;
    if (best && rule.index < best.index) return best;
    if ((isDirectory || !rule.directoryOnly) && rule.glob.matches(text)) return rule;
  }
  return best;
}

/** Trims trailing spaces, except one that a backslash escapes. Other white space is kept, as in git. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  let backslashes = 0;
  while (backslashes < end && line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}
