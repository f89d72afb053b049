/** Maps symbols of the graph to declarations of the oracle, by place. */
import type { GraphSymbol } from "./graph.js";
import { type DeclarationKey, moduleKey, type OracleDeclaration } from "./oracle.js";

/** Index of declarations by place. */
export class Places {
  private readonly named = new Map<string, Map<string, DeclarationKey>>();

  constructor(private readonly declarations: Readonly<Record<string, readonly OracleDeclaration[]>>) {
    for (const [file, list] of Object.entries(declarations)) {
      this.named.set(file, new Map(list.map(({ line, name, key }) => [`${line} ${name}`, key])));
    }
  }

  /** @returns the declaration of the symbol's name on its line, else the innermost around it, else the file */
  keyOf({ file, kind, qualifiedName, line, range }: GraphSymbol): DeclarationKey {
    if (kind === "module") return moduleKey(file);
    const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
    return this.named.get(file)?.get(`${line} ${name}`) ?? this.around(file, range.startLine, range.startCol);
  }

  /** The innermost declaration that contains a place and owns code. */
  around(file: string, line: number, col: number): DeclarationKey {
    let found = moduleKey(file);
    for (const declaration of this.declarations[file] ?? []) {
      if (declaration.isOwner && coversPlace(declaration, line, col)) found = declaration.key;
    }
    return found;
  }
}

function coversPlace({ startLine, startCol, endLine, endCol }: OracleDeclaration, line: number, col: number): boolean {
  const isAfterStart = line > startLine || (line === startLine && col >= startCol);
  return isAfterStart && (line < endLine || (line === endLine && col < endCol));
}
