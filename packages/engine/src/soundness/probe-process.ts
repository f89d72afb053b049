/**
 * The module that a store is looked at in: a process of its own, since damage may end whoever maps it. Arguments: the store's folder, how
 * often it had been written at least, and how many milliseconds to look (`all`: until everything is read). Prints one line of JSON.
 */
import process from "node:process";
import { GraphError, inspectStore } from "@sdl/graph";
import type { ProbeReply } from "./probe.js";

async function probe(directory: string, writes: number, budget: string): Promise<ProbeReply> {
  try {
    return await inspectStore(directory, { writes, ...(budget === "all" ? {} : { budgetMs: Number(budget) }) });
  } catch (error) {
    // A store that was never finished holds nothing that could be wrong.
    if (error instanceof GraphError && error.code === "STORE_MISSING") return NOTHING;
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const NOTHING = { faults: [], isComplete: true, writes: 0, records: 0, sizeBytes: 0, tableBytes: {}, readers: [] };

const [directory = "", writes = "0", budget = "all"] = process.argv.slice(2);
void probe(directory, Number(writes), budget).then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`));
