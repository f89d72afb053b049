/** Oracle for TypeScript and JavaScript, from the TypeScript compiler's checker. */
import { join } from "node:path";
import ts from "@typescript/typescript6";
import type { Oracle, OracleSite } from "../oracle.js";
import { collectBases } from "./bases.js";
import { Declarations } from "./declarations.js";
import { createProgram } from "./program.js";
import { receiverKind } from "./receivers.js";
import { shapeOf } from "./shapes.js";
import { type CallSite, callSites } from "./sites.js";
import { type Callee, Targets } from "./targets.js";

/** Increase it with every change of what is recorded. */
export const TYPESCRIPT_ORACLE_VERSION = 24;

/**
 * Builds the oracle of a project. @param files relative to `root`; imported files not listed are outside the project
 */
export function askTypescript(root: string, files: readonly string[]): Oracle {
  const program = createProgram(root, files);
  const checker = program.getTypeChecker();
  const declarations = new Declarations(root);
  const sources: ts.SourceFile[] = [];
  for (const file of files) {
    const source = program.getSourceFile(join(root, file));
    if (source === undefined) continue;
    sources.push(source);
    declarations.add(source, file);
  }
  const targets = new Targets(checker, declarations);
  const parsed = sources.filter((source) => isParsed(program, source));
  const sites = parsed.flatMap((source) => sitesOf(source, { checker, declarations, targets }));
  return {
    declarations: declarations.byFile(),
    sites,
    ...collectBases(parsed, declarations, targets),
    files: parsed.flatMap((source) => declarations.pathOf(source) ?? []),
  };
}

/** Whether a file is without syntax errors, such as those of a template; types in JavaScript are none. */
function isParsed(program: ts.Program, source: ts.SourceFile): boolean {
  return program.getSyntacticDiagnostics(source).every(({ code }) => code >= 8000 && code < 9000);
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly declarations: Declarations;
  readonly targets: Targets;
}

function sitesOf(source: ts.SourceFile, context: Context): OracleSite[] {
  const sites: OracleSite[] = [];
  for (const written of callSites(source)) {
    for (const site of context.targets.readingsOf(written)) {
      const callee = context.targets.calleeOf(site);
      if (callee !== undefined) sites.push(describe(source, site, callee, context));
    }
  }
  return withoutRepeats(sites);
}

/** Without repeated accesses that are not resolved, which are many in plain JavaScript. */
function withoutRepeats(sites: readonly OracleSite[]): OracleSite[] {
  const seen = new Set<string>();
  return sites.filter(({ receiver, status, caller, name }) => {
    if (receiver !== "accessor" || status !== "unresolved") return true;
    const key = `${caller}\0${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

function describe(
  source: ts.SourceFile,
  site: CallSite,
  callee: Callee,
  { checker, declarations }: Context,
): OracleSite {
  const name = ts.isPropertyAccessExpression(site.callee) ? site.callee.name : site.callee;
  const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
  // `super(…)` runs a constructor of a class above, of whatever name.
  const isUnknownBase = site.form === "super" && callee.status === "unresolved";
  return {
    file: declarations.pathOf(source) ?? "",
    line: line + 1,
    col: character,
    name: callee.isUnknownValue === true || isUnknownBase ? "" : nameText(name, source),
    status: callee.status,
    receiver: receiverKind(checker, site, callee.declarations),
    shape: shapeOf(checker, site, callee.declarations),
    caller: declarations.ownerOf(site.call ?? site.callee) ?? "",
    targets: callee.targets,
    ...(callee.status === "unresolved" && isImport(checker, site.callee) ? { isOpen: true } : {}),
  };
}

/** Whether a callee is an import: one that is not resolved may stand for a function of any name. */
function isImport(checker: ts.TypeChecker, callee: ts.Expression): boolean {
  const declaration = ts.isIdentifier(callee) ? checker.getSymbolAtLocation(callee)?.declarations?.[0] : undefined;
  return declaration !== undefined && (ts.isImportClause(declaration) || ts.isImportSpecifier(declaration));
}

/** The name that a call writes; empty if what is called has none, such as the result of another call. */
function nameText(name: ts.Node, source: ts.SourceFile): string {
  if (ts.isCallExpression(name)) return "";
  if (ts.isElementAccessExpression(name) && ts.isStringLiteral(name.argumentExpression))
    return name.argumentExpression.text;
  return ts.isIdentifier(name) ? name.text : name.getText(source).slice(0, 40);
}
