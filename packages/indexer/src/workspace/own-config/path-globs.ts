/**
 * The globs of one key of a repository's configuration, in gitignore's language, relative to the root. Knows where each is written; refuses to read.
 * Invariant: what a glob names holds for all below it, and nothing brings back.
 */
import { IgnoreRules, type IgnoreSubject } from "../ignore/gitignore.js";
import { toOctets } from "../ignore/glob.js";
import type { RuleOrigin } from "../rule-origin.js";

export interface WrittenGlob {
  readonly text: string;
  /** Of the file, from 1. */
  readonly line: number;
}

export class PathGlobs {
  private readonly rules: IgnoreRules;
  /** By folder: the glob that names it or a folder around it. */
  private readonly folders = new Map<string, RuleOrigin | undefined>([["", undefined]]);

  /** @param source the file that they are written in @param globs each without a fault */
  constructor(
    private readonly source: string,
    private readonly globs: readonly WrittenGlob[],
  ) {
    this.rules = new IgnoreRules(toOctets(globs.map(({ text }) => text).join("\n")), source);
  }

  get isEmpty(): boolean {
    return this.globs.length === 0;
  }

  /** The glob that names the subject itself. A walk asks nothing about what lies below. */
  find(subject: IgnoreSubject): RuleOrigin | undefined {
    const rule = this.rules.findRule(subject);
    const glob = rule && this.globs[rule.line - 1];
    return glob && { source: this.source, line: glob.line, text: glob.text };
  }

  /** The glob that names a file or a folder around it. @param path repository-relative */
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
