/**
 * A first index runs every function of the indexer for a few seconds in threads that start from nothing. V8's compiler then works on
 * functions that have seen too little: it compiles most of them twice or thrice, and throws code away. With a larger budget it waits
 * for better advice: a third of the compilations, and a fifth less CPU time for the whole index (zod, Node 20, two CPUs).
 */
import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs between two looks of the compiler, and V8's own choice: `--interrupt-budget`. */
const LATE_BUDGET = 500_000;
const USUAL_BUDGET = 66 * 1024;

/** Runs `work` with the compiler in no hurry, in all threads of this process. */
export async function compilingLater<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString(`--interrupt-budget=${LATE_BUDGET}`);
  try {
    return await work();
  } finally {
    setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`);
  }
}
