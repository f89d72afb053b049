/**
 * Test process that writes drafts. Arguments: the ledger's folder, the first number, the number of drafts. Prints each number after its draft is
 * written. All parts of a draft contain its number.
 */
import { DraftStore } from "../../dist/index.js";

const [directory, first, count] = process.argv.slice(2);
const store = DraftStore.open(directory);
for (let n = Number(first); n < Number(first) + Number(count); n++) {
  const head = {
    path: "src/written.ts",
    source: "writer",
    version: n,
    timestampMs: n,
    renewedMs: n,
    isDirty: true,
    holder: "",
    firstTextId: 1,
  };
  const page = Buffer.from(`${n};`.repeat(2000));
  store.change((changing) =>
    changing.put({
      head: { ...head, textId: changing.version, facts: { textId: changing.version, key: String(n) } },
      text: `${n};`.repeat(3000),
      page,
    }),
  );
  process.stdout.write(`${n}\n`);
}
await store.close();
