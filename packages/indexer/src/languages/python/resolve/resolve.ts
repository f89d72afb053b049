/**
 * Second pass: with all names declared, what every expression refers to. Writes references, parameters, bases, values and returns.
 * A walk over the rows in preorder; recursion only inside single expressions, with a cap.
 */
import { RefKind } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { kindTable } from "../../kit/kind-table.js";
import { decoratorTarget, isStructural } from "../declare/decorators.js";
import { vocabularyOf } from "../kinds.js";
import type { PythonFile } from "../python-file.js";
import { type Scope, ScopeKind } from "../scopes.js";
import { noteDeletion, writeAssignment, writeAugmented } from "./assignments.js";
import { writeCall } from "./calls.js";
import { readConfigItem } from "./config-reads.js";
import { writeClass, writeFunction, writeLambdaSymbol } from "./definitions.js";
import { writeDecoratorEntry } from "./entries.js";
import { Resolving } from "./resolving.js";

const Action = {
  None: 0,
  Identifier: 1,
  Attribute: 2,
  Call: 3,
  String: 4,
  Decorator: 5,
  Type: 6,
  Assignment: 7,
  Augmented: 8,
  Return: 9,
  Function: 10,
  Class: 11,
  Lambda: 12,
  Skip: 13,
  Except: 14,
  ClassPattern: 15,
  DottedName: 16,
  TypeAlias: 17,
  Delete: 18,
  Yield: 19,
  Subscript: 20,
} as const;

const actionTable = perGrammar((grammar) => {
  const k = vocabularyOf(grammar);
  return kindTable([
    [k.identifier, Action.Identifier],
    [k.attribute, Action.Attribute],
    [k.call, Action.Call],
    [k.string, Action.String],
    [k.decorator, Action.Decorator],
    [k.type, Action.Type],
    [k.assignment, Action.Assignment],
    [k.augmented_assignment, Action.Augmented],
    [k.return_statement, Action.Return],
    [k.yield, Action.Yield],
    [k.subscript, Action.Subscript],
    [k.function_definition, Action.Function],
    [k.class_definition, Action.Class],
    [k.lambda, Action.Lambda],
    [k.import_statement, Action.Skip],
    [k.import_from_statement, Action.Skip],
    [k.future_import_statement, Action.Skip],
    [k.global_statement, Action.Skip],
    [k.nonlocal_statement, Action.Skip],
    [k.as_pattern_target, Action.Skip],
    [k.except_clause, Action.Except],
    [k.class_pattern, Action.ClassPattern],
    [k.dotted_name, Action.DottedName],
    [k.type_alias_statement, Action.TypeAlias],
    [k.delete_statement, Action.Delete],
  ]);
});

/** Parents whose identifier children are no reads: names that are bound, and parts of types. */
const bindingParents = perGrammar((grammar) =>
  grammar.kindSet([
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "list_splat_pattern",
    "dictionary_splat_pattern",
    "parameters",
    "lambda_parameters",
    "typed_parameter",
    "keyword_pattern",
    "splat_pattern",
    "generic_type",
  ]),
);

interface OpenFrame {
  readonly end: number;
  readonly owner: number;
  readonly scope: Scope | undefined;
}

/** Resolves the whole file. @param module the scope that the first pass gave; it is left open */
export function resolveUses(file: PythonFile, module: Scope): Resolving {
  const walk = new Walk(file, module);
  walk.run();
  return walk.resolving;
}

class Walk {
  readonly resolving: Resolving;
  private readonly open: OpenFrame[] = [];
  private readonly bindsNames: Uint8Array;

  constructor(
    private readonly file: PythonFile,
    module: Scope,
  ) {
    this.resolving = new Resolving(file, module);
    this.bindsNames = bindingParents(file.tree.grammar);
  }

  run(): void {
    const { file } = this;
    const { kind, count } = file.tree;
    const actions = actionTable(file.tree.grammar);
    let end = count;
    for (let node = 0; node < count; ) {
      while (node >= end) end = this.close();
      const mark = file.mark(node);
      if (mark !== 0) {
        if (mark < 0) {
          node = file.next(node);
          continue;
        }
        end = this.enter(node, end);
      }
      const action = actions[kind[node] as number] as number;
      node = action === Action.None ? node + 1 : this.visit(action, node);
    }
    while (this.open.length > 0) this.close();
    this.resolving.handed.finish();
    this.resolving.fields.finish();
  }

  private enter(node: number, end: number): number {
    const { resolving } = this;
    const frame = this.file.frameAt(node);
    if (frame === undefined) return end;
    this.open.push({ end, owner: resolving.owner, scope: frame.scope });
    if (frame.symbol >= 0) resolving.owner = frame.symbol;
    if (frame.scope !== undefined) {
      frame.scope.owner = resolving.owner;
      resolving.scopes.enter(frame.scope);
      if (frame.scope.symbol >= 0) resolving.handed.openFunction(frame.scope.symbol, frame.scope);
      if (frame.scope.isLambda) resolving.addReturn(node);
    }
    return Math.min(frame.end, end);
  }

  /** @returns the row at which the frame around closes */
  private close(): number {
    const { resolving } = this;
    const frame = this.open.pop();
    if (frame === undefined) return this.file.tree.count;
    if (frame.scope !== undefined) {
      resolving.locals.settle(frame.scope);
      resolving.scopes.leave();
    }
    resolving.owner = frame.owner;
    return frame.end;
  }

  /** @returns the row to go on with */
  private visit(action: number, node: number): number {
    const { file, resolving } = this;
    switch (action) {
      case Action.Identifier:
        this.readIdentifier(node);
        return node + 1;
      case Action.Attribute:
        return this.readChain(node);
      case Action.Call:
        return writeCall(resolving, node);
      case Action.String:
        return file.tree.childOfKind(node, file.k.interpolation) === NO_NODE ? file.next(node) : node + 1;
      case Action.Decorator:
        return this.readDecorator(node);
      case Action.Type:
        return this.readType(node);
      case Action.Assignment:
        return writeAssignment(resolving, node);
      case Action.Augmented:
        return writeAugmented(resolving, node);
      case Action.Return:
        resolving.addReturn(file.firstNamed(node));
        return node + 1;
      case Action.Yield:
        resolving.addYield(node);
        return node + 1;
      case Action.Subscript:
        readConfigItem(resolving, node);
        return node + 1;
      case Action.Skip:
        return file.next(node);
      default:
        return this.visitDefinition(action, node);
    }
  }

  private visitDefinition(action: number, node: number): number {
    const { file, resolving } = this;
    switch (action) {
      case Action.Function:
        writeFunction(resolving, node);
        break;
      case Action.Class:
        writeClass(resolving, node);
        break;
      case Action.Lambda:
        writeLambdaSymbol(resolving, node);
        break;
      case Action.Except:
        this.readExcept(node);
        break;
      case Action.ClassPattern:
        this.readClassPattern(node);
        break;
      case Action.Delete:
        noteDeletion(resolving, node);
        break;
      case Action.DottedName:
        return this.readDotted(node);
      case Action.TypeAlias:
        this.readAlias(node);
        return file.next(node);
    }
    return node + 1;
  }

  private readIdentifier(node: number): void {
    const { file, resolving } = this;
    const field = file.field(node);
    if (field === file.k.in_name || field === file.k.in_attribute || this.isBound(node)) return;
    resolving.read(node, node);
  }

  /** Whether a name or chain is assigned to, where it stands, or is part of a type that was read as a whole. */
  private isBound(node: number): boolean {
    const { file } = this;
    const parent = file.kind(file.parent(node));
    if (this.bindsNames[parent] === 1) return true;
    return (
      file.field(node) === file.k.in_left && parent !== file.k.binary_operator && parent !== file.k.boolean_operator
    );
  }

  /** The outermost chain `a.b.c`: read as a whole when a name is its root. */
  private readChain(node: number): number {
    const { file, resolving } = this;
    const root = resolving.chainRoot(node);
    if (file.kind(root) !== file.k.identifier) {
      if (root !== NO_NODE && !this.isBound(node)) resolving.readAccessor(node, resolving.expressions.value(node));
      return root === NO_NODE ? node + 1 : root;
    }
    if (!this.isBound(node)) resolving.read(node, root);
    return file.next(node);
  }

  private readDecorator(node: number): number {
    const { file, resolving } = this;
    const target = decoratorTarget(file, node);
    if (target === NO_NODE) return node + 1;
    writeDecoratorEntry(resolving, node, resolving.owner);
    if (!isStructural(file, target)) {
      const expr = resolving.expressions.callee(target);
      if (expr !== 0) file.extraction.addRef(RefKind.Decorator, resolving.owner, expr, resolving.nameAt(target));
      resolving.handed.noteDecorated(expr, resolving.owner);
    }
    return resolving.afterCallee(target);
  }

  private readType(node: number): number {
    const { file, resolving } = this;
    resolving.types.read(node);
    return resolving.types.holdsValues(node) ? node + 1 : file.next(node);
  }

  private readExcept(node: number): void {
    const { file, resolving } = this;
    const { k } = file;
    for (let child = node + 1; child < file.next(node); child = file.next(child)) {
      if (file.field(child) !== k.in_value || file.isSkipped(child)) continue;
      const type = file.kind(child) === k.as_pattern ? file.firstNamed(child) : child;
      resolving.readTypeNames(type);
    }
  }

  private readClassPattern(node: number): void {
    this.resolving.typeOfDotted(this.file.firstNamed(node));
  }

  /** Names in patterns: `case Color.RED`. */
  private readDotted(node: number): number {
    const { file, resolving } = this;
    const isDotted = file.next(node) > node + 2;
    if (isDotted && file.kind(file.parent(node)) !== file.k.class_pattern) resolving.dotted(node, RefKind.Read);
    return file.next(node);
  }

  private readAlias(node: number): void {
    const { file, resolving } = this;
    const symbol = resolving.owner;
    const type = resolving.types.read(file.child(node, file.k.in_right));
    if (type !== 0 && resolving.scopes.top.kind !== ScopeKind.Comprehension) file.extraction.setType(symbol, type);
  }
}
