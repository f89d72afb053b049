/** Targets of assignments: a CommonJS export, a prototype's method, a property of a known name, a field of `this`. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Binding } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";

/** The forms of assignment targets. */
export const TargetForm = {
  /** `module.exports = …`. */
  Module: 0,
  /** `exports.a = …`, `module.exports.a = …`. */
  Export: 1,
  /** `F.prototype = …`. */
  Prototype: 2,
  /** `F.prototype.m = …`. */
  PrototypeMember: 3,
  /** `k.in_a = …`. */
  Property: 4,
  /** `this.a = …`. */
  This: 5,
  /** `F.a.b = …`, `exports.a.b = …`. */
  Nested: 6,
} as const;

/** The left side of an assignment, classified. */
export interface Target {
  readonly form: number;
  /** The name of what receives the property, or the `exports` or `module`; {@link NO_NODE} for `this`. */
  readonly owner: number;
  /** The property's name; {@link NO_NODE} for whole exports and prototypes. */
  readonly nameNode: number;
}

/** Classifies the left side of an assignment; `undefined` for other forms. */
export function targetOf(file: TypescriptFile, left: number): Target | undefined {
  const { k } = file;
  if (left === NO_NODE || file.kind(left) !== k.member_expression) return undefined;
  const object = file.child(left, k.in_object);
  const property = file.child(left, k.in_property);
  if (object === NO_NODE || property === NO_NODE) return undefined;
  const kind = file.kind(object);
  if (kind === k.this) return { form: TargetForm.This, owner: NO_NODE, nameNode: property };
  if (kind === k.member_expression) return memberTarget(file, object, property);
  if (kind !== k.identifier) return undefined;
  if (file.isText(object, "module") && file.isText(property, "exports")) {
    return { form: TargetForm.Module, owner: object, nameNode: NO_NODE };
  }
  if (file.isText(object, "exports")) return { form: TargetForm.Export, owner: object, nameNode: property };
  if (file.isText(property, "prototype")) return { form: TargetForm.Prototype, owner: object, nameNode: NO_NODE };
  return { form: TargetForm.Property, owner: object, nameNode: property };
}

/**
 * The target of `self.a = …` after `var self = this`, and of `proto.m = …` after `var proto = F.prototype`; else the target
 * itself. @param bindingOf the binding of an identifier
 */
export function behindAlias(
  file: TypescriptFile,
  target: Target,
  bindingOf: (identifier: number) => Binding | undefined,
): Target {
  const { k } = file;
  if (target.form !== TargetForm.Property) return target;
  const declarator = bindingOf(target.owner)?.declaration ?? NO_NODE;
  if (declarator === NO_NODE || file.kind(declarator) !== k.variable_declarator) return target;
  const value = file.child(declarator, k.in_value);
  if (file.kind(value) === k.this) return { ...target, form: TargetForm.This, owner: NO_NODE };
  if (file.kind(value) !== k.member_expression || !file.isText(file.child(value, k.in_property), "prototype"))
    return target;
  const owner = file.child(value, k.in_object);
  return file.kind(owner) === k.identifier ? { ...target, form: TargetForm.PrototypeMember, owner } : target;
}

/** Classifies a nested member: `module.exports.a`, `F.prototype.m`, `F.a.b`. */
function memberTarget(file: TypescriptFile, object: number, property: number): Target | undefined {
  const { k } = file;
  const root = file.child(object, k.in_object);
  const middle = file.child(object, k.in_property);
  if (file.kind(root) !== k.identifier) return undefined;
  if (file.isText(root, "module") && file.isText(middle, "exports")) {
    return { form: TargetForm.Export, owner: root, nameNode: property };
  }
  if (file.isText(middle, "prototype")) return { form: TargetForm.PrototypeMember, owner: root, nameNode: property };
  return { form: TargetForm.Nested, owner: middle, nameNode: property };
}

/**
 * The symbol that receives a property in `F.a.b = …` or `exports.a.b = …`; -1 if `a` is no symbol. @param symbolOf the
 * symbol that an identifier names, -1 for none
 */
export function nestedOwner(file: TypescriptFile, owner: number, symbolOf: (identifier: number) => number): number {
  const root = file.child(file.parent(owner), file.k.in_object);
  if (file.isText(root, "exports")) return file.assignedExports.get(file.tree.text(owner)) ?? -1;
  const member = file.members.get(symbolOf(root))?.get(file.name(owner)) ?? 0;
  return member < 0 ? -member : -1;
}

/** The last right side of `a = b = value`, without parentheses and casts. */
export function assignedValue(file: TypescriptFile, assignment: number): number {
  const { k } = file;
  let value = file.unwrap(file.child(assignment, k.in_right));
  for (let depth = 0; depth < 32 && file.kind(value) === k.assignment_expression && value !== NO_NODE; depth++) {
    value = file.unwrap(file.child(value, k.in_right));
  }
  return value;
}
