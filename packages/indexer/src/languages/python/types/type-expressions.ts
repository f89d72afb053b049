/**
 * Type annotations as type expressions, with references to the types they name.
 *
 * `Optional[T]` and `T | None` are T. `Annotated[T, …]` and the like are T. Containers are applied to the type of their
 * items (a mapping: of its values). Unions are unions. Builtin scalars are literals. Unrecognized annotations are
 * Unknown.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { MAX_PLACE } from "../declare/wraps.js";
import type { PythonFile } from "../python-file.js";
import type { Binding } from "../scopes.js";
import { TypeText } from "./type-text.js";

const MAX_DEPTH = 32;

/** Marker for `None` inside a union; no row has this number. */
const NONE = -1;

const Form = { Optional: 1, Union: 2, First: 3, Nothing: 4, Last: 5, All: 6, Values: 7 } as const;

/** Meaning of subscripting a name of `typing` or a container. Other names are applied to their first argument. */
const FORMS = new Map<string, number>([
  ["Optional", Form.Optional],
  ["Union", Form.Union],
  ["Literal", Form.Values],
  ...all(["Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar", "Mapped"], Form.First),
  ...all(["Concatenate", "Generic", "Protocol", "TypeGuard", "TypeIs"], Form.Nothing),
  ...all(
    ["Callable", "dict", "Dict", "Mapping", "MutableMapping", "DefaultDict", "defaultdict", "OrderedDict", "Coroutine"],
    Form.Last,
  ),
  ...all(["tuple", "Tuple"], Form.All),
]);

function all(names: readonly string[], form: number): (readonly [string, number])[] {
  return names.map((name) => [name, form] as const);
}

/** Names without a useful meaning when they stand alone. */
const VAGUE = new Set(["Any", "object", "Self", "NoReturn", "Never", "LiteralString", "Hashable", "TypeAlias"]);

const SCALARS: Readonly<Record<string, string>> = {
  str: "string",
  bytes: "string",
  int: "number",
  float: "number",
  complex: "number",
  bool: "boolean",
  list: "array",
  tuple: "array",
  set: "array",
  frozenset: "array",
  dict: "object",
};

/** Resolves names and values at the position where a type is read. */
export interface NameReader {
  /** The class whose body or method holds the position, or -1. */
  readonly classAround: number;
  /** The expression of a node in value position; 0 if unknown. */
  value(node: number): number;
  find(identifier: number): Binding | undefined;
  /** @param row where the name stands */
  findName(name: number, row: number): Binding | undefined;
  ofBinding(binding: Binding | undefined, name: number): number;
  /** Whether uses of the name need a reference. */
  isShared(binding: Binding | undefined): boolean;
}

/** Called for every type that an annotation names. @param node where the type is named */
export type TypeListener = (expr: number, node: number) => void;

/** Reads annotations as type expressions. */
export class Types {
  private readonly known = new Map<number, number>();
  private listener: TypeListener = () => undefined;
  private sawValues = false;
  /** Whether the text may not be a type at all: then free names are ignored. */
  private isProse = false;
  private readonly withValues = new Set<number>();

  constructor(
    readonly file: PythonFile,
    private readonly expressions: NameReader,
  ) {}

  onType(listener: TypeListener): void {
    this.listener = listener;
  }

  /** The type that an annotation, or an expression in its place, names; 0 if unknown. */
  read(node: number): number {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    this.sawValues = false;
    const type = Math.max(0, this.build(node, 0));
    if (this.sawValues) this.withValues.add(node);
    this.known.set(node, type);
    return type;
  }

  /** Whether an annotation already read contains values, such as calls and lambdas, that must be read as values. */
  holdsValues(node: number): boolean {
    return this.withValues.has(node);
  }

  /** Whether a value is a written type, such as `Union[A, B]` or `list[A]`. */
  isType(node: number): boolean {
    const { file } = this;
    if (file.kind(node) !== file.k.subscript) return false;
    const head = file.lastNameText(file.child(node, file.k.in_value));
    return FORMS.has(head) || Object.hasOwn(SCALARS, head) || head === "List";
  }

  private build(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    if (node === NO_NODE || depth > MAX_DEPTH) return 0;
    const kind = file.kind(node);
    if (kind === k.identifier) return this.named(node, this.expressions.find(node) === undefined);
    if (kind === k.attribute) return this.named(node, false);
    if (kind === k.type || kind === k.parenthesized_expression) return this.build(file.firstNamed(node), depth + 1);
    if (kind === k.generic_type) return this.generic(file.firstNamed(node), this.typeArguments(node), depth + 1);
    if (kind === k.subscript) return this.generic(file.child(node, k.in_value), this.subscripts(node), depth + 1);
    if (kind === k.none) return NONE;
    if (kind === k.string) return this.quoted(node, depth + 1);
    return this.compound(node, kind, depth + 1);
  }

  private compound(node: number, kind: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const isUnion =
      kind === k.union_type || (kind === k.binary_operator && file.tree.childOfKind(node, k.pipe_token) !== NO_NODE);
    const parts = isUnion || kind === k.tuple || kind === k.expression_list;
    if (parts) return this.union(file.tree.namedChildren(node), depth);
    if (kind === k.list || kind === k.constrained_type || kind === k.splat_type) {
      for (const item of file.tree.namedChildren(node)) this.build(item, depth);
    } else if (kind !== k.ellipsis && kind !== k.integer) this.sawValues = true;
    return 0;
  }

  /** The type that a name or chain names. @param isFree the file does not bind the name */
  private named(node: number, isFree: boolean): number {
    const { file } = this;
    const name = file.lastNameText(node);
    if (VAGUE.has(name)) return name === "Self" ? this.ownClass() : 0;
    if (isFree && Object.hasOwn(SCALARS, name)) {
      return file.expr(ExprOp.Literal, file.facts.string(SCALARS[name] ?? ""));
    }
    const root = this.rootOf(node);
    if (root?.isTypeParam === true) return root.typeNode === NO_NODE ? this.openParameter() : this.read(root.typeNode);
    const expr = this.expressions.value(node);
    if (expr !== 0 && this.expressions.isShared(root)) this.listener(expr, node);
    return expr;
  }

  /** The type of a type parameter without a bound, as the linker represents a `TypeVar`. */
  private openParameter(): number {
    return this.file.expr(ExprOp.Literal, this.file.facts.string("TypeVar"));
  }

  private ownClass(): number {
    const cls = this.expressions.classAround;
    return cls < 0 ? 0 : this.file.expr(ExprOp.Class, cls);
  }

  private generic(head: number, items: readonly number[], depth: number): number {
    const { file } = this;
    const form = FORMS.get(file.lastNameText(head));
    if (form === Form.Values) return 0;
    if (form === Form.Nothing) {
      for (const item of items) this.build(item, depth);
      return 0;
    }
    if (form === Form.Optional || form === Form.Union) return this.union(items, depth);
    if (form === Form.First) return this.first(items, depth);
    const base = this.container(head);
    const callable = file.lastNameText(head) === "Callable" ? this.callable(items, depth) : 0;
    if (callable !== 0) return callable;
    const types = items.map((item) => Math.max(0, this.build(item, depth)));
    const isOpen = items.some((part) => this.isEllipsis(part));
    if (form === Form.All && !isOpen) return this.tuple(types);
    return this.apply(base, (form === Form.Last ? types.at(-1) : types[0]) ?? 0);
  }

  /** The type `Callable[[A, B], R]` or `Callable[..., R]`; 0 if both parameters and result are unknown. */
  private callable(items: readonly number[], depth: number): number {
    const { file } = this;
    const [list = NO_NODE, result = NO_NODE] = items;
    const node = file.kind(list) === file.k.type ? file.firstNamed(list) : list;
    const parameters = file.kind(node) === file.k.list ? [...file.tree.namedChildren(node)].slice(0, MAX_PLACE) : [];
    const types = parameters.map((parameter) => Math.max(0, this.build(parameter, depth + 1)));
    return file.functionType(types, Math.max(0, this.build(result, depth + 1)));
  }

  private isEllipsis(node: number): boolean {
    const { file } = this;
    return file.kind(node) === file.k.ellipsis || file.kind(file.firstNamed(node)) === file.k.ellipsis;
  }

  /** The type `tuple[A, B]`; parts may be unknown. */
  private tuple(types: readonly number[]): number {
    return types.every((type) => type === 0) ? 0 : this.file.tuple(types.slice(0, MAX_PLACE));
  }

  /** The first type is the result; the others are only read for references. */
  private first(items: readonly number[], depth: number): number {
    const [first, ...rest] = items;
    const type = this.build(first ?? NO_NODE, depth);
    if (rest.length > 0) this.sawValues = true;
    return type;
  }

  /** The expression of a generic's head; builtin containers keep their name. */
  private container(head: number): number {
    const { file } = this;
    const expr = this.expressions.value(head);
    const isScalar = Object.hasOwn(SCALARS, file.lastNameText(head));
    if (expr !== 0 && !isScalar && this.expressions.isShared(this.rootOf(head))) this.listener(expr, head);
    return expr;
  }

  /** The binding of a chain's first name. */
  private rootOf(node: number): Binding | undefined {
    const { file } = this;
    let root = node;
    while (file.kind(root) === file.k.attribute) root = file.child(root, file.k.in_object);
    return file.kind(root) === file.k.identifier ? this.expressions.find(root) : undefined;
  }

  private apply(base: number, item: number): number {
    return base === 0 || item === 0 ? base : this.file.expr(ExprOp.Apply, base, item);
  }

  private union(items: readonly number[], depth: number): number {
    return this.joined(items.map((item) => Math.max(0, this.build(item, depth))));
  }

  private joined(types: readonly number[]): number {
    let result = 0;
    const seen: number[] = [];
    for (const type of types) {
      if (type === 0 || seen.includes(type)) continue;
      seen.push(type);
      result = this.file.union(result, type);
    }
    return result;
  }

  private typeArguments(generic: number): number[] {
    const list = this.file.tree.childOfKind(generic, this.file.k.type_parameter);
    return list === NO_NODE ? [] : this.file.tree.namedChildren(list);
  }

  private subscripts(node: number): number[] {
    const { file } = this;
    const items = file.tree.children(node).filter((child) => file.field(child) === file.k.in_subscript);
    const [only] = items;
    return items.length === 1 && only !== undefined && file.kind(only) === file.k.tuple
      ? file.tree.namedChildren(only)
      : items;
  }

  /**
   * The type named by a piece of a comment or docstring; 0 unless the file binds all its names. @param node where the
   * names are looked up
   */
  readText(start: number, end: number, node: number): number {
    if (end <= start) return 0;
    this.isProse = true;
    const type = Math.max(0, this.parseText(start, end, node));
    this.isProse = false;
    return type;
  }

  /** The type in a forward reference, a quoted annotation. */
  private quoted(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const content = file.tree.childOfKind(node, k.string_content);
    if (content === NO_NODE || file.next(content) !== content + 1 || depth > MAX_DEPTH) return 0;
    return this.parseText(file.tree.start[content] ?? 0, file.tree.end[content] ?? 0, content);
  }

  private parseText(start: number, end: number, node: number): number {
    return new TypeText(this.file.tree.source, start, end).parse({
      named: (parts) => this.namedInText(parts, node),
      generic: (parts, items) => this.genericInText(parts, items, node),
      union: (items) => this.joined(items.map((item) => Math.max(0, item))),
      none: NONE,
    });
  }

  private namedInText(parts: readonly (readonly [number, number])[], node: number): number {
    const { file } = this;
    const names = parts.map(([start, end]) => file.names.at(start, end));
    const last = names.at(-1);
    const root = names[0];
    if (last === undefined || root === undefined) return 0;
    const text = file.names.text(last);
    if (VAGUE.has(text)) return text === "Self" ? this.ownClass() : 0;
    const binding = this.expressions.findName(root, node);
    if (binding === undefined && names.length === 1 && Object.hasOwn(SCALARS, text)) {
      return file.literal(SCALARS[text] ?? "");
    }
    const isKnown = binding !== undefined && (names.length === 1 || binding.candidates[0] === ExprOp.Import);
    if (this.isProse && !isKnown) return this.pathInText(names);
    let expr = this.expressions.ofBinding(binding, root);
    for (const name of names.slice(1)) expr = file.expr(ExprOp.Member, expr, file.names.string(name));
    if (expr !== 0 && this.expressions.isShared(binding)) this.listener(expr, node);
    return expr;
  }

  /** The type `package.module.Class` in prose: from that module, whatever the file imports. */
  private pathInText(names: readonly number[]): number {
    const { file } = this;
    const last = names.at(-1);
    if (names.length < 2 || last === undefined) return 0;
    const path = names.slice(0, -1).map((name) => file.names.text(name));
    return file.expr(
      ExprOp.Member,
      file.expr(ExprOp.Module, file.facts.string(path.join("."))),
      file.names.string(last),
    );
  }

  private genericInText(parts: readonly (readonly [number, number])[], items: readonly number[], node: number): number {
    const { file } = this;
    const [start, end] = parts.at(-1) ?? [0, 0];
    const text = file.names.text(file.names.at(start, end));
    const form = FORMS.get(text);
    const types = items.map((item) => Math.max(0, item));
    if (form === Form.Nothing || form === Form.Values) return 0;
    if (form === Form.Optional || form === Form.Union) return this.joined(types);
    if (form === Form.First) return types[0] ?? 0;
    if (form === Form.All) return this.tuple(types);
    const item = (form === Form.Last ? types.at(-1) : types[0]) ?? 0;
    const isBuiltin = parts.length === 1 && Object.hasOwn(SCALARS, text);
    const base = isBuiltin ? file.expr(ExprOp.Global, file.facts.string(text)) : this.namedInText(parts, node);
    return this.apply(base, item);
  }
}
