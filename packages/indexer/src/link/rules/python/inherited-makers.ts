/**
 * Methods that a class inherits from outside the repository and that give its own objects: `C.model_validate(data)` of a model of
 * pydantic makes an object of `C`, `p._replace(x=1)` of a named tuple another one. A table of names; knows nothing else about libraries.
 */
import { lastName, names } from "../../values/name-lists.js";
import { isOutside, type Target, TargetKind, type Value } from "../../values/target.js";

/** Methods of classes, by package. */
const MAKERS = new Map([
  [
    "pydantic",
    names(
      "model_validate model_validate_json model_construct parse_obj parse_raw parse_file from_orm construct validate",
    ),
  ],
  ["sqlmodel", names("model_validate model_validate_json model_construct parse_obj from_orm")],
  ["typing", names("_make")],
]);
/** Methods of objects that give an object of the same class, by package. */
const COPIERS = new Map([
  ["pydantic", names("model_copy copy")],
  ["sqlmodel", names("model_copy copy")],
  ["typing", names("_replace")],
]);

/** A member that a class or an object has from outside the repository, with the object that calling it gives. */
export function makerMember(target: Target, member: Target): Target {
  if (!isOutside(member) || (target.kind !== TargetKind.Declaration && target.kind !== TargetKind.Instance))
    return member;
  const table = target.kind === TargetKind.Declaration ? MAKERS : COPIERS;
  if (table.get(member.text)?.has(lastName(member.name)) !== true) return member;
  return { ...member, item: [{ ...target, kind: TargetKind.Instance }] };
}

/** The object that calling such a member gives; `undefined` for other targets. */
export function makerCall(target: Target): Value | undefined {
  const name = lastName(target.name);
  const isMaker = MAKERS.get(target.text)?.has(name) === true || COPIERS.get(target.text)?.has(name) === true;
  return isMaker ? target.item : undefined;
}
