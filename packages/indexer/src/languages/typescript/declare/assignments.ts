/**
 * Assignments that declare symbols, in pass one: CommonJS exports, prototype methods, functions assigned to properties
 * of functions or of `this`.
 */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type Binding, BindingKind } from "../scopes.js";
import { addClass } from "./classes.js";
import type { Declaring } from "./declaring.js";
import { declareNamedFunction, looksLikeConstructor } from "./functions.js";
import { requireSpecifier } from "./imports.js";
import { declareNamespaceObject, declareObjectField, ownObjectLiterals, returnedBy } from "./objects.js";
import { assignedValue, behindAlias, nestedOwner, type Target, TargetForm, targetOf } from "./targets.js";
import { declareValue } from "./variables.js";

/** Declares what an assignment defines. */
export function declareAssignment(state: Declaring, node: number): void {
  const { file, k } = state;
  const left = file.child(node, k.in_left);
  if (file.kind(node + 1) === k.using_token) {
    if (file.kind(left) === file.k.identifier) state.bindLocal(left, node);
    return;
  }
  const written = targetOf(file, left);
  if (written === undefined) return;
  const target = behindAlias(file, written, (identifier) => bindingOf(state, identifier));
  const value = assignedValue(file, node);
  if (value === NO_NODE || file.symbolOf.has(value) || file.memberOwner.has(value)) return;
  if (target.form === TargetForm.Module) declareModuleExports(state, node, value);
  else if (target.form === TargetForm.Export) declareExport(state, node, target, value);
  else declareProperty(state, node, target, value);
}

const EXPORTED = { flags: SymbolFlag.Exported, visibility: "exported" } as const;

/** Declares `module.exports = …`: a function or class becomes a symbol, and so do an object's functions. */
function declareModuleExports(state: Declaring, node: number, value: number): void {
  const { file } = state;
  if (isShadowed(state, "module")) return;
  if (file.isFunctionValue(value) || file.isClassValue(value)) {
    declareValue(state, value, { ...EXPORTED, node: file.wholeStatement(node), name: "default" });
  } else ownObjectLiterals(file, value, 0);
}

/** Declares `exports.a = …`: a symbol, unless it only passes on a name or another module's export. */
function declareExport(state: Declaring, node: number, target: Target, value: number): void {
  const { file, k } = state;
  if (state.frame.nested || isShadowed(state, file.tree.text(target.owner))) return;
  const kind = file.kind(value);
  const passesOn = kind === k.identifier || kind === k.member_expression || kind === k.unary_expression;
  if (passesOn || file.tree.text(target.nameNode) === "__esModule") return;
  const name = file.tree.text(target.nameNode);
  const statement = file.wholeStatement(node);
  const symbol = declareValue(state, value, { ...EXPORTED, node: statement, nameNode: target.nameNode, name });
  if (!state.file.assignedExports.has(name)) state.file.assignedExports.set(name, symbol);
}

/** Whether a module-level binding shadows the CommonJS name. */
function isShadowed(state: Declaring, name: string): boolean {
  return state.file.scopes[0]?.findValue(state.file.names.of(name)) !== undefined;
}

/** Declares what is assigned to a property of a module's symbol, of its prototype, or of `this`. */
function declareProperty(state: Declaring, node: number, target: Target, value: number): void {
  const { file, frame } = state;
  const owner = target.form === TargetForm.This ? frame.classOwner : ownerOf(state, target);
  if (owner <= 0) {
    if (target.form === TargetForm.Property) addToReturned(state, node, target, value);
    return;
  }
  if (target.form === TargetForm.Prototype) {
    if (file.kind(value) === file.k.object) file.memberOwner.set(value, owner);
    return;
  }
  const isMethod = target.form !== TargetForm.Property && target.form !== TargetForm.Nested;
  const name = file.tree.text(target.nameNode);
  if (!file.isFunctionValue(value) && file.typedFields.has(`${owner} ${name}`)) return;
  const place = { node: file.wholeStatement(node), nameNode: target.nameNode, name, container: owner };
  const symbol = file.isFunctionValue(value)
    ? declareAssignedFunction(state, value, place, isMethod)
    : declareHolder(state, value, place, target.form);
  if (symbol > 0) state.recordMember(owner, target.nameNode, symbol);
}

/** Declares `api.run = …` of an object that the function around returns by that name: `const api = {}; … return api;`. */
function addToReturned(state: Declaring, node: number, target: Target, value: number): void {
  const { file, k } = state;
  const declarator = bindingOf(state, target.owner)?.declaration ?? NO_NODE;
  if (declarator === NO_NODE || file.kind(declarator) !== k.variable_declarator) return;
  const object = file.unwrap(file.child(declarator, k.in_value));
  if (file.kind(object) !== k.object) return;
  const owner = returnedBy(state, object);
  if (owner === undefined || !isInFunction(state, declarator)) return;
  const added = file.addedProperties.get(object) ?? [];
  added.push({ nameNode: target.nameNode, value });
  file.addedProperties.set(object, added);
  if (!file.isFunctionValue(value)) return;
  const name = file.tree.text(target.nameNode);
  const place = { node: file.wholeStatement(node), nameNode: target.nameNode, name, container: owner };
  state.recordMember(owner, target.nameNode, declareAssignedFunction(state, value, place, true));
}

/** Whether a declaration is a statement of the body of the function around the frame. */
function isInFunction({ file, frame }: Declaring, declarator: number): boolean {
  const body = file.parent(file.parent(declarator));
  return file.parent(body) === (frame.scope.functionScope ?? frame.scope).node;
}

interface PropertyPlace {
  readonly node: number;
  readonly nameNode: number;
  readonly name: string;
  /** The symbol that receives the property. */
  readonly container: number;
}

function declareAssignedFunction(state: Declaring, value: number, place: PropertyPlace, isMethod: boolean): number {
  const { file } = state;
  const symbol = declareNamedFunction(state, {
    ...place,
    value,
    kind: isMethod ? "method" : "function",
    visibility: place.name.startsWith("#") ? "private" : "public",
  });
  file.setSymbol(place.node, symbol);
  if (isMethod || !looksLikeConstructor(file, symbol)) file.thisOf.set(value, place.container);
  return symbol;
}

/**
 * Declares a class, an object that holds functions, or a prototype's member that a call makes: `C.prototype.info =
 * makeLog("info")`. @returns its symbol; -1 for other values
 */
function declareHolder(state: Declaring, value: number, place: PropertyPlace, form: number): number {
  const { file } = state;
  const visibility = "public";
  const isMethod = form !== TargetForm.Property && form !== TargetForm.Nested;
  if (file.isClassValue(value)) {
    if (isMethod) return -1;
    const cls = addClass(state, value, place, { flags: SymbolFlag.Static, visibility });
    file.setSymbol(place.node, cls);
    return cls;
  }
  const holder = { ...place, kind: "variable", signature: place.name, visibility } as const;
  if (form === TargetForm.PrototypeMember && isMade(state, value)) {
    const made = state.addSymbol(holder);
    ownObjectLiterals(file, value, made);
    file.setSymbol(place.node, made);
    return made;
  }
  return isMethod ? declareObjectField(state, value, holder) : declareNamespaceObject(state, value, holder);
}

/** Whether a value outside of functions is what a call makes; `require` only passes on another module's export. */
function isMade({ file, frame }: Declaring, value: number): boolean {
  return !frame.nested && file.kind(value) === file.k.call_expression && requireSpecifier(file, value) === undefined;
}

/** The module's symbol that the target's owner names, if the symbol can hold functions. */
function ownerOf(state: Declaring, target: Target): number {
  const { file } = state;
  const symbolOf = (identifier: number): number => {
    const binding = bindingOf(state, identifier);
    return binding !== undefined && binding.kind === BindingKind.Symbol ? binding.target : -1;
  };
  return target.form === TargetForm.Nested ? nestedOwner(file, target.owner, symbolOf) : symbolOf(target.owner);
}

/** The binding of a name in the innermost scope, the function around it, or the module. */
function bindingOf({ file, frame }: Declaring, identifier: number): Binding | undefined {
  const name = file.name(identifier);
  const { scope } = frame;
  return scope.findValue(name) ?? scope.functionScope?.findValue(name) ?? file.scopes[0]?.findValue(name);
}
