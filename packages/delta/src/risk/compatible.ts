/** Compatibility of declarations: whether code written against one fits the other. Compares texts; unknown differences count as incompatible. */
import type { Param, Signature } from "@sdl/model/graph";

/** Whether the declarations are equal but for additional optional parameters at the end. */
export function isCompatible(before: Signature | undefined, after: Signature | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const [old, now] = [before.params ?? [], after.params ?? []];
  if (now.length <= old.length) return false;
  return (
    sameText(before.returns, after.returns) &&
    sameText(before.generics?.join(), after.generics?.join()) &&
    sameText(before.overloads?.join("\n"), after.overloads?.join("\n")) &&
    before.async === after.async &&
    before.generator === after.generator &&
    now.every((param, i) => (i < old.length ? sameParam(old[i], param) : mayBeLeftOut(param)))
  );
}

function sameParam(before: Param | undefined, after: Param): boolean {
  return (
    before !== undefined &&
    before.name === after.name &&
    before.optional === after.optional &&
    sameText(before.type, after.type) &&
    sameText(before.default, after.default)
  );
}

function mayBeLeftOut({ name, optional, default: preset }: Param): boolean {
  return optional === true || preset !== undefined || /^(?:\.\.\.|\*)/.test(name);
}

function sameText(before: string | undefined, after: string | undefined): boolean {
  return (before ?? "").replace(/\s+/g, "") === (after ?? "").replace(/\s+/g, "");
}
