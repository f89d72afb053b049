/** Pass that writes references; the innermost symbol around a reference owns it. */
import { type OpenPart, Pass } from "./row-walk.js";
import type { SyntaxFile } from "./syntax-file.js";

/** Upper bound of the expressions in a file. */
const MAX_EXPRS = 2 ** 22;

/** Base class of passes that write references. */
export abstract class ReferencePass<File extends SyntaxFile<unknown>, Part extends OpenPart<Part>> extends Pass<
  File,
  Part
> {
  /** The innermost symbol around the current row; owns its references. */
  owner = 0;
  private readonly written = new Set<number>();

  /** Adds a reference at its own position. */
  addRef(kind: number, expr: number, node: number, arity = 0): void {
    this.file.extraction.addRef(kind, this.owner, expr, node, arity);
  }

  /** Adds a reference at most once per owner and expression. */
  addRefOnce(kind: number, expr: number, node: number): void {
    const key = (this.owner * 8 + kind) * MAX_EXPRS + expr;
    if (this.written.has(key)) return;
    this.written.add(key);
    this.addRef(kind, expr, node);
  }
}
