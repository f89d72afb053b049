/**
 * Import rule (2): the value of an import binding. A declaration file beside a script or component adds only what the
 * script does not declare itself, since the script is what runs.
 */
import { ImportForm } from "@sdl/model/facts";
import type { FileContext } from "../files/file-context.js";
import { inFolder } from "../modules/paths.js";
import { RULE } from "../values/rule-table.js";
import {
  flatMapValue,
  folder,
  isOutside,
  moduleTarget,
  NOTHING,
  outsideMember,
  reachedBy,
  type Target,
  TargetKind,
  union,
  type Value,
} from "../values/target.js";
import { COST, type Evaluation } from "./evaluation.js";
import { type Answer, Holding } from "./holder-search.js";

/** Names under which a module exports one value as a whole. */
const WHOLE = ["export=", "default"];

/** The value of a row of `imports`. */
export function importValue(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  if (ev.isAtTop(ctx, fuel)) return bind(ev, ctx, row, fuel);
  const known = ev.recall(ctx.steps.imports, row, fuel);
  if (known !== undefined) return known;
  return ev.step(ctx.steps.imports, row, { fuel, cost: COST.none }, (left) => bind(ev, ctx, row, left));
}

function bind(ev: Evaluation, ctx: FileContext, row: number, fuel: number): Value {
  const { imports, page } = ctx;
  const specifier = imports.specifier[row] ?? 0;
  const form = imports.form[row] ?? 0;
  if (form === ImportForm.DottedModule) return ev.resolveModule(ctx, page.string(specifier).split(".", 1)[0] ?? "");
  const modules = ev.resolveWritten(ctx, specifier);
  switch (form) {
    case ImportForm.Named:
      return namedImports(ev, modules, ctx.name(imports.imported[row] ?? 0), fuel);
    case ImportForm.Default:
      return flatMapValue(modules, (module) => defaultImport(ev, module, fuel));
    case ImportForm.Require:
      return flatMapValue(modules, (module) => requiredModule(ev, module, fuel));
    default:
      return modules;
  }
}

function namedImports(ev: Evaluation, modules: Value, name: number, fuel: number): Value {
  const [only] = modules;
  if (modules.length === 1 && only !== undefined) return namedImport(ev, only, name, fuel);
  return flatMapValue(modules, (module) => namedImport(ev, module, name, fuel));
}

function namedImport(ev: Evaluation, module: Target, name: number, fuel: number): Value {
  if (module.kind === TargetKind.External) return [outsideMember(module, ev.names.text(name))];
  const found = exportOrMember(ev, module, name, fuel);
  if (found.some((target) => !isOutside(target))) return found;
  const described = describedExport(ev, module, name, fuel);
  return described.length > 0 ? described : found;
}

/** An export of a module, or a member of what it exports as a whole. */
function exportOrMember(ev: Evaluation, module: Target, name: number, fuel: number): Value {
  const answer = moduleMember(ev, module, name, fuel);
  return answer instanceof Holding ? ev.memberOf(answer.held, name, fuel) : answer;
}

/** The default export of a module; for CommonJS, its `module.exports`. */
function defaultImport(ev: Evaluation, module: Target, fuel: number): Value {
  if (module.kind !== TargetKind.Module) return [module];
  const ctx = ev.context(module.file);
  const named = through(module, ev.exported(ctx, ev.names.number("default"), fuel));
  if (named.length > 0) return named;
  const assigned = assignedExports(ev, module, fuel);
  return assigned.length === 0 && !ctx.isPython ? [module] : assigned;
}

/** The value of `require`: `module.exports` if it is assigned as a whole, else the module. */
export function requiredModule(ev: Evaluation, module: Target, fuel: number): Value {
  if (module.kind !== TargetKind.Module) return [module];
  return union(assignedExports(ev, module, fuel), [module]);
}

function assignedExports(ev: Evaluation, module: Target, fuel: number): Value {
  return through(module, ev.exported(ev.context(module.file), ev.names.number("export="), fuel));
}

/**
 * The value of `module.name`: an export; in Python also a submodule; for CommonJS a member of the value assigned to
 * `module.exports`; else what the declaration file beside the module exports.
 */
export function moduleMember(ev: Evaluation, module: Target, name: number, fuel: number): Answer {
  if (module.kind === TargetKind.Folder) return submodule(ev, module.text, ev.names.text(name), module);
  const ctx = ev.context(module.file);
  const found = ev.exported(ctx, name, fuel);
  if (found.length > 0) return through(module, found);
  if (ctx.isPython) {
    const { packageFolder } = ctx;
    return packageFolder === undefined ? NOTHING : submodule(ev, packageFolder, ev.names.text(name), module);
  }
  const assigned = assignedExports(ev, module, fuel);
  return assigned.length > 0 ? new Holding(assigned) : describedExport(ev, module, name, fuel);
}

function through(module: Target, found: Value): Value {
  return found.length === 0 ? NOTHING : found.map((target) => reachedBy(module, target));
}

/** A module in a Python package's folder. */
function submodule(ev: Evaluation, package_: string, name: string, source: Target): Value {
  const found = ev.findPythonModule(inFolder(package_, name));
  if (found === undefined) return NOTHING;
  const target = typeof found === "string" ? folder(found, RULE.reExport) : moduleTarget(found, RULE.reExport);
  return [reachedBy(source, target)];
}

/** What the declaration file beside a module exports under the name, directly or in the value that it exports as a whole. */
function describedExport(ev: Evaluation, module: Target, name: number, fuel: number): Value {
  if (module.kind !== TargetKind.Module) return NOTHING;
  const found = flatMapValue(describing(ev, ev.context(module.file)), ({ file }) => {
    const ctx = ev.context(file);
    const own = ev.exported(ctx, name, fuel);
    return own.length > 0 ? own : ev.memberOf(ev.exported(ctx, ev.names.number("export="), fuel), name, fuel);
  });
  return found.map((target) => reachedBy(module, target));
}

/**
 * A member that the declaration file beside a script adds to a class or function of the script, such as a type of the
 * namespace with its name.
 */
export function describedMember(ev: Evaluation, target: Target, name: number, fuel: number): Value {
  // A declaration may lead back to the script's own value: `export const open: typeof import("../store.js").open`.
  const left = fuel - COST.value;
  const ctx = ev.context(target.file);
  if (left < 0) return NOTHING;
  const isOwn = ({ file, symbol }: Target) => file === target.file && symbol === target.symbol;
  return flatMapValue(describing(ev, ctx), ({ file }) => {
    const whole = WHOLE.map((text) => ev.names.number(text)).filter((one) => ev.exported(ctx, one, left).some(isOwn));
    const names = [...whole, ctx.name(ctx.symbols.name[target.symbol] ?? 0)];
    const described = names.flatMap((one) => ev.exported(ev.context(file), one, left));
    const found = ev.memberOf(described, name, left).filter((member) => !isOutside(member));
    return found.map((member) => reachedBy(target, member));
  });
}

/** The declaration file beside a script or component. */
function describing(ev: Evaluation, ctx: FileContext): Value {
  const [, stem, kind = ""] = /([^/]+)\.(?:([mc]?)jsx?|vue|svelte)$/.exec(ctx.path) ?? [];
  if (stem === undefined) return NOTHING;
  return ev.resolveModule(ctx, `./${stem}.d.${kind}ts`).filter((found) => isDeclarationFile(ev, found));
}

function isDeclarationFile(ev: Evaluation, { kind, file }: Target): boolean {
  return kind === TargetKind.Module && /\.d\.[mc]?ts$/.test(ev.context(file).path);
}
