/** Maps symbols of the graph to declarations of the oracle, by place. */
import type { GraphSymbol } from "./graph.js";
import { type DeclarationKey, moduleKey, type OracleDeclaration } from "./oracle.js";

/** Index of declarations by place. */
export class Places {
  private readonly named = new Map<string, Map<string, OracleDeclaration[]>>();

  constructor(private readonly declarations: Readonly<Record<string, readonly OracleDeclaration[]>>) {
    for (const [file, list] of Object.entries(declarations)) {
      this.named.set(
        file,
        groupBy(list, ({ line, name }) => `${line} ${name}`),
      );
    }
  }

  /**
   * @returns the declaration of the symbol's name on its line, of several the innermost around the symbol's start, else the
   * innermost declaration around it, else the file
   */
  keyOf({ file, kind, container, qualifiedName, line, range }: GraphSymbol): DeclarationKey {
    // A namespace is of the same kind, inside of the file.
    if (kind === "module" && container === undefined) return moduleKey(file);
    const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
    const named = this.named.get(file)?.get(`${line} ${name}`) ?? [];
    const { startLine, startCol } = range;
    const covering = named.length > 1 ? named.filter((one) => coversPlace(one, startLine, startCol)) : [];
    return (covering.at(-1) ?? named.at(-1))?.key ?? this.around(file, startLine, startCol);
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

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function coversPlace({ startLine, startCol, endLine, endCol }: OracleDeclaration, line: number, col: number): boolean {
  const isAfterStart = line > startLine || (line === startLine && col >= startCol);
  return isAfterStart && (line < endLine || (line === endLine && col < endCol));
}
