/**
 * Names of packages that consist of several files (rule 3): what a name refers to inside the package and through an
 * import.
 */
import { ImportForm } from "@sdl/model/facts";
import { combineHashes, hash32 } from "@sdl/model/text";
import type { FileContext } from "../../files/file-context.js";
import { packageLookup, packageMethodLookup, packageNamesLookup } from "../../lookups.js";
import { parentPath } from "../../modules/paths.js";
import { RULE } from "../../values/rule-table.js";
import {
  builtin,
  external,
  flatMapValue,
  moduleTarget,
  NOTHING,
  reachedBy,
  refine,
  type Target,
  TargetKind,
  type Value,
} from "../../values/target.js";
import { COST, type Evaluation } from "../evaluation.js";

/** Files of a package that an import of the whole leads to, at most. */
const MAX_FILES = 8;

/** A name that the file does not declare: of its package, of one that is imported without a name, an import's that is called otherwise than its path. */
export function packageValue(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const known = ev.recall(ctx.steps.globals, name, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.globals, name, { fuel, cost: COST.none }, () => {
    ev.recorder.record(packageLookup(hash32(parentPath(ctx.path)), ev.names.hash(name)));
    const own = ev.packages.around(ctx)?.outermost.get(name);
    return own ?? importedName(ev, ctx, name) ?? [builtin(ev.names.text(name))];
  });
}

/**
 * Imports that add all their names to the file, then imports of packages whose declared name differs from the last part
 * of the path.
 */
function importedName(ev: Evaluation, ctx: FileContext, name: number): Value | undefined {
  const whole = importsOf(ev, ctx, ImportForm.Star);
  const found = flatMapValue(whole, (target) =>
    target.kind === TargetKind.Package ? packageMember(ev, target, name) : NOTHING,
  );
  if (found.length > 0) return found;
  const text = ev.names.text(name);
  const called = importsOf(ev, ctx, ImportForm.Namespace).find(
    (target) => target.kind === TargetKind.Package && calledName(ev, target) === text,
  );
  if (called !== undefined) return [called];
  const outside = whole.find(({ kind }) => kind === TargetKind.External);
  return outside === undefined ? undefined : [external(outside.text, text)];
}

function importsOf(ev: Evaluation, ctx: FileContext, wanted: number): readonly Target[] {
  const { form, specifier, rows } = ctx.imports;
  ev.recorder.spend(rows);
  return Array.from(specifier).flatMap((written, row) =>
    form[row] === wanted ? ev.resolveWritten(ctx, written) : NOTHING,
  );
}

/** The name that the package in a folder declares. */
function calledName(ev: Evaluation, { text: folder }: Target): string | undefined {
  ev.recorder.record(packageNamesLookup(hash32(folder)));
  return ev.packages.imported(folder)?.[0];
}

/** `package.Name` */
export function packageMember(ev: Evaluation, target: Target, name: number): Value {
  const folder = hash32(target.text);
  ev.recorder.record(packageNamesLookup(folder));
  ev.recorder.record(packageLookup(folder, ev.names.hash(name)));
  const found = ev.packages.imported(target.text)?.[1].outermost.get(name) ?? NOTHING;
  return found.map((member) => reachedBy(target, refine(member, RULE.namespaceMember)));
}

/** The files of an imported package that its import leads to, in path order. */
export function importedFiles(ev: Evaluation, target: Target): readonly Target[] {
  ev.recorder.record(packageNamesLookup(hash32(target.text)));
  const files = ev.packages.imported(target.text)?.[1].files ?? [];
  return files.slice(0, MAX_FILES).map((file) => refine(moduleTarget(file, RULE.imported), target));
}

/** A method that another file of the package declares for a type. */
export function packageMethod(ev: Evaluation, ctx: FileContext, type: number, name: number): Value {
  if (ctx.packageName === undefined) return NOTHING;
  const typeName = ctx.page.string(ctx.symbols.name[type] ?? 0);
  ev.recorder.record(
    packageMethodLookup(hash32(parentPath(ctx.path)), combineHashes(hash32(typeName), ev.names.hash(name))),
  );
  return ev.packages.around(ctx)?.methods.get(typeName)?.get(name) ?? NOTHING;
}
