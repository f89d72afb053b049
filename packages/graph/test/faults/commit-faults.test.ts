/** Commits in which one of the program's writes fails: nothing is written, and after the next commit the ledger equals a new one. */
import { expect, onTestFinished, test, vi } from "vitest";
import { RecordTable } from "../../src/store/record-table.js";
import { refresh, type ToyRepository } from "../support/toy-indexer.js";
import { dumpOf, temporaryLedger } from "../support/with-ledger.js";

const LONG = process.env["SDL_LONG"] === "1";
const ROUNDS = LONG ? 300 : 25;
const SEED = Number(process.env["SDL_SEED"] ?? 20_261_124);
const METHODS = ["put", "putUncounted", "remove"] as const;

/** Linear congruential generator (Numerical Recipes). @returns a function that draws integers below `end` */
function randomNumbers(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function drawRepository(random: (end: number) => number): ToyRepository {
  const names = Array.from({ length: 1 + random(12) }, () => `f${random(20)}`);
  const files = names.map((name) => {
    const lines = Array.from(
      { length: 1 + random(4) },
      (_, i) => `${name}_${i} function : word${random(9)} -> f${random(20)}_0`,
    );
    return [`src/${name}.ts`, lines.join("\n")] as const;
  });
  return { files: Object.fromEntries(files), configs: { "tsconfig.json": `{"n":${random(3)}}` } };
}

/** Counts the writes of a commit and lets one of them fail. */
class WriteFaults {
  private writes = 0;
  private failsAt = -1;

  constructor() {
    for (const method of METHODS) {
      const original = RecordTable.prototype[method] as (...args: unknown[]) => unknown;
      const count = (): void => this.count();
      const spy = vi.spyOn(RecordTable.prototype, method);
      spy.mockImplementation(function (this: RecordTable, ...args: unknown[]) {
        count();
        return original.apply(this, args) as never;
      });
      onTestFinished(() => spy.mockRestore());
    }
  }

  /** Number of writes in `work`. */
  countOf(work: () => void): number {
    this.writes = 0;
    work();
    return this.writes;
  }

  failingAt(write: number, work: () => void): void {
    this.writes = 0;
    this.failsAt = write;
    try {
      work();
    } finally {
      this.failsAt = -1;
    }
  }

  private count(): void {
    if (this.writes++ === this.failsAt) throw new TypeError("a write that was made to fail");
  }
}

test(`${ROUNDS} commits that fail at a random write leave the ledger unchanged, and the next commit is complete`, () => {
  const random = randomNumbers(SEED);
  const faults = new WriteFaults();
  let stopped = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [drawRepository(random), drawRepository(random)];
    const [ledger, whole] = [temporaryLedger(), temporaryLedger()];
    refresh(ledger, first);
    refresh(whole, first);
    const before = dumpOf(ledger);
    const writes = faults.countOf(() => refresh(whole, second));
    if (writes === 0) continue;
    expect(() => faults.failingAt(random(writes), () => refresh(ledger, second))).toThrow("made to fail");
    stopped++;
    expect(dumpOf(ledger), `round ${round}: after the fault`).toBe(before);
    refresh(ledger, second);
    expect(dumpOf(ledger), `round ${round}: after the next commit`).toBe(dumpOf(whole));
  }
  expect(stopped).toBeGreaterThan(ROUNDS / 2);
});
