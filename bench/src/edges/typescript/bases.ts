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
      const names = baseNames(node);
      addTo(
        bases,
        declarations.keyOf(node),
        names.flatMap((name) => keysOf(declaredBy(name, targets), declarations)),
      );
      // A variable may share the name of an interface.
      if (!ts.isVariableDeclaration(node) && !isInAugmentation(node)) {
        const own = names.map((name) => declaredBy(name, targets).filter((one) => !isInAugmentation(one)));
        addTo(
          heritage,
          declarations.keyOf(node),
          own.flatMap((declared) => keysOf(declared, declarations)),
        );
      }
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

function declaredBy(name: ts.Expression, targets: Targets): ts.Declaration[] {
  return (targets.symbolOf(name)?.declarations ?? []).filter((node) => !isAugmentation(node));
}

/** Whether code only adds to a declaration that is elsewhere: in `declare module "./x" { … }` of a module. */
function isInAugmentation(node: ts.Node): boolean {
  const isAdded = ts.findAncestor(node, (at) => ts.isModuleDeclaration(at) && isAugmentation(at)) !== undefined;
  return isAdded && ts.isExternalModule(node.getSourceFile());
}

function keysOf(declared: readonly ts.Declaration[], declarations: Declarations): DeclarationKey[] {
  return declared.flatMap((node) => declarations.keyOf(node) ?? []);
}
