/**
 * Walk over a file's rows in preorder. Calls the handler of each row's kind and tracks the open parts around the row.
 * Knows no language. Does not recurse, so any tree depth is safe.
 */
import type { Grammar } from "../../parse/grammar.js";
import { type EntriesByKind, type KindTable, kindTable } from "./kind-table.js";
import type { SyntaxFile } from "./syntax-file.js";

/** A part of the file, such as a scope, that is open from its first row up to `end`. */
export interface OpenPart<Part> {
  /** The row at which the part closes. */
  readonly end: number;
  /** The enclosing part; the outermost part never closes. */
  readonly parent: Part | undefined;
}

/** State of a walk, with hooks for opening and closing parts. */
export abstract class Pass<File extends SyntaxFile<unknown>, Part extends OpenPart<Part>> {
  /** Numbers of the grammar's kinds, fields and tokens. */
  readonly k: File["k"];
  /** The row at which the innermost open part closes. */
  closesAt: number;
  /** Whether rows are skipped until the innermost part closes. */
  isFull = false;

  constructor(
    readonly file: File,
    /** The innermost open part. */
    public part: Part,
  ) {
    this.k = file.k;
    this.closesAt = part.end;
  }

  /** Opens the part that is marked to open at `row`. Does nothing where handlers open parts. */
  enter(_row: number): void {
    // Languages that mark rows override it.
  }

  /** Hook: `part` was closed, and the part around it is now the innermost. */
  protected closed(_part: Part): void {
    // A language that changed state in `open` restores it here.
  }

  open(part: Part): void {
    this.part = part;
    this.closesAt = part.end;
  }

  /** Closes the parts that end at or before `row`, innermost first. */
  closeUntil(row: number): void {
    for (let { part } = this; part.end <= row && part.parent !== undefined; part = this.part) {
      this.part = part.parent;
      this.closed(part);
    }
    this.closesAt = this.part.end;
  }
}

/** Handles a row. Returns the row to continue with if that is not the next one. */
export type RowHandler<P> = ((pass: P, row: number) => number) | ((pass: P, row: number) => void);

/** The members of {@link Pass} that the walk uses. */
type Walker = Pick<Pass<SyntaxFile<unknown>, never>, "file" | "closesAt" | "isFull" | "enter" | "closeUntil">;

/**
 * Builds a walk over all rows. At each row the walk closes the parts that end there, opens the marked part, and calls
 * the handler of the row's kind. Rows marked as skipped are passed over with their subtree. At the end all parts except
 * the outermost close.
 * @param handlers by kind name
 */
export function rowWalk<K extends { readonly [Name in keyof K]: number }, P extends Walker>(
  vocabularyOf: (grammar: Grammar) => K,
  handlers: EntriesByKind<K, RowHandler<P>>,
): (pass: P) => void {
  const tableOf = kindTable(vocabularyOf, handlers);
  return (pass) => walkRows(pass, tableOf(pass.file.tree.grammar));
}

function walkRows<P extends Walker>(pass: P, table: KindTable<RowHandler<P>>): void {
  const { tree, marks } = pass.file;
  const { kind, next, count } = tree;
  for (let row = 0; row < count; ) {
    if (row >= pass.closesAt) pass.closeUntil(row);
    const mark = marks[row] as number;
    if (mark < 0) {
      row = next[row] as number;
      continue;
    }
    if (mark > 0) pass.enter(row);
    const handle = table.at(kind[row] as number);
    row = handle === undefined || pass.isFull ? row + 1 : (handle(pass, row) ?? row + 1);
  }
  pass.closeUntil(count);
}
