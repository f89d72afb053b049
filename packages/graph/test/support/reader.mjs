/**
 * Test processes that read. Arguments: folder and mode: `hold` keeps a read transaction and prints `held`; `once` prints the latest version's
 * number or an error's code. Ends when its standard input ends.
 */
import { openLedger } from "../../dist/index.js";
import { StoreEnvironment } from "../../dist/store/environment.js";

const [directory, what] = process.argv.slice(2);
process.stdin.on("end", () => process.exit(0)).resume();

function hold() {
  const environment = StoreEnvironment.open(directory, "read");
  environment.tables.meta.get(0, environment.beginRead());
  process.stdout.write("held\n");
}

function once() {
  const ledger = openLedger({ directory, mode: "read" });
  process.stdout.write(`${ledger.latestVersion()?.seq ?? 0}\n`);
  void ledger.close();
}

try {
  if (what === "hold") hold();
  else once();
} catch (error) {
  process.stdout.write(`${error.code}\n`);
}
