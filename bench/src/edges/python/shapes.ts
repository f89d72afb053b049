/** Shapes of Python call sites: what the call, its receiver and its target look like, apart from names. */
import type { OracleSite } from "../oracle.js";
import type { PythonSite } from "./call-sites.js";

/** The shape of a call site: its form, where the callee or its object comes from, and how it reaches its target. */
export function shapeOf({ form, source }: PythonSite, { receiver }: Pick<OracleSite, "receiver">): string {
  return `${form} ${source} → ${receiver}`;
}
