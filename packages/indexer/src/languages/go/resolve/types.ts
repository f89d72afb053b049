/**
 * Converts Go type nodes to type expressions. A pointer has the type it points to; a container is represented by its
 * items, a function by its result.
 */
import { ExprOp } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { KindTable } from "../../kit/kind-table.js";
import type { GoFile } from "../go-file.js";
import { PREDECLARED_TYPES, vocabularyOf } from "../kinds.js";

/** Maximum nesting of types that are read. */
const MAX_DEPTH = 24;

type TypeReader = (types: Types, node: number, depth: number) => number;

const readersOf = perGrammar((grammar) => {
  const k = vocabularyOf(grammar);
  const inner: TypeReader = (types, node, depth) => types.at(types.file.firstNamed(node), depth);
  const list: TypeReader = (types, node, depth) =>
    types.containerType("array", types.file.child(node, k.in_element), depth);
  const callable: TypeReader = (types, node, depth) => types.functionResultType(node, depth);
  const named: TypeReader = (types, node) => types.namedType(node);
  return new KindTable<TypeReader>(k, {
    array_type: list,
    channel_type: (types, node, depth) => types.keyedContainerType("chan", node, { key: k.in_value, depth }),
    function_type: callable,
    func_literal: callable,
    generic_type: (types, node, depth) => types.appliedType(types.file.child(node, k.in_type), node, depth),
    identifier: named,
    implicit_length_array_type: list,
    map_type: (types, node, depth) => types.keyedContainerType("map", node, { key: k.in_key, depth }),
    parenthesized_type: inner,
    pointer_type: inner,
    qualified_type: (types, node) => types.qualifiedType(node),
    slice_type: list,
    struct_type: (types, node, depth) => types.structType(node, depth),
    type_constraint: inner,
    type_elem: inner,
    type_identifier: named,
    variadic_parameter_declaration: (types, node, depth) =>
      types.containerType("array", types.file.child(node, k.in_type), depth),
  });
});

/** Converts type nodes to type expressions. */
export class Types {
  constructor(
    readonly file: GoFile,
    /** Returns the expression of a type name. */
    private readonly nameOf: (node: number) => number,
  ) {}

  /** The expression of a type; 0 if unknown. */
  read(node: number): number {
    return this.at(node, 0);
  }

  at(node: number, depth: number): number {
    if (node === NO_NODE || depth > MAX_DEPTH) return 0;
    const read = readersOf(this.file.tree.grammar).at(this.file.kind(node));
    return read === undefined ? 0 : read(this, node, depth + 1);
  }

  /** A value of the type that a node names; 0 for an unknown one. */
  instanceType(node: number): number {
    const type = this.read(node);
    return type === 0 ? 0 : this.file.expr(ExprOp.Instance, type);
  }

  containerType(name: string, item: number, depth: number): number {
    const { file } = this;
    const type = this.at(item, depth);
    const head = file.literal(name);
    return type === 0 ? head : file.expr(ExprOp.Apply, head, type);
  }

  /** A keyed container of the type in the node's field `value`. @param key the field with the key type */
  keyedContainerType(
    name: string,
    node: number,
    { key, depth }: { readonly key: number; readonly depth: number },
  ): number {
    const { file } = this;
    const parts = [file.child(node, key), file.child(node, file.k.in_value)].map(
      (type) => this.at(type, depth) || file.literal("struct"),
    );
    return file.expr(ExprOp.Apply, file.literal(name), file.tuple(parts));
  }

  /** The result type of a function type; a tuple for several results. @param node a node with a field `result` */
  functionResultType(node: number, depth: number): number {
    const { file } = this;
    const result = this.resultType(node, depth);
    if (result === 0) return file.literal("function");
    return file.expr(ExprOp.Apply, file.literal("Callable"), file.expr(ExprOp.Tuple, result, 0));
  }

  /** The type of a function's result; 0 without a result. */
  resultType(node: number, depth = 0): number {
    const { file } = this;
    const results = file.readParameters(file.child(node, file.k.in_result)).map(({ type }) => this.at(type, depth));
    return results.length < 2 ? (results[0] ?? 0) : file.tuple(results);
  }

  /** A generic type or function applied to the type arguments in `holder`. */
  appliedType(head: number, holder: number, depth = 0): number {
    return this.withArguments(this.at(head, depth), holder, depth);
  }

  withArguments(head: number, holder: number, depth = 0): number {
    const { file } = this;
    const list = file.child(holder, file.k.in_type_arguments);
    if (head === 0 || list === NO_NODE) return head;
    const given = file.tree.namedChildren(list).map((type) => this.at(type, depth));
    return file.expr(ExprOp.Apply, head, file.tuple(given));
  }

  namedType(node: number): number {
    const { file } = this;
    const text = file.tree.text(node);
    const expr = this.nameOf(node);
    const isOwn = expr !== 0 && file.op(expr) !== ExprOp.Global;
    return !isOwn && PREDECLARED_TYPES.has(text) ? file.literal(text) : expr;
  }

  qualifiedType(node: number): number {
    const { file } = this;
    const object = this.nameOf(file.child(node, file.k.in_package));
    return object === 0 ? 0 : file.member(object, file.child(node, file.k.in_name));
  }

  /** A struct without a name, as a record of its fields' types. */
  structType(node: number, depth: number): number {
    const { file } = this;
    const properties = structFields(file, node).map(({ name, type }) => {
      const held = this.at(type, depth);
      const value = held === 0 ? 0 : file.expr(ExprOp.Instance, held);
      return file.expr(ExprOp.Property, file.names.string(name), value);
    });
    return properties.reduceRight((rest, property) => file.expr(ExprOp.Record, property, rest), 0);
  }
}

/** A field of a struct type. */
export interface Field {
  /** A field of a struct type: name and type. */
  readonly name: number;
  readonly type: number;
  readonly isEmbedded: boolean;
}

/** Fields of a `struct_type` in source order, embedded ones included. */
export function structFields(file: GoFile, struct: number): readonly Field[] {
  const { k } = file;
  const list = file.tree.childOfKind(struct, k.field_declaration_list);
  if (list === NO_NODE) return [];
  return file.tree.namedChildren(list).flatMap((declaration): readonly Field[] => {
    const type = file.child(declaration, k.in_type);
    const names = file.inField(declaration, k.in_name);
    if (type === NO_NODE) return [];
    if (names.length > 0) return names.map((name) => ({ name: file.name(name), type, isEmbedded: false }));
    const named = file.namedType(type);
    const last = file.kind(named) === k.qualified_type ? file.child(named, k.in_name) : named;
    return [{ name: file.name(last), type, isEmbedded: true }];
  });
}
