/** Errors of the ledger that opening it again may cure. */
import { GraphError, type GraphErrorCode } from "@sdl/model";

const FAULTS: ReadonlySet<GraphErrorCode> = new Set<GraphErrorCode>([
  "STORE_CORRUPT",
  "STORE_MOVED",
  "STORE_FAILED",
  "STORE_CLOSED",
]);

/** Whether an error comes from a store that is damaged, was replaced by another, or was closed. */
export function isStoreFault(error: unknown): error is GraphError {
  return error instanceof GraphError && FAULTS.has(error.code);
}

/** The damage named in an error of the ledger, without its advice. */
export function damageText(error: GraphError): string {
  const [damage = ""] = error.message.split(";");
  return damage;
}
