/** Overload stubs (`@overload`): texts added to the implementation that follows, or to the first stub if there is none. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Frame, PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";
import { readDecorators, wholeDefinition } from "./decorators.js";

/** Maximum number of statements after a stub that are searched for its implementation. */
const MAX_STATEMENTS = 64;

/** The overload stubs of one name in one scope. */
export class OverloadGroup {
  private symbol = -1;
  private readonly waiting: { readonly frame: Frame; readonly text: string }[] = [];

  /** Adds a stub. @param frame the stub's frame, which the group's symbol will own */
  add(file: PythonFile, frame: Frame, text: string): void {
    this.waiting.push({ frame, text });
    if (this.symbol >= 0) this.resolve(file, this.symbol);
  }

  /** Assigns all stubs of the group, also later ones, to `symbol`. */
  resolve(file: PythonFile, symbol: number): void {
    this.symbol = symbol;
    for (const { frame, text } of this.waiting) {
      frame.symbol = symbol;
      file.extraction.addOverload(symbol, text);
    }
    this.waiting.length = 0;
  }
}

/** The groups of stubs that may still grow, by scope and name. */
export class Overloads {
  private readonly groups = new Map<Scope, Map<number, OverloadGroup>>();

  of(scope: Scope, name: number): OverloadGroup | undefined {
    return this.groups.get(scope)?.get(name);
  }

  start(scope: Scope, name: number): OverloadGroup {
    const group = new OverloadGroup();
    let names = this.groups.get(scope);
    if (names === undefined) {
      names = new Map();
      this.groups.set(scope, names);
    }
    names.set(name, group);
    return group;
  }

  forget(scope: Scope, name: number): void {
    this.groups.get(scope)?.delete(name);
  }
}

/** Whether a definition of the same name that is no stub follows in the same block. */
export function hasImplementation(file: PythonFile, stub: number): boolean {
  const { k } = file;
  const name = file.name(file.child(stub, k.in_name));
  const whole = wholeDefinition(file, stub);
  const block = file.parent(whole);
  const end = block === whole ? file.tree.count : file.next(block);
  let looked = 0;
  for (let node = file.next(whole); node < end && looked < MAX_STATEMENTS; node = file.next(node), looked++) {
    const definition = file.kind(node) === k.decorated_definition ? file.child(node, k.in_definition) : node;
    if (file.kind(definition) !== k.function_definition) continue;
    const other = file.child(definition, k.in_name);
    if (other === NO_NODE || file.name(other) !== name) continue;
    if (!readDecorators(file, node).isOverload) return true;
  }
  return false;
}
