/** The ledger's errors that opening it anew may mend. */
import { GraphError, type GraphErrorCode } from "@sdl/model";

const FAULTS: ReadonlySet<GraphErrorCode> = new Set<GraphErrorCode>([
  "STORE_CORRUPT",
  "STORE_MOVED",
  "STORE_FAILED",
  "STORE_CLOSED",
]);

/** @returns whether the error comes from a store that is damaged, that another took the place of, or that was given up */
export function isStoreFault(error: unknown): error is GraphError {
  return error instanceof GraphError && FAULTS.has(error.code);
}

/** What an error of the ledger says is damaged, without what to do about it. */
export function damageIn(error: GraphError): string {
  const [damage = ""] = error.message.split(";");
  return damage;
}
