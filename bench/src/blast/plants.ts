/** Signature breaks that can be planted into a TypeScript file without moving lines. */
import ts from "@typescript/typescript6";

/** Kinds of breaks: another required parameter, another return type, removal, a new name. */
export const PLANT_KINDS = ["parameter", "returns", "removed", "renamed"] as const;
/** One of {@link PLANT_KINDS}. */
export type PlantKind = (typeof PLANT_KINDS)[number];

/** One planted break in one file. */
export interface Plant {
  readonly kind: PlantKind;
  readonly file: string;
  readonly name: string;
  /** Offset of the name in the unchanged file. */
  readonly position: number;
  /** The file's text with the break. */
  readonly text: string;
}

/** A type that no value has. */
const STRANGE = "{ sdlPlanted: 1 }";

type PlantableDeclaration = ts.FunctionDeclaration | ts.MethodDeclaration | ts.MethodSignature;

/** Plants of one kind in exported functions and in methods of classes and interfaces. */
export function plantsIn(source: ts.SourceFile, file: string, kind: PlantKind): Plant[] {
  return findDeclarations(source).flatMap((declaration) => {
    const { name } = declaration;
    const text = name === undefined || !ts.isIdentifier(name) ? undefined : plantedText(source, declaration, kind);
    if (name === undefined || text === undefined) return [];
    return [{ kind, file, name: name.getText(source), position: name.getStart(source), text }];
  });
}

/** Declarations without overloads, because a call of an overloaded function refers to one overload only. */
function findDeclarations(source: ts.SourceFile): PlantableDeclaration[] {
  const found = source.statements.flatMap((statement): PlantableDeclaration[] => {
    if (ts.isFunctionDeclaration(statement)) return isExported(statement) ? [statement] : [];
    return ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)
      ? methodDeclarations(statement)
      : [];
  });
  const counts = new Map<string, number>();
  const keyOf = (declared: PlantableDeclaration): string =>
    `${declared.parent.pos} ${declared.name?.getText(source) ?? ""}`;
  for (const declared of found) counts.set(keyOf(declared), (counts.get(keyOf(declared)) ?? 0) + 1);
  return found.filter((declared) => counts.get(keyOf(declared)) === 1);
}

function methodDeclarations({ members }: ts.ClassDeclaration | ts.InterfaceDeclaration): PlantableDeclaration[] {
  return [...members].filter((member): member is ts.MethodDeclaration | ts.MethodSignature => {
    return (ts.isMethodDeclaration(member) || ts.isMethodSignature(member)) && !isPrivate(member);
  });
}

function isExported(statement: ts.FunctionDeclaration): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function isPrivate(member: ts.MethodDeclaration | ts.MethodSignature): boolean {
  return member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true;
}

/** @returns `undefined` if the declaration has no place for the plant */
function plantedText(source: ts.SourceFile, declared: PlantableDeclaration, kind: PlantKind): string | undefined {
  const { text } = source;
  const put = (from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
  switch (kind) {
    case "parameter": {
      if (declared.parameters.some((one) => one.questionToken ?? one.initializer ?? one.dotDotDotToken))
        return undefined;
      const at = declared.parameters.end;
      const isFirst = declared.parameters.length === 0;
      const comma = isFirst || declared.parameters.hasTrailingComma === true ? "" : ", ";
      return put(at, at, `${comma}sdlPlanted: ${STRANGE}`);
    }
    case "returns": {
      const { type } = declared;
      if (type === undefined || ts.isTypePredicateNode(type) || type.kind === ts.SyntaxKind.ThisType) return undefined;
      return put(
        type.getStart(source),
        type.end,
        STRANGE + text.slice(type.getStart(source), type.end).replace(/[^\n]/g, ""),
      );
    }
    case "removed": {
      if (ts.isFunctionDeclaration(declared)) return undefined;
      const start = declared.getStart(source);
      return put(start, declared.end, text.slice(start, declared.end).replace(/[^\n]/g, ""));
    }
    case "renamed": {
      if (ts.isFunctionDeclaration(declared)) return undefined;
      return put(declared.name.getStart(source), declared.name.end, "sdlRenamed");
    }
  }
}
