/**
 * Python's scopes: what a block binds, and what a name means where it stands.
 *
 * Names of functions, modules and comprehensions are kept in one array by name number, saved and restored as scopes open and close,
 * so a lookup is one read. Class scopes stay out of it: a method does not see them.
 */
import { ExprOp } from "@sdl/model";

export const ScopeKind = { Module: 0, Function: 1, Class: 2, Comprehension: 3, TypeParams: 4 } as const;

/** How the expression a name is given is to be taken. */
export const Wrap = {
  Value: 0,
  /** An item of it. */
  Element: 1,
  /** An item of an item. */
  Element2: 2,
  /** What a context manager gives. */
  Enter: 3,
  /** It is a type; the name holds an instance. */
  Instance: 4,
  /** First and second of the pairs it yields. */
  PairFirst: 5,
  PairSecond: 6,
} as const;

/** Candidates of one name kept at most: `import a.b`, `import a.c`, … all bind `a`. */
const MAX_CANDIDATES = 8;
/** Deferred values of one name kept at most. */
const MAX_VALUES = 8;

/** Shared by all that have none: most names are never more than one thing. */
const NONE: readonly number[] = [];

/** One name in one scope. */
export class Binding {
  /** What the name meant outside while its scope is open. */
  outer: Binding | undefined;
  /** Pairs of expression operator and operand: what the name stands for when it is a symbol, an import, `self`. */
  candidates: readonly number[] = NONE;
  /** Pairs of node and {@link Wrap}: what a local is given. */
  values: readonly number[] = NONE;
  /** Node of the declared type, or 0. */
  typeNode = 0;
  /** Set on the parameters `*args`, `**kwargs`: the container their type is wrapped in. */
  container: "" | "tuple" | "dict" = "";
  /** Ordinal of the variable symbol, or -1. */
  variable = -1;
  /** Row of the local, or -1. */
  local = -1;
  /** Row of the expression, or -1 while unknown. */
  expr = -1;
  /** The module's binding that a `global` statement means. */
  alias: Binding | undefined;
  /** A class attribute that is no symbol. */
  isField = false;
  isTypeParam = false;
  /** Named by a `global` statement: a module's name even when only functions assign it. */
  isGlobal = false;

  constructor(
    readonly name: number,
    readonly scope: Scope,
  ) {}

  /** @param conditional keeps what the name meant before */
  define(op: number, operand: number, conditional: boolean): void {
    const { candidates } = this;
    if (!conditional || candidates.length === 0) this.candidates = [op, operand];
    else if (candidates.length < 2 * MAX_CANDIDATES) this.candidates = [...candidates, op, operand];
  }

  give(node: number, wrap: number): void {
    if (node === 0 || this.values.length >= 2 * MAX_VALUES) return;
    this.values = this.values.length === 0 ? [node, wrap] : [...this.values, node, wrap];
  }

  /** Whether a function, class, import or variable symbol stands behind the name. */
  get isDefined(): boolean {
    return this.candidates.length > 0;
  }

  /** The first class or function symbol behind the name, or -1. */
  get symbol(): number {
    return this.candidates[0] === ExprOp.Symbol ? (this.candidates[1] ?? -1) : -1;
  }
}

export interface ScopeInput {
  readonly kind: number;
  readonly parent: Scope | undefined;
  /** The row whose children are the scope's statements. */
  readonly row: number;
  readonly end: number;
}

export class Scope {
  readonly kind: number;
  readonly parent: Scope | undefined;
  readonly row: number;
  readonly end: number;
  readonly bindings = new Map<number, Binding>();
  /** Names that a `nonlocal` statement hands to an outer scope. */
  nonlocals: Set<number> | undefined;
  /** Ordinal of the function or class the scope belongs to; -1 for lambdas and comprehensions. */
  symbol = -1;
  /** The innermost symbol around, known when the second pass opens the scope. */
  owner = 0;
  /** Ordinal of the class whose body, or whose method's body, this is; -1 outside classes. */
  classSymbol: number;
  /** Whether it is, or stands in, a function's body. */
  readonly nested: boolean;
  /** Rows of a comprehension's first iterable, which is evaluated outside it. */
  firstFrom = 0;
  firstTo = 0;
  /** Bindings that became locals and whose values are still to be written. */
  pending: Binding[] | undefined;
  /** Whether it is a lambda's: its one expression is what it returns. */
  isLambda = false;
  /** What the function returns so far. */
  returns: number[] | undefined;

  constructor(input: ScopeInput) {
    this.kind = input.kind;
    this.parent = input.parent;
    this.row = input.row;
    this.end = input.end;
    this.classSymbol = input.parent?.classSymbol ?? -1;
    this.nested = input.kind === ScopeKind.Function || (input.parent?.nested ?? false);
  }

  /** The binding of `name` in this scope, made if need be. */
  bind(name: number): Binding {
    let binding = this.bindings.get(name);
    if (binding === undefined) {
      binding = new Binding(name, this);
      this.bindings.set(name, binding);
    }
    return binding;
  }

  /** Where an assignment to `name` in this scope goes: here, or to the function that `nonlocal` means. */
  target(name: number): Binding {
    if (this.nonlocals?.has(name) === true) {
      for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
        const outer = scope.kind === ScopeKind.Function ? scope.bindings.get(name) : undefined;
        if (outer !== undefined) return outer;
      }
    }
    return this.bind(name);
  }

  /** The scope that an assignment expression binds in: comprehensions hand it out. */
  get assignable(): Scope {
    let scope: Scope = this;
    while (
      (scope.kind === ScopeKind.Comprehension || scope.kind === ScopeKind.TypeParams) &&
      scope.parent !== undefined
    ) {
      scope = scope.parent;
    }
    return scope;
  }

  inFirstIterable(row: number): boolean {
    return row >= this.firstFrom && row < this.firstTo;
  }
}

/** The scopes that are open while the second pass walks, and what each name means there. */
export class OpenScopes {
  private readonly current: (Binding | undefined)[] = [];

  constructor(public top: Scope) {
    this.enter(top);
  }

  enter(scope: Scope): void {
    this.top = scope;
    if (scope.kind === ScopeKind.Class) return;
    for (const binding of scope.bindings.values()) {
      binding.outer = this.current[binding.name];
      this.current[binding.name] = binding;
    }
  }

  /** Closes the innermost scope. */
  leave(): void {
    const scope = this.top;
    this.top = scope.parent ?? scope;
    if (scope.kind === ScopeKind.Class) return;
    for (const binding of scope.bindings.values()) {
      this.current[binding.name] = binding.outer;
      binding.outer = undefined;
    }
  }

  /** What `name`, standing at `row`, is bound to; `undefined` for a free name. */
  find(name: number, row: number): Binding | undefined {
    const { top } = this;
    let found = top.kind <= ScopeKind.Function ? undefined : findInside(top, name, row);
    if (found === undefined) {
      found = this.current[name];
      while (found !== undefined && found.scope.kind === ScopeKind.Comprehension && found.scope.inFirstIterable(row)) {
        found = found.outer;
      }
    }
    return found?.alias ?? found;
  }
}

/** Looks through comprehensions and annotation scopes up to a class body, as far as it is visible. */
function findInside(top: Scope, name: number, row: number): Binding | undefined {
  for (
    let scope: Scope | undefined = top;
    scope !== undefined && scope.kind > ScopeKind.Function;
    scope = scope.parent
  ) {
    const isComprehension = scope.kind === ScopeKind.Comprehension;
    if (isComprehension && scope.inFirstIterable(row)) continue;
    const found = scope.bindings.get(name);
    if (found !== undefined) return found;
    if (isComprehension) return undefined;
    if (scope.kind === ScopeKind.Class) return undefined;
  }
  return undefined;
}
