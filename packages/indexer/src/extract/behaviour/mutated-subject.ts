/** Shared state that a write mutates: a field of an instance, a variable of the module, or an object of another module. */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { ExprOp, IMPORTS, SYMBOLS } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";
import type { Origins } from "./origins.js";

/** The word for the instance inside a class. */
export type SelfWord = "this" | "self" | "receiver";

/** Longest member chain that is followed to its base. */
const MAX_CHAIN = 16;

interface MemberChain {
  readonly base: number;
  /** The member directly after the base. */
  readonly first: string | undefined;
}

/**
 * Name of the outermost shared object in `this.cache`, `registry`, `settings.DEBUG`. `undefined` for locals and
 * parameters, and for code that initializes its own instance or module.
 */
export function mutatedSubject(
  extraction: Extraction,
  origins: Origins,
  { owner, expr }: { readonly owner: number; readonly expr: number },
  self: SelfWord,
): string | undefined {
  const ownerKind = extraction.kindOf(owner);
  if (ownerKind !== "function" && ownerKind !== "method" && ownerKind !== "constructor") return undefined;
  const { base, first } = memberChain(origins, expr);
  const target = origins.a(base);
  switch (origins.op(base)) {
    case ExprOp.This:
    case ExprOp.Super:
      return first === undefined || ownerKind === "constructor" || target === owner ? undefined : `${self}.${first}`;
    case ExprOp.Class:
      return first === undefined ? undefined : `${rootName(extraction, origins, target)}.${first}`;
    case ExprOp.Symbol:
      return target === owner || !isShared(extraction, target, first)
        ? undefined
        : joinChain(rootName(extraction, origins, target), first);
    case ExprOp.Import:
      return first === undefined
        ? undefined
        : joinChain(origins.text(extraction.facts.table(IMPORTS).get(target, "local")), first);
    default:
      return undefined;
  }
}

function memberChain(origins: Origins, expr: number): MemberChain {
  let base = expr;
  let first: string | undefined;
  for (let depth = 0; depth < MAX_CHAIN; depth++) {
    const op = origins.op(base);
    if (op === ExprOp.Member) first = origins.memberName(base);
    else if (op !== ExprOp.Element) break;
    base = origins.a(base);
  }
  return { base, first };
}

/** Whether `symbol` is a variable that outlives calls, or `member` belongs to a top-level declaration. */
function isShared(extraction: Extraction, symbol: number, member: string | undefined): boolean {
  const symbols = extraction.facts.table(SYMBOLS);
  if ((symbols.get(symbol, "flags") & SymbolFlag.Nested) !== 0) return false;
  return member !== undefined || symbols.get(symbol, "kind") === KIND_CODE.variable;
}

function rootName(extraction: Extraction, origins: Origins, symbol: number): string {
  return origins.text(extraction.facts.table(SYMBOLS).get(symbol, "name"));
}

function joinChain(name: string, member: string | undefined): string {
  return member === undefined ? name : `${name}.${member}`;
}
