/** Where the second pass stands: open blocks, the owner of references, and how locals are written. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { ReferencePass } from "../../kit/references.js";
import type { GoFile } from "../go-file.js";
import { Binding, type Block, Form, OpenNames } from "../scopes.js";
import { Expressions } from "./expressions.js";

export class Resolving extends ReferencePass<GoFile, Block> {
  readonly names = new OpenNames();
  readonly expressions: Expressions;

  constructor(file: GoFile) {
    super(file, { end: file.tree.count + 1, parent: undefined, outerOwner: 0, owner: 0, bindings: [], pending: [] });
    this.expressions = new Expressions(file, this.names, (binding) => this.ofBinding(binding));
  }

  override enter(): void {
    // Nothing is marked to open: handlers open blocks themselves.
  }

  protected override closed(block: Block): void {
    this.settle(block);
    this.names.leave(block);
    this.owner = block.outerOwner;
  }

  /** Opens a block over a node. @param owner of references inside; that of those around when absent */
  openBlock(node: number, owner = this.owner): void {
    const end = this.file.next(node);
    this.open({ end, parent: this.part, outerOwner: this.owner, owner, bindings: [], pending: [] });
    this.owner = owner;
  }

  /** Binds an identifier in the innermost block. @param from the first row that sees it */
  bind(node: number, from: number, given: number, form: number): void {
    if (node === NO_NODE || this.file.tree.text(node) === "_") return;
    this.names.bind(this.part, new Binding(this.file.name(node), from, given, form, 0));
  }

  /** Binds a name that stands for something else than a value of the function. */
  bindExpr(name: number, from: number, expr: number): void {
    this.names.bind(this.part, new Binding(name, from, NO_NODE, Form.Value, expr));
  }

  /** A name or chain in value position. @param root its first identifier, or `node` itself */
  read(node: number, root: number): void {
    const binding = this.expressions.find(root);
    const expr = this.expressions.value(node);
    if (expr === 0) return;
    if (binding === undefined || this.file.op(binding.expr) === ExprOp.Symbol)
      this.addRefOnce(RefKind.Read, expr, node);
    else if (node !== root) this.handOn(node, expr);
  }

  /** A member of a local that is handed on may be a method. */
  handOn(node: number, expr: number): void {
    const { file, k } = this;
    const around = file.kind(file.parent(node));
    const isHanded = around === k.argument_list || around === k.expression_list || around === k.literal_element;
    if (isHanded && expr !== 0) this.addRefOnce(RefKind.Accessor, expr, node);
  }

  /** The operand that a chain of selectors starts with. */
  chainRoot(node: number): number {
    const { file, k } = this;
    let root = node;
    while (file.kind(root) === k.selector_expression) root = file.child(root, k.in_operand);
    return root;
  }

  private ofBinding(binding: Binding): number {
    if (binding.expr !== 0) return binding.expr;
    if (binding.local < 0) {
      const { owner, pending } = binding.home ?? this.part;
      binding.local = this.file.extraction.addLocal(owner, this.file.names.text(binding.name));
      pending.push(binding);
    }
    return this.file.expr(ExprOp.Local, binding.local);
  }

  /** Writes what the block's locals hold. That may make locals of further names of the block, or of those around. */
  private settle({ pending }: Block): void {
    const { extraction } = this.file;
    for (let binding = pending.pop(); binding !== undefined; binding = pending.pop()) {
      const { local, given, form } = binding;
      const expr = this.expressions.formed(given, form);
      if (form === Form.Type || form === Form.Variadic) extraction.setLocalType(local, expr);
      else extraction.addLocalValue(local, expr);
    }
  }
}
