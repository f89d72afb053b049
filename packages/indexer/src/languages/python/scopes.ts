/**
 * Scopes of Python: the names a block binds, and what a name means at a row.
 *
 * The names of functions, modules and comprehensions share one array indexed by name number, saved and restored as
 * scopes open and close, so a lookup is one read. Class scopes are kept separately: methods do not see them.
 */
import { ExprOp } from "@sdl/model/facts";

/** What opens a scope: a module, a function, a class, a comprehension, or a list of type parameters. */
export const ScopeKind = { Module: 0, Function: 1, Class: 2, Comprehension: 3, TypeParams: 4 } as const;

/** Maximum number of candidates stored per name: `import a.b`, `import a.c`, … all bind `a`. */
const MAX_CANDIDATES = 8;

/** Empty lists shared by all bindings without entries: most names have at most one meaning. */
const NONE: readonly number[] = [];
const NOT_ASSIGNED: readonly Assignment[] = [];

/** If a name has more assignments than this, every use sees all of them. */
export const MAX_ASSIGNMENTS = 48;

/** One assignment to a local. */
export interface Assignment {
  /** Node of the assigned expression, or none if unknown. */
  readonly node: number;
  /** How the value is derived from the expression, see `Wrap`. */
  readonly wrap: number;
  /** Row (number of the syntax node) of the target. */
  readonly at: number;
  /** Row of the first syntax node at which the assignment is visible. */
  readonly from: number;
}

/** The assignments that reach a use of a local. */
export interface Reaching {
  readonly assignments: readonly Assignment[];
  /** Whether the initial value, a parameter's argument, may still be held. */
  readonly withInitial: boolean;
}

/** One name in one scope. */
export class Binding {
  /** The binding of the name outside, restored when its scope closes. */
  outer: Binding | undefined;
  /** What the name stands for if it is a symbol, an import or `self`: pairs of expression operator and operand. */
  candidates: readonly number[] = NONE;
  /** Assignments of a local, in source order. */
  assignments: readonly Assignment[] = NOT_ASSIGNED;
  /** The initial value when the function is called, unwrapped: a parameter's default. */
  initial = 0;
  /** Whether the name is a parameter. */
  isParameter = false;
  /** Rows of the local for uses that only some assignments reach, by those assignments. */
  versions: Map<string, number> | undefined;
  /** Node of the declared type, or 0. */
  typeNode = 0;
  /** The declared type as an expression, if a comment or docstring declares it; 0 for none. */
  typeExpr = 0;
  /** For the parameters `*args` and `**kwargs`: the container that their type is wrapped in. */
  container: "" | "tuple" | "dict" = "";
  /** Ordinal of the variable symbol, or -1. */
  variable = -1;
  /** Row of the local, or -1. */
  local = -1;
  /** Row of the expression, or -1 while unknown. */
  expr = -1;
  /** The module's binding that a `global` statement refers to. */
  alias: Binding | undefined;
  /** Whether the name is a class attribute that is no symbol. */
  isField = false;
  isTypeParam = false;
  /** Whether a `global` statement names it: then it is a module's name even if only functions assign it. */
  isGlobal = false;
  /** In a class body: the row from which on the body has the name. Before this row the name has its outer meaning. */
  since = 0;

  constructor(
    readonly name: number,
    readonly scope: Scope,
  ) {}

  /** Sets what the name stands for. @param conditional keeps the previous meanings as well */
  define(op: number, operand: number, conditional: boolean): void {
    const { candidates } = this;
    if (!conditional || candidates.length === 0) this.candidates = [op, operand];
    else if (candidates.length < 2 * MAX_CANDIDATES) this.candidates = [...candidates, op, operand];
  }

  give(assignment: Assignment): void {
    if (this.assignments === NOT_ASSIGNED) this.assignments = [assignment];
    else if (this.assignments.length <= MAX_ASSIGNMENTS) (this.assignments as Assignment[]).push(assignment);
  }

  /** Whether the name stands for a function, class, import or variable symbol. */
  get isDefined(): boolean {
    return this.candidates.length > 0;
  }

  /** The first class or function symbol that the name stands for, or -1. */
  get symbol(): number {
    return this.candidates[0] === ExprOp.Symbol ? (this.candidates[1] ?? -1) : -1;
  }
}

/** A local whose values are still to be written. */
export interface PendingLocal {
  readonly binding: Binding;
  readonly local: number;
  /** The assignments that reach the use; `undefined` for all. */
  readonly reaching: Reaching | undefined;
}

/** Input of {@link Scope}. */
export interface ScopeInput {
  readonly kind: number;
  readonly parent: Scope | undefined;
  /** The row whose children are the scope's statements. */
  readonly row: number;
  readonly end: number;
}

/** A scope with its bindings and its place in the file. */
export class Scope {
  readonly kind: number;
  readonly parent: Scope | undefined;
  readonly row: number;
  readonly end: number;
  readonly bindings = new Map<number, Binding>();
  /** Names that a `nonlocal` statement binds in an outer scope. */
  nonlocals: Set<number> | undefined;
  /** Ordinal of the scope's function or class; -1 for lambdas and comprehensions. */
  symbol = -1;
  /** The innermost enclosing symbol, set when the second pass opens the scope. */
  owner = 0;
  /** Ordinal of the class whose body, or method body, this is; -1 outside classes. */
  classSymbol: number;
  /** Whether the scope is, or is inside, a function's body. */
  readonly nested: boolean;
  /** Rows of a comprehension's first iterable, which is evaluated outside the comprehension. */
  firstFrom = 0;
  firstTo = 0;
  /** Bindings that became locals and whose values are still to be written. */
  pending: PendingLocal[] | undefined;
  /** Whether pytest passes fixtures for the parameters. */
  takesFixtures = false;
  /** Whether the scope is a lambda's, whose single expression is the return value. */
  isLambda = false;
  /** The function's return expressions so far. */
  returns: number[] | undefined;

  constructor(input: ScopeInput) {
    this.kind = input.kind;
    this.parent = input.parent;
    this.row = input.row;
    this.end = input.end;
    this.classSymbol = input.parent?.classSymbol ?? -1;
    this.nested = input.kind === ScopeKind.Function || (input.parent?.nested ?? false);
  }

  /** The binding of `name` in this scope; created if missing. */
  bind(name: number): Binding {
    let binding = this.bindings.get(name);
    if (binding === undefined) {
      binding = new Binding(name, this);
      this.bindings.set(name, binding);
    }
    return binding;
  }

  /** The binding that an assignment to `name` in this scope changes: here, or in the function that `nonlocal` refers to. */
  target(name: number): Binding {
    if (this.nonlocals?.has(name) === true) {
      for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
        const outer = scope.kind === ScopeKind.Function ? scope.bindings.get(name) : undefined;
        if (outer !== undefined) return outer;
      }
    }
    return this.bind(name);
  }

  /** The same for a function or class whose definition starts at `row`. */
  targetOf(name: number, row: number): Binding {
    const binding = this.target(name);
    if (binding.isDefined || this.kind !== ScopeKind.Class || binding.scope !== this) return binding;
    binding.since = binding.isField ? Math.min(binding.since, row) : row;
    return binding;
  }

  /** The scope that an assignment expression binds in: the nearest one that is no comprehension. */
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

/** The scopes that are open during the second pass, and the binding of each name there. */
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

  /** Calls `run` with a scope open that the walk is not in. */
  within<T>(scope: Scope, run: () => T): T {
    const { top } = this;
    this.enter(scope);
    const result = run();
    this.leave();
    this.top = top;
    return result;
  }

  /** The innermost function's or module's scope; comprehensions are skipped. */
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

  /** The binding of `name` at `row`; `undefined` for a free name. */
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

/** Searches comprehensions and annotation scopes up to a class body, as far as the class body is visible. */
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
