/** Where the first pass stands: the file, the chain of open scopes, overloads that wait for their implementation. */

import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import { Overloads } from "./overloads.js";

export class Declaring {
  readonly module: Scope;
  readonly overloads = new Overloads();
  /** The innermost open scope. */
  scope: Scope;

  constructor(readonly file: PythonFile) {
    this.module = new Scope({ kind: ScopeKind.Module, parent: undefined, row: 0, end: file.tree.count });
    this.module.symbol = 0;
    this.scope = this.module;
  }

  /** The symbol that members declared here belong to: the innermost class or function around, or the module. */
  get container(): number {
    let scope: Scope | undefined = this.scope;
    while (scope !== undefined && scope.symbol < 0) scope = scope.parent;
    return scope?.symbol ?? 0;
  }
}
