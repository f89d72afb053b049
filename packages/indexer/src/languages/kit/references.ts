/** A pass that writes references, each owned by the innermost symbol around. */
import { type OpenPart, Pass } from "./row-walk.js";
import type { SyntaxFile } from "./syntax-file.js";

/** More than the expressions that a file has. */
const MAX_EXPRS = 2 ** 22;

export abstract class ReferencePass<File extends SyntaxFile<unknown>, Part extends OpenPart<Part>> extends Pass<
  File,
  Part
> {
  /** The innermost symbol around: references here belong to it. */
  owner = 0;
  private readonly written = new Set<number>();

  /** A reference at a place of its own. */
  addRef(kind: number, expr: number, node: number, arity = 0): void {
    this.file.extraction.addRef(kind, this.owner, expr, node, arity);
  }

  /** A reference of which one an owner is enough. */
  addRefOnce(kind: number, expr: number, node: number): void {
    const key = (this.owner * 8 + kind) * MAX_EXPRS + expr;
    if (this.written.has(key)) return;
    this.written.add(key);
    this.addRef(kind, expr, node);
  }
}
