/**
 * The module that a store is looked at in: a process of its own, whose memory is given back when it ends, and which a fault of the store's
 * library may end. Arguments: the store's folder, how often it had been written at least, and `pages` or `all`: whether its latest version
 * is decoded. Prints one line of JSON.
 */
import process from "node:process";
import { endWithParent } from "../machine/end-with-parent.js";
import { inspect } from "./inspect-safely.js";

endWithParent();
const [directory = "", writes = "0", extent = "all"] = process.argv.slice(2);
const options = { directory, writes: Number(writes), pagesOnly: extent === "pages" };
void inspect(options).then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`));
