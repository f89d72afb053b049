/**
 * Query sets of Django: a model's managers give objects of the model, and so do the query sets that their methods make. Names of
 * Django's methods; source: Django's documentation, "QuerySet API reference" and "Managers".
 */
import { lastName, names } from "../../values/name-lists.js";
import { external, NOTHING, outsideMember, type Target, TargetKind, type Value } from "../../values/target.js";
import type { Evaluation } from "../evaluation.js";

const DJANGO = "django";
/** Managers that every model has. */
const MANAGERS = names("objects _default_manager _base_manager");
/** Methods that give a query set of the same objects. */
const GIVES_SET = names(
  "all filter exclude order_by reverse distinct select_related prefetch_related annotate alias defer only using " +
    "select_for_update union intersection difference none get_queryset iterator aiterator bulk_create",
);
/** Methods that give an object. */
const GIVES_OBJECT = names("get first last earliest latest create aget afirst alast aearliest alatest acreate");
/** Methods that give a pair of an object and whether it was made. */
const GIVES_PAIR = names("get_or_create update_or_create aget_or_create aupdate_or_create");

/** A manager of the objects. */
export function managerOf(objects: Value): Target {
  return { ...external(DJANGO, "db.models.Manager"), item: objects };
}

/** A member of a model's class: of a manager, one that gives objects of the model. */
export function managedMember(ev: Evaluation, cls: Target, member: Target, fuel: number): Target {
  const objects: Value = [{ ...cls, kind: TargetKind.Instance }];
  if (member.kind === TargetKind.External) return isOwnManager(member) ? managerOf(objects) : member;
  if (member.kind !== TargetKind.Instance || member.item !== undefined) return member;
  return isManager(ev, member, fuel) ? { ...member, item: objects } : member;
}

/** Whether a member of a class outside the repository is the manager of a model. */
function isOwnManager({ text, name }: Target): boolean {
  return MANAGERS.has(lastName(name)) && (text === DJANGO || /Model\.\w+$/.test(name));
}

/** Whether an object's class is a manager or a query set. */
function isManager(ev: Evaluation, { file, symbol }: Target, fuel: number): boolean {
  const ctx = ev.context(file);
  if (!ctx.isPython) return false;
  return ev.ancestors(ctx, symbol, fuel).some((it) => it.kind === TargetKind.External && isQuerySet(it));
}

function isQuerySet({ text, name }: Target): boolean {
  return text === DJANGO && /(?:Manager|QuerySet)$/.test(name);
}

/** A method that an object of a manager's or query set's class has from Django, with the objects that it gives. */
export function querySetMember(object: Target, member: Target): Target {
  return object.item === undefined || member.text !== DJANGO
    ? member
    : { ...member, item: object.item, receiver: object };
}

/** A query set that a method of a manager or of a query set returns, with the objects of the one that it is called on. */
export function returnedSet(receiver: Target, result: Target): Target {
  if (result.text !== DJANGO || result.item !== undefined || receiver.item === undefined) return result;
  const [last, ...called] = result.name.split("()").reverse();
  const isSet = last === "" && called.length > 0 && called.every((path) => GIVES_SET.has(lastName(path)));
  return isSet ? receiver : result;
}

/** A member of a query set outside the repository. */
export function memberOfQuerySet(set: Target, name: string): Target | undefined {
  if (set.text !== DJANGO || set.item === undefined) return undefined;
  return { ...outsideMember(set, name), item: set.item };
}

/** The result of a method of a query set; `undefined` for other targets. */
export function querySetCall({ text, name, item, receiver }: Target): Value | undefined {
  if (text !== DJANGO || item === undefined) return undefined;
  const method = lastName(name);
  if (GIVES_OBJECT.has(method)) return item;
  if (GIVES_SET.has(method)) return [receiver ?? { ...external(DJANGO, "db.models.QuerySet"), item }];
  return GIVES_PAIR.has(method)
    ? [{ ...external(DJANGO, "pair"), item, parts: [item, NOTHING] }]
    : [external(DJANGO, `${name}()`)];
}
