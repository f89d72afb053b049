/**
 * Test process that checks the stores named by its arguments and prints one line of JSON for each: the doubt, the faults found, and, if there is
 * none, the digest of the canonical dump. The store is opened only if no fault was found.
 */
import { createHash } from "node:crypto";
import { canonicalDump, findStoreDoubt, inspectStore, openLedger } from "../../dist/index.js";

async function read(directory) {
  // The process that created the store was killed before it finished.
  if (!isFinished(directory)) return { version: 0 };
  const ledger = openLedger({ directory, mode: "read" });
  const snapshot = ledger.snapshot();
  const hash = createHash("sha256");
  for (const line of canonicalDump(snapshot)) hash.update(`${line}\n`);
  snapshot.close();
  const version = ledger.latestVersion()?.seq ?? 0;
  await ledger.close();
  return { digest: hash.digest("hex"), version };
}

function isFinished(directory) {
  try {
    void openLedger({ directory, mode: "read" }).close();
    return true;
  } catch (error) {
    if (error.code === "STORE_MISSING") return false;
    throw error;
  }
}

for (const directory of process.argv.slice(2)) {
  const doubt = findStoreDoubt(directory);
  let faults = doubt?.kind === "damaged" ? [doubt.reason] : undefined;
  if (faults === undefined)
    ({ faults } = await inspectStore(directory, { writes: doubt?.writes ?? 0, pagesOnly: true }));
  process.stdout.write(
    `${JSON.stringify({ doubt: doubt?.kind, faults, ...(faults.length === 0 ? await read(directory) : {}) })}\n`,
  );
}
