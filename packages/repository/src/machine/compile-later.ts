/**
 * A first index runs every function of the indexer for a few seconds in threads that start from nothing. V8's compiler then works on
 * functions that have seen too little: it compiles most of them twice or thrice, and throws code away. With a larger budget it waits
 * for better advice: a third of the compilations, and a fifth less CPU time for the whole index (zod, Node 20, two CPUs).
 *
 * What it inlines it compiles again in every caller, in each thread: with a smaller allowance for that it is done sooner, and its code
 * does not run long enough to miss it. 5 % less CPU time (django, sqlalchemy; base and variant side by side on a busy machine).
 *
 * What the optimising compiler has not compiled yet, V8 interprets until its baseline compiler has: here that compiles each function at its
 * first call. 2 to 4 % less CPU time (sqlalchemy, effect, babel; base and variant in turns).
 */
import process from "node:process";
import { setFlagsFromString } from "node:v8";

/** What V8's compiler goes by, a flag's value by its name. */
type CompilerBudgets = Readonly<Record<"interrupt-budget" | "max-inlined-bytecode-size-cumulative", number>>;

/** Bytes of bytecode: what a function runs between two looks of the compiler, and what it inlines into one function. */
const SHORT_RUN: CompilerBudgets = { "interrupt-budget": 500_000, "max-inlined-bytecode-size-cumulative": 200 };
/** V8's own choice. */
const USUAL: CompilerBudgets = { "interrupt-budget": 66 * 1024, "max-inlined-bytecode-size-cumulative": 920 };

/** Of Node 20. Later ones count a function's calls instead, and complain on stderr of a budget. */
const LAST_V8_WITH_INTERRUPTS = 11;
const HAS_INTERRUPTS = Number.parseInt(process.versions.v8, 10) <= LAST_V8_WITH_INTERRUPTS;

/** Runs `work` with the optimising compiler in no hurry and the baseline compiler at once, in all threads of this process. */
export async function compilingLater<T>(work: () => Promise<T>): Promise<T> {
  setBudgets(SHORT_RUN);
  setFlagsFromString("--always-sparkplug");
  try {
    return await work();
  } finally {
    setFlagsFromString("--no-always-sparkplug");
    setBudgets(USUAL);
  }
}

function setBudgets(budgets: CompilerBudgets): void {
  for (const [flag, bytes] of Object.entries(budgets))
    if (flag !== "interrupt-budget" || HAS_INTERRUPTS) setFlagsFromString(`--${flag}=${bytes}`);
}
