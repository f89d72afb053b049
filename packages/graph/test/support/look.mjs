/**
 * A process of its own that looks at one store after another, each named by an argument, and prints a line of JSON for each: what the
 * doubt was, what the inspection found, and the digest of the canonical dump where it found nothing. Damage may end it at any of them.
 */
import { createHash } from "node:crypto";
import { canonicalDump, doubtStore, inspectStore, openLedger } from "../../dist/index.js";

async function digestOf(directory) {
  const ledger = openLedger({ directory, mode: "read" });
  const snapshot = ledger.snapshot();
  const hash = createHash("sha256");
  for (const line of canonicalDump(snapshot)) hash.update(`${line}\n`);
  snapshot.close();
  await ledger.close();
  return hash.digest("hex");
}

for (const directory of process.argv.slice(2)) {
  const doubt = doubtStore(directory);
  let faults = doubt?.kind === "damaged" ? [doubt.reason] : undefined;
  if (faults === undefined)
    ({ faults } = await inspectStore(directory, { writes: doubt?.writes ?? 0, budgetMs: 5_000 }));
  const digest = faults.length === 0 ? await digestOf(directory) : undefined;
  process.stdout.write(`${JSON.stringify({ doubt: doubt?.kind, faults, digest })}\n`);
}
