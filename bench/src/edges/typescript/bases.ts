/**
 * Collector of direct bases: what classes and interfaces extend and implement, and declared types of object literals.
 */
import ts from "@typescript/typescript6";
import type { DeclarationKey, Oracle } from "../oracle.js";
import type { Declarations } from "./declarations.js";
import { isAugmentation, type Targets } from "./targets.js";

/** The bases of all declarations of the sources, and those of classes and interfaces apart. */
export function collectBases(
  sources: readonly ts.SourceFile[],
  declarations: Declarations,
  targets: Targets,
): Pick<Oracle, "bases" | "heritage"> {
  const bases: Record<DeclarationKey, DeclarationKey[]> = {};
  const heritage: Record<DeclarationKey, DeclarationKey[]> = {};
  for (const source of sources) {
    const open: ts.Node[] = [source];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const found = baseNames(node).flatMap((name) => keysOf(name, declarations, targets));
      addTo(bases, declarations.keyOf(node), found);
      // A variable may share the name of an interface.
      if (!ts.isVariableDeclaration(node)) addTo(heritage, declarations.keyOf(node), found);
      ts.forEachChild(node, (child) => {
        open.push(child);
      });
    }
  }
  return { bases, heritage };
}

function addTo(
  bases: Record<DeclarationKey, DeclarationKey[]>,
  key: DeclarationKey | undefined,
  found: readonly DeclarationKey[],
): void {
  if (key !== undefined && found.length > 0) bases[key] = [...(bases[key] ?? []), ...found];
}

function baseNames(node: ts.Node): ts.Expression[] {
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) {
    return (node.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
  }
  const type = ts.isVariableDeclaration(node) ? withoutUtility(node.type) : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
  const { typeName } = type;
  return ts.isIdentifier(typeName) ? [typeName] : [typeName.right];
}

/** The type inside `Readonly<T>` and the like, which have the members of `T`. */
function withoutUtility(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return type;
  return /^(?:Readonly|Required|Partial)$/.test(type.typeName.text) ? type.typeArguments?.[0] : type;
}

function keysOf(name: ts.Expression, declarations: Declarations, targets: Targets): DeclarationKey[] {
  const declared = targets.symbolOf(name)?.declarations ?? [];
  return declared.filter((node) => !isAugmentation(node)).flatMap((node) => declarations.keyOf(node) ?? []);
}
