/** Index of a Python project's declarations by place. */
import { type DeclarationKey, moduleKey, type OracleDeclaration } from "../oracle.js";
import { Places } from "../places.js";
import type { PythonAlias, PythonDeclaration, PythonFile, PythonNested } from "./call-sites.js";

/** Finds declarations and aliases by place. */
export class PythonProject {
  readonly declarations: Readonly<Record<string, readonly OracleDeclaration[]>>;
  readonly propertyNames = new Set<string>();
  private readonly byPlace = new Map<string, PythonDeclaration>();
  private readonly aliases = new Map<string, PythonAlias[]>();
  private readonly byKey = new Map<DeclarationKey, PythonDeclaration>();
  private readonly nested = new Map<string, PythonNested>();
  private readonly files: ReadonlySet<string>;
  private readonly places: Places;

  constructor(files: readonly PythonFile[]) {
    this.files = new Set(files.map(({ file }) => file));
    this.declarations = Object.fromEntries(files.map(({ file, declarations }) => [file, toOracle(file, declarations)]));
    this.places = new Places(this.declarations);
    for (const { file, declarations, nested, aliases } of files) {
      for (const alias of aliases) {
        const key = placeKey(file, alias.line, alias.col);
        this.aliases.set(key, [...(this.aliases.get(key) ?? []), alias]);
      }
      for (const one of nested) this.nested.set(placeKey(file, one.line, one.col), one);
      for (const declaration of declarations) {
        this.byPlace.set(placeKey(file, declaration.line, declaration.col), declaration);
        this.byKey.set(declarationKey(file, declaration.path), declaration);
        if (declaration.kind === "property") this.propertyNames.add(declaration.name);
      }
    }
  }

  has(file: string): boolean {
    return this.files.has(file);
  }

  /** The declaration whose name is at a place. */
  at(file: string, line: number, col: number): PythonDeclaration | undefined {
    return this.byPlace.get(placeKey(file, line, col));
  }

  /** The aliases that a variable, parameter or attribute at a place has. */
  aliasesAt(file: string, line: number, col: number): readonly PythonAlias[] {
    return this.aliases.get(placeKey(file, line, col)) ?? [];
  }

  byPath(file: string, path: string): PythonDeclaration | undefined {
    return this.byKey.get(declarationKey(file, path));
  }

  /** Whether the name of a function or class inside a function is at a place. */
  isNested(file: string, line: number, col: number): boolean {
    return this.nested.has(placeKey(file, line, col));
  }

  /** Places of the names whose constructors a class inside a function inherits. */
  inheritedConstructors(file: string, line: number, col: number): PythonNested["constructors"] {
    return this.nested.get(placeKey(file, line, col))?.constructors ?? [];
  }

  ownerAt(file: string, line: number, col: number): DeclarationKey {
    return this.places.around(file, line, col);
  }
}

/** The key of a declaration; `__init__` and `__new__` get the key of their class. */
export function declarationKey(file: string, path: string): DeclarationKey {
  return moduleKey(file) + path.replace(/\.__(?:init|new)__$/, "");
}

/** A variable owns its first value; later values belong to the enclosing declaration. */
function toOracle(file: string, declarations: readonly PythonDeclaration[]): OracleDeclaration[] {
  const seen = new Set<string>();
  return declarations.map(({ path, name, kind, line, startLine, startCol, endLine, endCol }) => {
    const isOwner = kind !== "variable" || !(path.includes(".") || seen.has(path));
    seen.add(path);
    return { key: declarationKey(file, path), name, line, startLine, startCol, endLine, endCol, isOwner };
  });
}

function placeKey(file: string, line: number, col: number): string {
  return `${file}:${line}:${col}`;
}
