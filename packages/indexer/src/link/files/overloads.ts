/** Overloads of a function, as facts keep them. Knows facts only. */
import type { FileContext } from "./file-context.js";

/** The type of a script's overloads or call signatures, as stored: the expression's row plus one, 0 for none. */
export function overloadType(ctx: FileContext, ordinal: number): number {
  const field = ctx.isPython ? undefined : ctx.field(ordinal, ctx.names.number("()"));
  return field === undefined ? 0 : (ctx.fields.typeOpt[field] ?? 0);
}
