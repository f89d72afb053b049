/** The ledger's errors that opening it anew may mend. Known by their name: importing the ledger to ask costs every start of the program. */

const FAULTS: ReadonlySet<string> = new Set(["STORE_CORRUPT", "STORE_MOVED", "STORE_FAILED", "STORE_CLOSED"]);

/** @returns whether the error comes from a store that is damaged, that another took the place of, or that was given up */
export function isStoreFault(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && error.name === "GraphError" && "code" in error && FAULTS.has(String(error.code));
}

/** What an error of the ledger says is damaged, without what to do about it. */
export function damageIn(error: Error): string {
  const [damage = ""] = error.message.split(";");
  return damage;
}
