/** State of the second pass: open blocks, owner of references, and pending locals. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { ReferencePass } from "../../kit/references.js";
import type { GoFile } from "../go-file.js";
import { type BoundName, Form, type GoBinding, type GoBlock, OpenNames } from "../scopes.js";
import { Expressions } from "./expressions.js";

/** State of the second pass: the names in scope and the enclosing function. */
export class Resolving extends ReferencePass<GoFile, GoBlock> {
  readonly names = new OpenNames();
  readonly expressions: Expressions;

  constructor(file: GoFile) {
    super(file, { end: file.tree.count + 1, parent: undefined, outerOwner: 0, owner: 0, bindings: [], pending: [] });
    this.expressions = new Expressions(file, this.names, (binding) => this.ofBinding(binding));
  }

  protected override closed(block: GoBlock): void {
    this.writeLocals(block);
    this.names.closeBlock(block);
    this.owner = block.outerOwner;
  }

  /** Opens a block over a node. @param owner of references inside; by default the current owner */
  openBlock(node: number, owner = this.owner): void {
    const end = this.file.next(node);
    this.open({ end, parent: this.part, outerOwner: this.owner, owner, bindings: [], pending: [] });
    this.owner = owner;
  }

  /** Binds an identifier in the innermost block; the blank identifier `_` is not bound. */
  bind(node: number, bound: Omit<BoundName, "name">): void {
    if (node === NO_NODE || this.file.tree.text(node) === "_") return;
    this.names.bind(this.part, { ...bound, name: this.file.name(node) });
  }

  /** Whether a binding is a local: no references are written for locals. */
  isLocal(binding: GoBinding | undefined): boolean {
    return binding !== undefined && this.file.op(binding.expr ?? 0) !== ExprOp.Symbol;
  }

  /** Reads a name or chain in value position. @param root its first identifier, or `node` itself */
  read(node: number, root: number): void {
    const binding = this.expressions.find(root);
    const expr = this.expressions.evaluateNode(node);
    if (expr === 0) return;
    if (!this.isLocal(binding)) this.addRefOnce(RefKind.Read, expr, node);
    else if (node !== root) this.addPassedMember(node, expr);
  }

  /** Writes a reference for a member of a local that is passed or assigned, because the member may be a method. */
  addPassedMember(node: number, expr: number): void {
    const { file, k } = this;
    const around = file.kind(file.parent(node));
    const isHanded = around === k.argument_list || around === k.expression_list || around === k.literal_element;
    if (isHanded && expr !== 0) this.addRefOnce(RefKind.Accessor, expr, node);
  }

  /** The first operand of a selector chain. */
  chainRoot(node: number): number {
    const { file, k } = this;
    let root = node;
    while (file.kind(root) === k.selector_expression) root = file.child(root, k.in_operand);
    return root;
  }

  private ofBinding(binding: GoBinding): number {
    const { expr, name, block } = binding;
    if (expr !== undefined) return expr;
    if (binding.local < 0) {
      binding.local = this.file.extraction.addLocal(block.owner, this.file.names.text(name));
      block.pending.push(binding);
    }
    return this.file.expr(ExprOp.Local, binding.local);
  }

  /** Writes the values of the block's locals. Evaluating a value may add locals of this or an enclosing block. */
  private writeLocals({ pending }: GoBlock): void {
    const { extraction } = this.file;
    for (let binding = pending.pop(); binding !== undefined; binding = pending.pop()) {
      const { local, given = NO_NODE, form = Form.Value } = binding;
      const expr = this.expressions.evaluateAs(given, form);
      if (form === Form.Type) extraction.setLocalType(local, expr);
      else extraction.addLocalValue(local, expr);
    }
  }
}
