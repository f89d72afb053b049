/**
 * Module of the process that inspects a store: its memory is released when it ends, and a fault of the store's library
 * may end it. Arguments: the store's folder, the least number of its writes, and `pages` or `all`: whether to decode
 * the latest version. Prints one line of JSON.
 */
import process from "node:process";
import { endWithParent } from "../machine/end-with-parent.js";
import { inspectStoreSafely } from "./inspect-safely.js";

endWithParent();
const [directory = "", writes = "0", extent = "all"] = process.argv.slice(2);
const options = { directory, writes: Number(writes), pagesOnly: extent === "pages" };
void inspectStoreSafely(options).then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`));
