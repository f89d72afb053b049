/**
 * Globs of one configuration key, in gitignore syntax, relative to the root, with their lines. Reads no files.
 * Invariant: a glob that matches a folder applies to everything below it, and no later glob includes a part of it
 * again.
 */
import { IgnoreRules, type IgnoreSubject } from "../ignore/gitignore.js";
import { toOctets } from "../ignore/glob.js";
import type { RuleOrigin } from "../rule-origin.js";

/** A glob with its line. */
export interface WrittenGlob {
  readonly text: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** The compiled globs of a key. */
export class PathGlobs {
  private readonly rules: IgnoreRules;
  /** Cache by folder: the glob that matches it or an ancestor. */
  private readonly folders = new Map<string, RuleOrigin | undefined>([["", undefined]]);

  /** @param source the file that contains the globs @param globs valid ones */
  constructor(
    private readonly source: string,
    private readonly globs: readonly WrittenGlob[],
  ) {
    this.rules = new IgnoreRules(toOctets(globs.map(({ text }) => text).join("\n")), source);
  }

  get isEmpty(): boolean {
    return this.globs.length === 0;
  }

  /** The glob that matches the subject itself. A walk does not query entries below a match. */
  find(subject: IgnoreSubject): RuleOrigin | undefined {
    const rule = this.rules.findRule(subject);
    const glob = rule && this.globs[rule.line - 1];
    return glob && { source: this.source, line: glob.line, text: glob.text };
  }

  /** The glob that matches a file or an ancestor folder. @param path repository-relative */
  findFor(path: string): RuleOrigin | undefined {
    if (this.isEmpty) return undefined;
    const end = path.lastIndexOf("/");
    return this.findForFolder(end < 0 ? "" : path.slice(0, end)) ?? this.findOne(path, false);
  }

  private findForFolder(folder: string): RuleOrigin | undefined {
    const pending: string[] = [];
    let at = folder;
    while (!this.folders.has(at)) {
      pending.push(at);
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
    }
    let found = this.folders.get(at);
    for (const one of pending.reverse()) {
      found ??= this.findOne(one, true);
      this.folders.set(one, found);
    }
    return found;
  }

  private findOne(path: string, isDirectory: boolean): RuleOrigin | undefined {
    const octets = toOctets(path);
    return this.find({ name: octets.slice(octets.lastIndexOf("/") + 1), path: octets, isDirectory });
  }
}
