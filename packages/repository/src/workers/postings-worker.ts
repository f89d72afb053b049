/** Module of the thread that builds a first version's postings and symbol tables: one task, one answer. */
import { parentPort, workerData } from "node:worker_threads";
import { buildPostingsOfTask, type PostingsTask } from "@sdl/graph/postings";

const records = buildPostingsOfTask(workerData as PostingsTask);
parentPort?.postMessage(records, [records.bytes.buffer, records.ids.bytes.buffer, records.names.bytes.buffer]);
