/**
 * Scopes and their bindings. Pass one collects the bindings of every scope, hoisting included. Pass two opens and
 * closes the scopes in the same order, so the innermost binding of a name is one array read.
 *
 * TypeScript names have three meanings: a value, a type, and a namespace (the left side of a dot in a type).
 */

export const Space = { Value: 1, Type: 2, Namespace: 4, Everything: 7 } as const;

/** Meaning of a bound name: a symbol, an import, a local or a type parameter. */
export const BindingKind = { Symbol: 0, Import: 1, Local: 2, TypeParameter: 3 } as const;

/** Precedence among declarations of one name in one scope: a class before a function before an interface. */
export const Rank = { Namespace: 0, Interface: 1, Value: 2, Class: 3 } as const;

/** Input of {@link Binding}. */
export interface BindingInput {
  readonly kind: number;
  /** Number of the name in the name table. */
  readonly name: number;
  readonly space: number;
  /** Symbol ordinal or import row; -1 for others. */
  readonly target: number;
  /** Node of the name. */
  readonly node: number;
  /** The enclosing declarator, parameter, loop or clause, which holds type and value. */
  readonly declaration: number;
  readonly rank?: number | undefined;
}

/** One name in one scope. */
export class Binding {
  readonly kind: number;
  readonly name: number;
  readonly space: number;
  readonly target: number;
  readonly node: number;
  readonly declaration: number;
  readonly rank: number;
  /** Row of `locals`; set at the first reference. */
  local = -1;
  /** Whether type and value of the symbol must be written when its scope closes. */
  isVariable = false;
  /** Whether type and value were written. */
  isDescribed = false;
  /** Expressions assigned besides the initial value. */
  values: number[] | undefined;

  constructor(
    input: BindingInput,
    readonly scope: Scope,
  ) {
    this.kind = input.kind;
    this.name = input.name;
    this.space = input.space;
    this.target = input.target;
    this.node = input.node;
    this.declaration = input.declaration;
    this.rank = input.rank ?? Rank.Value;
  }
}

/** A scope and its bindings. */
export class Scope {
  readonly bindings: Binding[] = [];
  private values: Map<number, Binding> | undefined;

  constructor(
    /** The node that opens the scope. */
    readonly node: number,
    /** Ordinal of the enclosing symbol. */
    readonly owner: number,
    /** The scope that `var` hoists to: the scope itself for functions, modules and namespaces. */
    readonly functionScope: Scope | undefined,
  ) {}

  add(input: BindingInput): Binding {
    const binding = new Binding(input, this);
    this.bindings.push(binding);
    if (this.values !== undefined && (binding.space & Space.Value) !== 0) this.index(this.values, binding);
    return binding;
  }

  /** The value binding of a name in this scope only. */
  findValue(name: number): Binding | undefined {
    if (this.values === undefined) {
      this.values = new Map();
      for (const binding of this.bindings) {
        if ((binding.space & Space.Value) !== 0) this.index(this.values, binding);
      }
    }
    return this.values.get(name);
  }

  private index(values: Map<number, Binding>, binding: Binding): void {
    const known = values.get(binding.name);
    if (known === undefined || known.rank <= binding.rank) values.set(binding.name, binding);
  }
}

type Slots = (Binding | undefined)[];

/** The bindings in force at the current row of pass two. */
export class Environment {
  private readonly values: Slots = [];
  private readonly types: Slots = [];
  private readonly namespaces: Slots = [];
  /** What {@link leave} restores: array, name and previous binding, in parallel lists. */
  private readonly changedSlots: Slots[] = [];
  private readonly changedNames: number[] = [];
  private readonly replaced: Slots = [];
  private readonly marks: number[] = [];
  private readonly open: Scope[] = [];

  value(name: number): Binding | undefined {
    return this.values[name];
  }

  /** The type binding of a name. */
  type(name: number): Binding | undefined {
    return this.types[name];
  }

  /** The binding that `name.x` starts from in a type. */
  namespace(name: number): Binding | undefined {
    return this.namespaces[name] ?? this.types[name] ?? this.values[name];
  }

  enter(scope: Scope): void {
    this.marks.push(this.changedNames.length);
    this.open.push(scope);
    for (const binding of scope.bindings) {
      if ((binding.space & Space.Value) !== 0) this.install(this.values, binding);
      if ((binding.space & Space.Type) !== 0) this.install(this.types, binding);
      if ((binding.space & Space.Namespace) !== 0) this.install(this.namespaces, binding);
    }
  }

  /** The innermost open scope, which {@link leave} would close. */
  innermost(): Scope | undefined {
    return this.open.at(-1);
  }

  leave(): void {
    const mark = this.marks.pop() ?? 0;
    while (this.changedNames.length > mark) {
      const slots = this.changedSlots.pop() as Slots;
      slots[this.changedNames.pop() as number] = this.replaced.pop();
    }
    this.open.pop();
  }

  private install(slots: Slots, binding: Binding): void {
    const before = slots[binding.name];
    if (before !== undefined && before.scope === binding.scope && before.rank > binding.rank) return;
    this.changedSlots.push(slots);
    this.changedNames.push(binding.name);
    this.replaced.push(before);
    slots[binding.name] = binding;
  }
}
