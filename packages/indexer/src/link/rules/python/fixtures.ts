/**
 * Fixture rule (11): what pytest passes for a parameter of a test, by the parameter's name: the result of the fixture in the test's
 * own file, else in the nearest `conftest.py` of its folder and the folders around it. Source: pytest's documentation, "Fixture
 * availability"; fixtures of plugins are outside.
 */
import { SymbolFlag } from "@sdl/model";
import type { FileContext } from "../../files/file-context.js";
import { symbolLookup } from "../../lookups.js";
import { ancestorsAndSelf, inFolder, parentPath } from "../../modules/paths.js";
import { flatMapValue, NOTHING, type Target, TargetKind, type Value } from "../../values/target.js";
import { providedValue } from "../containers.js";
import type { Evaluation } from "../evaluation.js";

/** The value of the fixture that a parameter of the file's tests names. */
export function fixtureValue(ev: Evaluation, ctx: FileContext, name: number, fuel: number): Value {
  const own = givenBy(ev, ev.exported(ctx, name, fuel), fuel);
  if (own.length > 0) return own;
  for (const folder of ancestorsAndSelf(parentPath(ctx.path))) {
    const found = ev.findPythonModule(inFolder(folder, "conftest"));
    if (found === undefined || typeof found === "string") continue;
    const given = givenBy(ev, ev.exported(ev.context(found), name, fuel), fuel);
    if (given.length > 0) return given;
  }
  return NOTHING;
}

/** What the fixtures among the targets give; a generator gives what it yields. */
function givenBy(ev: Evaluation, value: Value, fuel: number): Value {
  return flatMapValue(value, (target) => (isFixture(ev, target, fuel) ? providedValue(ev, target, fuel) : NOTHING));
}

function isFixture(ev: Evaluation, target: Target, fuel: number): boolean {
  if (target.kind !== TargetKind.Declaration) return false;
  const ctx = ev.context(target.file);
  ev.record(ctx, symbolLookup(ctx.idHash(target.symbol)));
  if (!ctx.isPython || !ctx.hasFlag(target.symbol, SymbolFlag.Decorated)) return false;
  return ev
    .decorated(target, fuel)
    .some(({ kind, name }) => kind === TargetKind.External && name.startsWith("fixture"));
}
