/** The module of the thread that lays out a first version's postings: one task, one answer. */
import { parentPort, workerData } from "node:worker_threads";
import { layOutTask, type PostingsTask } from "@sdl/graph/postings";

const records = layOutTask(workerData as PostingsTask);
parentPort?.postMessage(records, [records.bytes.buffer]);
