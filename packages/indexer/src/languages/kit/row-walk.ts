/**
 * One walk over a file's rows, in preorder: what a pass does at a row, by its kind, and which parts of the file are open around the row.
 * Knows no language. Does not recurse: a tree may be as deep as it likes.
 */
import type { Grammar } from "../../parse/grammar.js";
import { type EntriesByKind, type KindTable, kindTable } from "./kind-table.js";
import type { SyntaxFile } from "./syntax-file.js";

/** A part of the file that is open, from where it was opened up to `end`. */
export interface OpenPart<Part> {
  /** The row at which it closes. */
  readonly end: number;
  /** The part around; the outermost one never closes. */
  readonly parent: Part | undefined;
}

/** Where a walk stands, and what it means to open and to close a part. */
export abstract class Pass<File extends SyntaxFile<unknown>, Part extends OpenPart<Part>> {
  /** The numbers of the grammar's kinds, fields and tokens. */
  readonly k: File["k"];
  /** The row at which the innermost open part closes. */
  closesAt: number;
  /** Whether no rows are handled until the innermost part closes. */
  isFull = false;

  constructor(
    readonly file: File,
    /** The innermost open part. */
    public part: Part,
  ) {
    this.k = file.k;
    this.closesAt = part.end;
  }

  /** Opens what is marked to open at `row`: nothing, where handlers open parts themselves. */
  enter(_row: number): void {
    // Languages that mark rows say what opens there.
  }

  /** Called when `part` was closed: the innermost open one is the one around it. */
  protected closed(_part: Part): void {
    // A part that changed something is put back by the language.
  }

  open(part: Part): void {
    this.part = part;
    this.closesAt = part.end;
  }

  /** Closes the parts that hold nothing of `row` and what follows, the innermost first. */
  closeUntil(row: number): void {
    for (let { part } = this; part.end <= row && part.parent !== undefined; part = this.part) {
      this.part = part.parent;
      this.closed(part);
    }
    this.closesAt = this.part.end;
  }
}

/** What a pass does at a row. Gives the row to go on with where that is not the next one. */
export type RowHandler<P> = ((pass: P, row: number) => number) | ((pass: P, row: number) => void);

/** What the walk needs of a {@link Pass}. */
type Walker = Pick<Pass<SyntaxFile<unknown>, never>, "file" | "closesAt" | "isFull" | "enter" | "closeUntil">;

/**
 * A walk from the first row to the last. At each row, the parts that end there close, what is marked to open there opens, and the handler
 * of its kind is called. A row that is marked to be left out is passed over with all that it holds. At last all parts close but the outermost.
 * @param handlers by name of kind
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
