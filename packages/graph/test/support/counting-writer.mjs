/**
 * Test process that publishes one version after another: in version n every file contains the symbols `first_n` and `second_n`, linked in a ring,
 * and the configuration contains n. Prints n after each commit. Arguments: folder, number of files, number of versions, and `endure` to continue
 * after an error of the ledger.
 */
import { createHash } from "node:crypto";
import { KIND_CODE } from "@sdl/model";
import { FactsBuilder, LENGTHS, POSTINGS, SYMBOLS, TERMS } from "@sdl/model/facts";
import { termHashHigh, termHashLow } from "@sdl/model/text";
import { openLedger } from "../../dist/index.js";

const [directory, fileCount, versionCount] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const endures = process.argv[5] === "endure";
const stat = { sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 };
const hash = (text) => createHash("sha256").update(text).digest();

function page(file, n) {
  const builder = new FactsBuilder("python");
  for (const name of ["", `first_${n}`, `second_${n}`]) {
    const zero = Object.fromEntries(Object.keys(SYMBOLS.columns).map((column) => [column, 0]));
    builder.table(SYMBOLS).append({
      ...zero,
      name: builder.string(name),
      kind: KIND_CODE[name === "" ? "module" : "function"],
      docOpt: builder.stringOpt(`${file} ${n} ${"doc ".repeat(200)}`),
    });
    builder.table(LENGTHS).append({ name: 1, signature: 0, doc: n % 100, body: 0, literal: 0 });
  }
  builder.table(TERMS).append({ hi: termHashHigh(`term${n}`), lo: termHashLow(`term${n}`), count: 1 });
  builder.table(POSTINGS).append({ skipped: 1, frequencies: 1 });
  return builder.finish();
}

function links(file, toFile) {
  const one = (Type, value) => Type.of(value);
  const edges = {
    length: 1,
    from: one(Uint32Array, 1),
    toFile: one(Uint32Array, toFile),
    toSymbol: one(Uint32Array, 2),
    kind: one(Uint8Array, 0),
    confidence: one(Uint8Array, 90),
    resolver: one(Uint8Array, 2),
    count: one(Uint8Array, 1),
  };
  return { file, edges, unresolved: [], lookups: Uint32Array.of(file) };
}

/** Maximum number of failed tries beyond one per version, so that a permanent failure ends the process. */
const MAX_FAILURES = 3;
let ledger = openLedger({ directory });
let failures = 0;

function publish(n) {
  const paths = Array.from({ length: fileCount }, (_, i) => `file${i}.py`);
  const facts = paths.map((path) => ({ key: hash(`${path} ${n}`).toString("hex").slice(0, 32), page: page(path, n) }));
  ledger.putFacts(facts);
  const update = ledger.beginUpdate();
  const files = paths.map((path, i) => {
    const ids = ["", `first_${n}`, `second_${n}`].flatMap((name) => {
      const digest = hash(`${path} ${name}`);
      return [digest.readUInt32BE(0), digest.readUInt32BE(4)];
    });
    return update.putFile({ path, language: "python", factsKey: facts[i].key, stat, symbolIds: Uint32Array.from(ids) });
  });
  for (const [i, file] of files.entries()) update.setLinks(links(file, files[(i + 1) % files.length]));
  update.putConfig({ path: "n.json", text: String(n), stat });
  update.commit({ nowMs: n });
  process.stdout.write(`${n}\n`);
}

/** Prints the error and opens the ledger again if necessary, so that the process continues. */
async function recover(error) {
  if (error.name !== "GraphError" || ++failures > MAX_FAILURES) throw error;
  process.stderr.write(`${error.code}\n`);
  if (ledger.isInPlace()) return;
  await ledger.close();
  ledger = openLedger({ directory });
}

const before = ledger.latestVersion()?.seq ?? 0;
for (let n = before + 1; n <= before + versionCount; ) {
  try {
    publish(n);
    n++;
  } catch (error) {
    if (!endures) throw error;
    await recover(error);
    n = (ledger.latestVersion()?.seq ?? 0) + 1;
  }
}
await ledger.close();
