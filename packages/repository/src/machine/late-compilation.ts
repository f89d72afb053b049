/**
 * Compiler settings for a first index, which runs every function of the indexer for a few seconds in new threads. By
 * default, V8 optimizes functions too early: it compiles most of them two or three times and discards code. With a
 * larger budget it waits for better type feedback: a third of the compilations, and 20 % less CPU time for the whole
 * index (zod, Node 20, two CPUs).
 *
 * Inlined functions are compiled again in every caller and thread: a lower inlining limit finishes sooner, and the code
 * does not run long enough to lose by it. 5 % less CPU time (django, sqlalchemy; base and variant side by side on a
 * busy machine).
 *
 * Before optimization, V8 interprets a function until its baseline compiler runs: here it runs at the first call. 2 to
 * 4 % less CPU time (sqlalchemy, effect, babel; base and variant in turns).
 */
import process from "node:process";
import { setFlagsFromString } from "node:v8";

/** V8 flags with their values. */
type CompilerBudgets = Readonly<Record<"interrupt-budget" | "max-inlined-bytecode-size-cumulative", number>>;

/**
 * Budgets in bytes of bytecode: the amount that a function runs between two checks of the compiler, and the amount that
 * is inlined into one function.
 */
const LATE_BUDGETS: CompilerBudgets = { "interrupt-budget": 500_000, "max-inlined-bytecode-size-cumulative": 200 };
/** V8's defaults. */
const DEFAULT_BUDGETS: CompilerBudgets = { "interrupt-budget": 66 * 1024, "max-inlined-bytecode-size-cumulative": 920 };

/** Version of Node 20. Later versions count a function's calls instead, and warn on stderr about a budget. */
const LAST_V8_WITH_INTERRUPTS = 11;
const HAS_INTERRUPTS = Number.parseInt(process.versions.v8, 10) <= LAST_V8_WITH_INTERRUPTS;

/** Runs `work` with a late optimizing compiler and an immediate baseline compiler, in all threads of this process. */
export async function withLateCompilation<T>(work: () => Promise<T>): Promise<T> {
  setBudgets(LATE_BUDGETS);
  setFlagsFromString("--always-sparkplug");
  try {
    return await work();
  } finally {
    setFlagsFromString("--no-always-sparkplug");
    setBudgets(DEFAULT_BUDGETS);
  }
}

function setBudgets(budgets: CompilerBudgets): void {
  for (const [flag, bytes] of Object.entries(budgets))
    if (flag !== "interrupt-budget" || HAS_INTERRUPTS) setFlagsFromString(`--${flag}=${bytes}`);
}
