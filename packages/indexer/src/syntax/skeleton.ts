/**
 * Selection of elisions for a skeleton. Keeps signatures, members, the first lines of docs, and control flow; elides
 * other statements, and data that spans lines.
 *
 * Invariants: the result is valid in the language, with no more syntax errors than the source; no text is elided twice.
 * Broken source is normal input. Loops over rows, no recursion, so any depth is safe.
 */

import type { ElisionRules } from "../languages/elision-rules.js";
import { ERROR_KIND } from "../parse/grammar.js";
import { NodeFlag, type SyntaxTree } from "../parse/syntax-tree.js";
import { DOC_LINES, docHead } from "./doc-text.js";
import { type Elision, outermostElisions } from "./elision.js";

/** Options that select the nodes to elide. */
export interface SkeletonOptions {
  /** Offsets of the range, half-open. */
  readonly from: number;
  readonly to: number;
  /** Rows whose statements are kept unchanged, ascending. */
  readonly mentions?: readonly number[];
  /** Whether a top-level statement is kept, by its offsets; if absent, all are. */
  readonly keepsTopLevel?: (start: number, end: number) => boolean;
}

/** Whether the statements of a list are kept (a file, a class) or may be elided (a function). */
type ListMode = "members" | "statements";

interface SkeletonTask {
  readonly node: number;
  readonly mode: ListMode;
}

/** Finds the elisions. @returns sorted and disjoint */
export function findElisions(tree: SyntaxTree, rules: ElisionRules, options: SkeletonOptions): readonly Elision[] {
  return new Skeleton(tree, rules, options).run();
}

class Skeleton {
  private readonly elisions: Elision[] = [];
  private readonly tasks: SkeletonTask[] = [];
  private readonly mentions: readonly number[];
  private readonly blockRows: readonly number[];
  private readonly lineEnds: readonly number[];

  constructor(
    private readonly tree: SyntaxTree,
    private readonly rules: ElisionRules,
    private readonly options: SkeletonOptions,
  ) {
    this.mentions = options.mentions ?? [];
    this.blockRows = rowsOfKinds(tree, rules.blocks);
    this.lineEnds = lineEndOffsets(tree.source, options.from, options.to);
  }

  run(): readonly Elision[] {
    this.addTop();
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      if (this.rules.lists[this.kindOf(task.node)] === 1) this.readList(task);
      else this.readKept(task);
    }
    return outermostElisions(this.elisions);
  }

  /** Adds the outermost nodes inside the range. */
  private addTop(): void {
    const { tree, options } = this;
    let node = 0;
    while (node < tree.count) {
      const start = tree.start[node] ?? 0;
      const end = tree.end[node] ?? 0;
      if (start >= options.from && end <= options.to && (end > start || node === 0)) {
        this.tasks.push({ node, mode: "members" });
        node = tree.next[node] ?? tree.count;
      } else {
        node = end <= options.from || start >= options.to ? (tree.next[node] ?? tree.count) : node + 1;
      }
    }
  }

  private readList({ node, mode }: SkeletonTask): void {
    const statements = this.listStatements(node);
    if (mode === "members") this.readMembers(node, statements);
    else this.readStatements(node, statements);
  }

  private readMembers(list: number, members: readonly number[]): void {
    const { rules } = this;
    const keeps = list === 0 ? this.options.keepsTopLevel : undefined;
    let comments: number[] = [];
    let run: number[] = [];
    for (const member of members) {
      if (keeps !== undefined && !this.keepsMember(member, keeps)) {
        run.push(member);
        continue;
      }
      this.elide(run, rules.markers.statements);
      run = [];
      if (this.isComment(member)) {
        comments.push(member);
        continue;
      }
      this.shortenComments(comments);
      comments = [];
      if (this.isDocstring(member)) this.shorten(member + 1);
      else this.keepStatement(member, "members");
    }
    this.elide(run, rules.markers.statements);
    this.shortenComments(comments);
  }

  /** Whether a member is kept; a comment follows the member after it. */
  private keepsMember(member: number, keeps: (start: number, end: number) => boolean): boolean {
    const { tree } = this;
    let subject = member;
    while (this.isComment(subject) && (tree.next[subject] ?? 0) < tree.count) subject = tree.next[subject] ?? 0;
    return keeps(tree.start[subject] ?? 0, tree.end[subject] ?? 0) || this.isMentioned(subject);
  }

  private readStatements(list: number, statements: readonly number[]): void {
    const { markers } = this.rules;
    let run: number[] = [];
    let keptCount = 0;
    statements.forEach((statement, index) => {
      if (index === 0 && this.isDocstring(statement)) {
        this.shorten(statement + 1);
        keptCount++;
        return;
      }
      if (this.isComment(statement) || !this.staysInBody(statement)) {
        run.push(statement);
        return;
      }
      this.elide(run, this.mayContinue(statement) && keptCount > 0 ? markers.separator : markers.statements);
      run = [];
      keptCount++;
      this.keepStatement(statement, "statements");
    });
    if (keptCount > 0 || !this.elideWhole(list, run)) this.elide(run, markers.statements);
  }

  /** Keeps a statement; one that mentions a wanted identifier and has no body is kept unchanged. */
  private keepStatement(statement: number, mode: ListMode): void {
    if (this.isMentioned(statement) && !this.holdsBlock(statement)) return;
    this.tasks.push({ node: statement, mode });
  }

  /** Elides everything between the braces of a list. */
  private elideWhole(list: number, run: readonly number[]): boolean {
    const { tree, rules } = this;
    const open = list + 1;
    const close = this.lastChild(list);
    const isBraced =
      rules.cases[this.kindOf(list)] !== 1 && !tree.isNamed(open) && close !== open && !tree.isNamed(close);
    if (!isBraced || run.every((row) => this.isComment(row)) || this.isMissing(close)) return false;
    this.add(tree.end[open] ?? 0, tree.start[close] ?? 0, rules.markers.wholeBody);
    return true;
  }

  /** Reads a kept node: queues its lists and empties its data. */
  private readKept({ node, mode }: SkeletonTask): void {
    const { tree, rules } = this;
    const end = tree.next[node] ?? 0;
    let row = node;
    while (row < end) {
      const kind = this.kindOf(row);
      if (rules.lists[kind] === 1) this.tasks.push({ node: row, mode: this.listMode(row, mode) });
      else if (row === node || !this.emptyNode(row, kind, mode)) {
        row++;
        continue;
      }
      row = tree.next[row] ?? end;
    }
  }

  /** Empties or elides a node if possible. @returns whether it did: then the node's content is done */
  private emptyNode(row: number, kind: number, mode: ListMode): boolean {
    const { rules } = this;
    const { markers } = rules;
    if (mode === "statements" && this.isUnbraced(row, kind)) {
      if (this.isMentioned(row)) return false;
      this.add(this.tree.start[row] ?? 0, this.tree.end[row] ?? 0, markers.statement);
      return true;
    }
    const isEmptied = rules.brackets[kind] === 1 || rules.elements[kind] === 1 || rules.strings[kind] === 1;
    if (!isEmptied || !this.spansLines(row) || this.isMentioned(row)) return false;
    if (rules.elements[kind] === 1) return this.emptyBetween(row, markers.children);
    if (rules.strings[kind] === 1) return this.emptyBetween(row, "…");
    return !this.holdsBlock(row) && this.emptyBetween(row, markers.brackets);
  }

  private emptyBetween(row: number, marker: string): boolean {
    const first = row + 1;
    const last = this.lastChild(row);
    if (first >= last || this.isMissing(first) || this.isMissing(last)) return false;
    const start = this.tree.end[first] ?? 0;
    const end = this.tree.start[last] ?? 0;
    if (end <= start) return false;
    this.add(start, end, marker);
    return true;
  }

  private listMode(list: number, inherited: ListMode): ListMode {
    const { rules, tree } = this;
    const parentKind = this.kindOf(tree.parent[list] ?? 0);
    if (rules.containers[this.kindOf(list)] === 1 || rules.containers[parentKind] === 1) return "members";
    return rules.functions[parentKind] === 1 ? "statements" : inherited;
  }

  private listStatements(list: number): readonly number[] {
    const { tree, rules } = this;
    const isCase = rules.cases[this.kindOf(list)] === 1;
    return tree
      .children(list)
      .filter((child) =>
        isCase ? tree.field[child] === rules.fields.body || this.isComment(child) : tree.isNamed(child),
      );
  }

  private staysInBody(statement: number): boolean {
    const { rules, tree } = this;
    const kind = this.kindOf(statement);
    if (rules.control[kind] === 1 || this.isMentioned(statement)) return true;
    if (rules.expressionStatements[kind] === 1) return rules.steering[this.kindOf(statement + 1)] === 1;
    return tree
      .children(statement)
      .some((child) => rules.declarators[this.kindOf(child)] === 1 && this.namesFunction(child));
  }

  private namesFunction(declarator: number): boolean {
    const value = this.tree.child(declarator, this.rules.fields.value);
    return value !== 0 && this.rules.functions[this.kindOf(value)] === 1;
  }

  /** Whether the body is a plain statement without braces. */
  private isUnbraced(row: number, kind: number): boolean {
    const { rules, tree } = this;
    if (rules.plain[kind] !== 1) return false;
    const { body, consequence } = rules.fields;
    const parentKind = this.kindOf(tree.parent[row] ?? 0);
    if (rules.cases[parentKind] === 1) return false;
    return tree.field[row] === body || tree.field[row] === consequence || parentKind === rules.elseClause;
  }

  /** Whether the parser could read the statement as a continuation of the one before, if the code between is elided. */
  private mayContinue(statement: number): boolean {
    return /[([`+\-/*]/.test(this.tree.source.charAt(this.tree.start[statement] ?? 0));
  }

  private isDocstring(statement: number): boolean {
    const { rules, tree } = this;
    if (!rules.hasDocstrings || rules.expressionStatements[this.kindOf(statement)] !== 1) return false;
    return rules.strings[this.kindOf(statement + 1)] === 1 && tree.next[statement + 1] === tree.next[statement];
  }

  /** Shortens comments: each block comment; of consecutive line comments, all but the first few are elided. */
  private shortenComments(comments: readonly number[]): void {
    const { tree } = this;
    let row: number[] = [];
    const closeRow = (): void => {
      const last = row.at(-1);
      const lastKept = row[DOC_LINES - 1];
      if (last !== undefined && lastKept !== undefined && last !== lastKept)
        this.add(tree.end[lastKept] ?? 0, tree.end[last] ?? 0, " …");
      row = [];
    };
    for (const comment of comments) {
      if (!this.spansLines(comment) && !this.endsInStar(comment)) {
        row.push(comment);
        continue;
      }
      closeRow();
      if (this.spansLines(comment)) this.shorten(comment);
    }
    closeRow();
  }

  private endsInStar(comment: number): boolean {
    return this.tree.source.startsWith("/*", this.tree.start[comment] ?? 0);
  }

  /** Cuts a doc comment or docstring to its first paragraph. */
  private shorten(doc: number): void {
    const { tree } = this;
    const start = tree.start[doc] ?? 0;
    const end = tree.end[doc] ?? 0;
    const isString = !this.isComment(doc);
    const last = this.lastChild(doc);
    const closing = isString ? end - (tree.start[last] ?? end) : 2;
    if (closing <= 0 || this.isMentioned(doc)) return;
    const kept = docHead(tree.source.slice(start, end), closing);
    if (kept !== undefined) this.add(start + kept, end - closing, isString ? " …" : " … ");
  }

  /**
   * Replaces a run of statements by one marker. Comments before the statements get no marker, since they may be on a
   * line with another statement.
   */
  private elide(run: readonly number[], marker: string): void {
    const { tree } = this;
    const first = run.findIndex((row) => !this.isComment(row));
    this.elideComments(first < 0 ? run : run.slice(0, first));
    const [start, last] = [run[first], run.at(-1)];
    if (start !== undefined && last !== undefined) this.add(tree.start[start] ?? 0, tree.end[last] ?? 0, marker);
  }

  /** Elides comments with the white space before them. */
  private elideComments(comments: readonly number[]): void {
    const { source, start, end } = this.tree;
    const [first] = comments;
    if (first === undefined) return;
    let from = start[first] ?? 0;
    while (from > this.options.from && /\s/.test(source.charAt(from - 1))) from--;
    this.add(from, end[comments.at(-1) ?? first] ?? 0, "");
  }

  private add(start: number, end: number, replacement: string): void {
    if (start >= this.options.from && end <= this.options.to && end > start)
      this.elisions.push({ start, end, replacement });
  }

  private holdsBlock(row: number): boolean {
    return holdsAny(this.blockRows, row, this.tree.next[row] ?? 0);
  }

  private isMentioned(row: number): boolean {
    return holdsAny(this.mentions, row, this.tree.next[row] ?? 0);
  }

  private spansLines(row: number): boolean {
    return holdsAny(this.lineEnds, this.tree.start[row] ?? 0, this.tree.end[row] ?? 0);
  }

  private lastChild(row: number): number {
    return this.tree.children(row).at(-1) ?? row;
  }

  private isMissing(row: number): boolean {
    return ((this.tree.flags[row] ?? 0) & NodeFlag.Missing) !== 0 || this.kindOf(row) === ERROR_KIND;
  }

  private isComment(row: number): boolean {
    return this.rules.comments[this.kindOf(row)] === 1;
  }

  private kindOf(row: number): number {
    return this.tree.kind[row] ?? 0;
  }
}

function rowsOfKinds(tree: SyntaxTree, kinds: Uint8Array): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < tree.count; row++) if (kinds[tree.kind[row] ?? 0] === 1) rows.push(row);
  return rows;
}

function lineEndOffsets(source: string, from: number, to: number): readonly number[] {
  const ends: number[] = [];
  for (let at = source.indexOf("\n", from); at >= 0 && at < to; at = source.indexOf("\n", at + 1)) ends.push(at);
  return ends;
}

/** Whether one of the ascending numbers lies in `[from, to)`. */
function holdsAny(rows: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low < rows.length && (rows[low] ?? 0) < to;
}
