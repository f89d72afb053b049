/** Shapes of Python call sites: what the call and its target look like, apart from names. */
import type { OracleSite } from "../oracle.js";
import type { PythonSite } from "./call-sites.js";

/** The shape of a call site: its form, what stands before the dot, and how it reaches its callee. */
export function shapeOf({ form, object }: PythonSite, { receiver }: Pick<OracleSite, "receiver">): string {
  return `${form} ${objectKind(object)} → ${receiver}`;
}

function objectKind(object: string | null): string {
  if (object === null) return "name";
  if (object === "self" || object === "cls" || object === "super()") return `${object}.m`;
  return object === "…" ? "expression.m" : "name.m";
}
