/** State of the first pass: the file, the chain of open scopes, and overloads without an implementation so far. */

import { Pass } from "../../kit/row-walk.js";
import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import { Overloads } from "./overloads.js";

/** Walk state of the declaring pass. */
export class Declaring extends Pass<PythonFile, Scope> {
  readonly module: Scope;
  readonly overloads = new Overloads();

  constructor(file: PythonFile) {
    const module = new Scope({ kind: ScopeKind.Module, parent: undefined, row: 0, end: file.tree.count });
    module.symbol = 0;
    super(file, module);
    this.module = module;
  }

  /** The innermost open scope. */
  get scope(): Scope {
    return this.part;
  }

  /** The symbol that owns members declared here: the innermost class or function, or the module. */
  get container(): number {
    let scope: Scope | undefined = this.scope;
    while (scope !== undefined && scope.symbol < 0) scope = scope.parent;
    return scope?.symbol ?? 0;
  }

  override enter(row: number): void {
    const scope = this.file.frameAt(row)?.scope;
    if (scope !== undefined) this.open(scope);
  }
}
