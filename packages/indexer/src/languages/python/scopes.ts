/**
 * Python's scopes: what a block binds, and what a name means where it stands.
 *
 * Names of functions, modules and comprehensions are kept in one array by name number, saved and restored as scopes open and close,
 * so a lookup is one read. Class scopes stay out of it: a method does not see them.
 */
import { ExprOp } from "@sdl/model/facts";

export const ScopeKind = { Module: 0, Function: 1, Class: 2, Comprehension: 3, TypeParams: 4 } as const;

/** Candidates of one name kept at most: `import a.b`, `import a.c`, … all bind `a`. */
const MAX_CANDIDATES = 8;

/** Shared by all that have none: most names are never more than one thing. */
const NONE: readonly number[] = [];
const NOT_ASSIGNED: readonly Assignment[] = [];

/** More assignments of one name than this, and every use sees all of them. */
export const MAX_ASSIGNMENTS = 48;

/** One assignment to a local. */
export interface Assignment {
  /** Node of the expression, or none where it is unknown. */
  readonly node: number;
  /** How it is to be taken, see `Wrap`. */
  readonly wrap: number;
  /** Row of the target. */
  readonly at: number;
  /** The first row that sees it. */
  readonly from: number;
}

export interface Reaching {
  readonly assignments: readonly Assignment[];
  /** Whether what the name held at first, a parameter's argument, may still be there. */
  readonly withInitial: boolean;
}

/** One name in one scope. */
export class Binding {
  /** What the name meant outside while its scope is open. */
  outer: Binding | undefined;
  /** Pairs of expression operator and operand: what the name stands for when it is a symbol, an import, `self`. */
  candidates: readonly number[] = NONE;
  /** What a local is given, in source order. */
  assignments: readonly Assignment[] = NOT_ASSIGNED;
  /** What it gets when its function is called, taken as it is: a parameter's default. */
  initial = 0;
  /** Whether it is a parameter. */
  isParameter = false;
  /** Rows of locals for uses that only some assignments reach. */
  versions: Map<string, number> | undefined;
  /** Node of the declared type, or 0. */
  typeNode = 0;
  /** Its declared type as an expression, where a comment or docstring declares it; 0 for none. */
  typeExpr = 0;
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
  /** In a class body, the row of the function or class that first binds it; before it, the name means what it does outside. */
  since = 0;

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

  give(assignment: Assignment): void {
    if (this.assignments === NOT_ASSIGNED) this.assignments = [assignment];
    else if (this.assignments.length <= MAX_ASSIGNMENTS) (this.assignments as Assignment[]).push(assignment);
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

/** A local whose values are still to be written. */
export interface PendingLocal {
  readonly binding: Binding;
  readonly local: number;
  /** `undefined` for all of them. */
  readonly reaching: Reaching | undefined;
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
  pending: PendingLocal[] | undefined;
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

  /** As {@link target}, for a function or class whose definition starts at `row`. */
  targetOf(name: number, row: number): Binding {
    const binding = this.target(name);
    const isFirst = !binding.isDefined && !binding.isField;
    if (isFirst && this.kind === ScopeKind.Class && binding.scope === this) binding.since = row;
    return binding;
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

  /** Runs with a scope open that the walk is not in. */
  within<T>(scope: Scope, run: () => T): T {
    const { top } = this;
    this.enter(scope);
    const result = run();
    this.leave();
    this.top = top;
    return result;
  }

  /** The function's or module's scope in which the code that is walked runs; comprehensions are seen through. */
  get functionScope(): Scope {
    let scope = this.top;
    while (scope.kind > ScopeKind.Function && scope.parent !== undefined) scope = scope.parent;
    return scope;
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
    if (found !== undefined && found.since <= row) return found;
    if (isComprehension) return undefined;
    if (scope.kind === ScopeKind.Class) return undefined;
  }
  return undefined;
}
